import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../../scripts/set-up/debian.mjs'
import { findFreePort } from '../../support/free-port.ts'
import { untilPrinted } from '../../support/running-program.ts'

/** A Redis of the benchmark's own, which responds to a write when it is on the disk. */
export interface BenchRedis extends AsyncDisposable {
  readonly url: string
  /** Such as `Redis 7.0.15`. */
  readonly version: string
  kill(): Promise<void>
  /** Starts it again with what it had written. */
  start(): Promise<void>
  flush(): Promise<void>
  countKeys(): Promise<number>
}

export async function startBenchRedis(): Promise<BenchRedis> {
  const program = findProgram('redis-server')
  if (program === undefined)
    throw new Error('This benchmark needs redis-server: apt-get install redis-server.')
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-redis-'))
  const port = await findFreePort()
  let running: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...durable]
    running = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'] })
    await untilPrinted(running, /Ready to accept connections/)
  }
  const kill = async (): Promise<void> => {
    if (running === undefined) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    running = undefined
    await ended
  }
  const stopWithUs = (): void => void running?.kill('SIGKILL')
  process.once('exit', stopWithUs)
  await start()
  const command = (...words: string[]): string =>
    execFileSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' }).trim()
  const version = /v=(\S+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1] ?? ''
  return {
    url: `redis://127.0.0.1:${port}`,
    version: `Redis ${version}`,
    kill,
    start,
    flush: async () => void command('flushall'),
    countKeys: async () => Number(command('dbsize')),
    async [Symbol.asyncDispose]() {
      await kill()
      process.removeListener('exit', stopWithUs)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
