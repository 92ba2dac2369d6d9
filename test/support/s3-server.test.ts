import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startS3 } from './s3-server.ts'
import { findS3Source } from './s3-source.ts'

const source = findS3Source()
const stateOf = (endpoint: string) =>
  fetch(endpoint).then(
    () => 'up',
    () => 'gone',
  )

test.skipIf(source?.kind !== 'swift')(
  'a started S3 server responds, and is gone after stop; it does not outlive a test process that is killed',
  async () => {
    const program = `
      const { startS3 } = await import(${JSON.stringify(new URL('./s3-server.ts', import.meta.url).href)})
      const s3 = await startS3({ kind: 'swift' })
      console.log(s3.access.endpoint)`
    const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [s3, line] = await Promise.all([
      startS3({ kind: 'swift' }),
      once(createInterface({ input: owner.stdout }), 'line'),
    ])
    const killed = String(line)
    const stopped = s3.access.endpoint ?? ''
    expect([await stateOf(killed), await stateOf(stopped)]).toEqual(['up', 'up'])
    owner.kill('SIGKILL')
    await s3.stop()
    expect(await stateOf(stopped)).toBe('gone')
    await expect.poll(() => stateOf(killed), { timeout: 10_000 }).toBe('gone')
  },
)
