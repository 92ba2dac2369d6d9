import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { cancelMessage } from '../../server/src/jobs/job-message.ts'

const folder = mkdtempSync(join(tmpdir(), 'mediagen-sweep-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a sweep in the middle of its work ends immediately when the process stops, as Bree requests', async () => {
  const sweep = new URL('../../server/dist/jobs/run-sweep.js', import.meta.url)
  const thread = new Worker(
    `import('${sweep.href}').then(({ runSweep }) => runSweep(async (storage) => {
       await storage.database.nowMs()
       require('node:worker_threads').parentPort.postMessage('begun')
       await new Promise((resolve) => setTimeout(resolve, 3_600_000))
     }))`,
    // Without the arguments of this process, which would make the build import sources.
    { eval: true, execArgv: [], env: { DATA_DIR: folder, LOG_LEVEL: 'silent' } },
  )
  const ended = once(thread, 'exit')
  expect(await once(thread, 'message')).toEqual(['begun'])
  thread.postMessage(cancelMessage)
  expect(await ended).toEqual([0])
})
