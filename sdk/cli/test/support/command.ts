import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import {
  createMockService,
  type ListeningMock,
  listenAsServer,
  type MockService,
  type MockServiceOptions,
} from '@mediagen/sdk/testing'
import { onTestFinished } from 'vitest'
import { compileCache } from '../../../../test/support/compile-cache.ts'
import { findFreePort } from '../../../../test/support/free-port.ts'
import { run } from '../../src/run.js'

/** The built program, as installed. */
export const program = fileURLToPath(new URL('../../bin/mediagen.js', import.meta.url))

/** A mock service over HTTP, whose tasks finish at once by default, and an empty folder. */
export interface Stage {
  readonly service: MockService
  readonly folder: string
  readonly env: Record<string, string>
  /** Starts the program in the folder. */
  start(args: readonly string[], options?: RunOptions): RunningCommand
  /** Runs a command to its end in this process, which takes a tenth of the time of another one. */
  run(args: readonly string[], options?: RunOptions): Promise<EndedCommand>
}

interface RunOptions {
  readonly env?: Record<string, string>
  readonly input?: Uint8Array
}

interface RunningCommand {
  readonly ended: Promise<EndedCommand>
  /** Resolves once standard error contains the text. */
  said(text: string): Promise<void>
  kill(signal: NodeJS.Signals): void
}

export interface EndedCommand {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
  readonly bytes: Buffer
  readonly words: string
}

/** Creates a stage for one test and removes it afterwards. `respond` can intercept requests to the mock. */
export async function setStage({
  respond,
  queuedMs = 0,
  ...options
}: MockServiceOptions & {
  respond?: (request: Request, service: MockService) => Promise<Response | undefined>
} = {}): Promise<Stage> {
  const baseUrl = `http://127.0.0.1:${await findFreePort()}`
  const service = createMockService({ baseUrl, queuedMs, processingMs: 0, ...options })
  const listening: ListeningMock = await listenAsServer({
    ...service,
    handle: (request) => (respond === undefined ? service.handle(request) : respond(request, service)),
  })
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-cli-'))
  onTestFinished(async () => {
    await listening.close()
    await rm(folder, { recursive: true })
  })
  const path = process.env.PATH ?? ''
  const env = { PATH: path, ...compileCache, MEDIAGEN_API_KEY: 'any', MEDIAGEN_BASE_URL: baseUrl }
  const start = (args: readonly string[], options: RunOptions = {}) =>
    startCommand(args, folder, env, options)
  const cwd = process.cwd()
  onTestFinished(() => process.chdir(cwd))
  return { service, folder, env, start, run: (args, options = {}) => runHere(args, folder, env, options) }
}

async function runHere(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  { env: more, input }: RunOptions,
): Promise<EndedCommand> {
  process.chdir(cwd)
  const [stdout, stderr] = [new Written(), new Written()]
  const stdin = Readable.from(input === undefined ? [] : [Buffer.from(input)])
  const terminal = { env: { ...env, ...more }, stdin, stdout, stderr, onStop: () => () => undefined }
  const code = await run(args, terminal)
  const bytes = Buffer.concat(stdout.chunks)
  const words = Buffer.concat(stderr.chunks).toString()
  return { code, signal: null, bytes, output: bytes.toString(), words }
}

/** Keeps what is written to it. */
class Written extends Writable {
  readonly chunks: Buffer[] = []
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk)
    done()
  }
}

function startCommand(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  options: RunOptions,
): RunningCommand {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...env, ...options.env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written: Buffer[] = []
  let words = ''
  const listeners = new Set<() => void>()
  child.stdout.on('data', (chunk: Buffer) => written.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk.toString()
    for (const listener of listeners) listener()
  })
  child.stdin.end(options.input)
  const ended = once(child, 'close').then(([code, signal]) => {
    const bytes = Buffer.concat(written)
    return { code, signal, bytes, output: bytes.toString(), words }
  })
  return {
    ended,
    kill: (signal) => void child.kill(signal),
    said(text) {
      const heard = new Promise<void>((resolve) => {
        const look = () => words.includes(text) && resolve()
        listeners.add(look)
        look()
      })
      const tooLate = ended.then(({ words }) => {
        if (!words.includes(text)) throw new Error(`It ended without "${text}": ${words}`)
      })
      return Promise.race([heard, tooLate])
    },
  }
}

/** The header of a PNG of 20 by 20 pixels, without an image behind it. */
export const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000000140000001408020000000', 'hex'),
  Buffer.alloc(200),
])
