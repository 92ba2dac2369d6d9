import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../../support/compile-cache.ts'
import type { ProcessSettings } from './process-parts.ts'

type Role = 'api' | 'archive' | 'deletion' | 'retention' | 'serve' | 'worker'

/** Those that start from a bundle where a run has made one; `serve` starts threads from its sources. */
export const bundledProcesses = [
  'api',
  'archive',
  'deletion',
  'retention',
  'worker',
] as const satisfies Role[]

/** Names the folder of the run's bundle. */
export const bundleVariable = 'MEDIAGEN_TEST_PROCESSES'

export function processSource(role: Role): string {
  return fileURLToPath(new URL(`./${role}-process.ts`, import.meta.url))
}

function entryOf(role: Role): string {
  const folder = process.env[bundleVariable]
  const isBundled = folder !== undefined && bundledProcesses.some((name) => name === role)
  return isBundled ? join(folder, `${role}.js`) : processSource(role)
}

const shiftedClock = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url))

export interface ServiceProcess {
  readonly pid: number
  /** The steps that it has passed; the last one is where it died, if it was made to. */
  readonly steps: readonly string[]
  /**
   * http://127.0.0.1:PORT of an API; resolves when the process is up. Rejects with its last output if it ends
   * first.
   */
  readonly ready: Promise<string>
  /** What it last wrote to its standard error. */
  lastOutput(): string
  /** The signal that ended it; resolves when it has ended. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** Resolves when it has passed that many steps. */
  passed(steps: number): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Lets its clock jump to so far ahead of the machine's; only of one that was started with `clockMs`. */
  setClock(aheadMs: number): void
  /** Kills it, frozen or not; resolves when it is gone. */
  kill(): Promise<void>
}

export interface ServiceProcessOptions extends ProcessSettings {
  readonly role: Role
  /** DATABASE_URL, OBJECT_STORE_URL, SIGNING_SECRET and whatever else the service has to read. */
  readonly environment: Readonly<Record<string, string>>
}

/** Starts an API, a worker or a run of a sweep that ends with this process at the latest. */
export function startServiceProcess(options: ServiceProcessOptions): ServiceProcess {
  const { role, environment, ...settings } = options
  const clock = settings.clockMs === undefined ? [] : ['--import', shiftedClock]
  const child = spawn(process.execPath, [...clock, entryOf(role)], {
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      WORKER_CONCURRENCY: '1',
      TEST_PROCESS: JSON.stringify(settings),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const steps: string[] = []
  const waits = new Set<() => void>()
  child.on('message', (message: { kind: string; step?: string }) => {
    if (message.kind !== 'step' || message.step === undefined) return
    steps.push(message.step)
    for (const look of waits) look()
  })
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  )
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000)
  })
  const lastOutput = (): string => output
  const ready = untilReady(child, lastOutput)
  ready.catch(() => undefined) // who does not wait for it, does not miss it
  return {
    pid: child.pid ?? 0,
    steps,
    ready,
    lastOutput,
    ended,
    passed: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (steps.length < count) return
          waits.delete(look)
          resolve()
        }
        waits.add(look)
        look()
      }),
    signal: (signal) => void child.kill(signal),
    setClock(aheadMs) {
      // One that is just dying does not get it.
      if (child.connected) child.send({ kind: 'clock', aheadMs }, () => undefined)
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function untilReady(child: ChildProcess, lastOutput: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: { kind: string; port?: number }) => {
      if (message.kind === 'ready') resolve(`http://127.0.0.1:${message.port}`)
    })
    child.once('close', () => reject(new Error(`The process ended before it was ready:\n${lastOutput()}`)))
  })
}
