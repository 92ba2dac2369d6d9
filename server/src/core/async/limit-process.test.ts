import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type ExceededLimit, limitProcess, type ProcessLimits } from './limit-process.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

const wide: ProcessLimits = { memoryBytes: 2 ** 40, cpuSeconds: 1_000_000 }

/** Runs a program that never ends by itself; resolves to the limit that it exceeds. */
function exceededBy(text: string, limits: Partial<ProcessLimits>): Promise<ExceededLimit> {
  const child = spawn(process.execPath, ['-e', text], { stdio: 'ignore' })
  started.push(child)
  return new Promise((resolve) => {
    const ended = once(child, 'close')
    limitProcess(child.pid, { ...wide, ...limits }, async (limit) => {
      child.kill('SIGKILL')
      await ended
      resolve(limit)
    })
  })
}

describe.runIf(process.platform === 'linux')('a process is seen to exceed', () => {
  test('its memory, which an allocation outside its heap counts towards', async () => {
    const text = 'const held = []; setInterval(() => held.push(Buffer.alloc(20e6, 1)), 1)'
    expect(await exceededBy(text, { memoryBytes: 300e6 })).toBe('memory')
  })

  test('its processor time', async () => {
    expect(await exceededBy('for (;;);', { cpuSeconds: 0.2 })).toBe('processor time')
  })

  test('the size of the file that it writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-limit-'))
    const path = join(folder, 'written')
    const text = `const { appendFileSync } = require('fs'); setInterval(() => appendFileSync(${JSON.stringify(path)}, Buffer.alloc(1e5)), 1)`
    expect(await exceededBy(text, { file: { path, bytes: 1e6 } })).toBe('size of its file')
    await rm(folder, { recursive: true })
  })
})

test('a process that has ended exceeds nothing', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  let exceeded: ExceededLimit | undefined
  const stop = limitProcess(child.pid, { memoryBytes: 0, cpuSeconds: 0 }, (limit) => {
    exceeded = limit
  })
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit')
  stop()
  expect(exceeded).toBeUndefined()
})
