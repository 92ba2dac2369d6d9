import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../test/support/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('npm run generate takes paths from the folder that npm was called from', () => {
  const words = ['scripts/run.mjs', 'generate', '--contract', 'none', '--out', 'made']
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    env: { ...process.env, INIT_CWD: tmpdir() },
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain(`there is no ${join(tmpdir(), 'none')}`)
})

test('npm run mock serves the contract as it is written, without generating anything first', async () => {
  const port = await findFreePort()
  const mock = spawn(process.execPath, ['scripts/run.mjs', 'mock', '--port', String(port)], { cwd: root })
  onTestFinished(async () => {
    mock.kill()
    await once(mock, 'close')
  })
  let said = ''
  mock.stderr.on('data', (text) => {
    said += text
  })
  await once(mock.stdout, 'data')
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/pricing`)).status).toBe(200)
  expect(said).not.toMatch(/generating|building/)
})
