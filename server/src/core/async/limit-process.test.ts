import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { untilHolds } from '../../../../test/support/until-holds.ts'
import { type ExceededLimit, limitProcess, type ProcessLimits } from './limit-process.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const wide: ProcessLimits = { memoryBytes: 2 ** 40, cpuSeconds: 1_000_000 }

/** Runs a program that never ends by itself; resolves to the limit that it exceeds. */
function exceededBy(text: string, limits: Partial<ProcessLimits>): Promise<ExceededLimit | 'unseen'> {
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
    // It takes no more than 600 MB, however late it is seen.
    const text = 'const held = []; setInterval(() => held.length < 30 && held.push(Buffer.alloc(20e6, 1)), 1)'
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
  let exceeded: ExceededLimit | 'unseen' | undefined
  const stop = limitProcess(child.pid, { memoryBytes: 0, cpuSeconds: 0 }, (limit) => {
    exceeded = limit
  })
  await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit')
  stop()
  expect(exceeded).toBeUndefined()
})

/** As when no descriptor is left. @returns how often the file was read */
function failReads(path: string, isFailing: (count: number) => boolean): () => number {
  const read = fs.readFileSync
  let count = 0
  vi.spyOn(fs, 'readFileSync').mockImplementation((...given: Parameters<typeof read>) => {
    if (given[0] !== path) return read(...given)
    count += 1
    if (isFailing(count)) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
    return read(...given)
  })
  syncBuiltinESMExports()
  return () => count
}

describe.runIf(process.platform === 'linux')('a process that cannot be seen now and then', () => {
  test('is held to what it takes from the first look that succeeds, not to its whole life', async () => {
    const text =
      'while (process.cpuUsage().user < 300_000); process.stdout.write("."); setInterval(() => {}, 1e6)'
    const child = spawn(process.execPath, ['-e', text], { stdio: ['ignore', 'pipe', 'ignore'] })
    started.push(child)
    await once(child.stdout, 'data')
    const reads = failReads(`/proc/${child.pid}/stat`, (count) => count === 1)
    const exceeded = vi.fn()
    const stop = limitProcess(child.pid, { ...wide, cpuSeconds: 0.2 }, exceeded)
    await untilHolds(() => expect(reads()).toBeGreaterThan(3))
    stop()
    expect(exceeded).not.toHaveBeenCalled()
  })

  test('is as large as it is, also if the size of a page could not be found out at first', async () => {
    vi.resetModules()
    const { residentBytes } = await import('./limit-process.ts')
    failReads('/proc/self/stat', (count) => count === 1)
    expect(residentBytes(process.pid)).toBe(0)
    const ratio = residentBytes(process.pid) / process.memoryUsage.rss()
    expect(Math.round(ratio)).toBe(1)
  })

  test('is reported as unseen after several looks in a row, so that it is never without limits', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
    started.push(child)
    const reads = failReads(`/proc/${child.pid}/stat`, (count) => count !== 5)
    expect(await new Promise((resolve) => limitProcess(child.pid, wide, resolve))).toBe('unseen')
    expect(reads()).toBe(15)
  })
})

test('a process is reported as unseen if its file cannot be looked at, and nothing is thrown', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-limit-'))
  const path = join(folder, 'loop')
  await symlink(path, path)
  expect(await exceededBy('setInterval(() => {}, 1e6)', { file: { path, bytes: 1 } })).toBe('unseen')
  await rm(folder, { recursive: true })
})
