import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const entries = {
  api: fileURLToPath(new URL('./fault-api.ts', import.meta.url)),
  worker: fileURLToPath(new URL('./fault-worker.ts', import.meta.url)),
}
const shiftedClock = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url))

export interface FaultProcess {
  readonly pid: number
  /** The steps that it has passed; the last one is where it died, if it was made to. */
  readonly steps: readonly string[]
  /**
   * http://127.0.0.1:PORT of an API; resolves when the process is up. Rejects with its last output if it ends
   * first.
   */
  readonly ready: Promise<string>
  /** The signal that ended it; resolves when it has ended. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** Resolves when it has passed that many steps. */
  passed(steps: number): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Kills it, frozen or not; resolves when it is gone. */
  kill(): Promise<void>
}

export interface FaultProcessOptions {
  readonly role: 'api' | 'worker'
  /** DATABASE_URL, OBJECT_STORE_URL, SIGNING_SECRET and whatever else the service has to read. */
  readonly environment: Readonly<Record<string, string>>
  readonly engineUrl: string
  /** The step at which it dies, counted from 1. @default never */
  readonly crashAt?: number
  /** How: dead, or frozen. @default SIGKILL */
  readonly crashSignal?: 'SIGKILL' | 'SIGSTOP'
  /** Whether it reports its steps, which costs a message each. @default true */
  readonly report?: boolean
  readonly leaseMs?: number
  /** How much its clock is ahead of the machine's. @default 0 */
  readonly clockMs?: number
}

/** Starts an API or a worker that ends with this process at the latest. */
export function startFaultProcess(options: FaultProcessOptions): FaultProcess {
  const clock = options.clockMs === undefined ? [] : ['--import', shiftedClock]
  const child = spawn(process.execPath, [...clock, entries[options.role]], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      WORKER_CONCURRENCY: '1',
      FAULTS_ENGINE_URL: options.engineUrl,
      FAULTS_CRASH_AT: String(options.crashAt ?? 0),
      FAULTS_CRASH_SIGNAL: options.crashSignal ?? 'SIGKILL',
      FAULTS_REPORT: String(options.report ?? true),
      FAULTS_LEASE_MS: String(options.leaseMs ?? 30_000),
      FAULTS_CLOCK_MS: String(options.clockMs ?? 0),
      ...options.environment,
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
  const ready = untilReady(child)
  ready.catch(() => undefined) // who does not wait for it, does not miss it
  return {
    pid: child.pid ?? 0,
    steps,
    ready,
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
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let words = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-4_000)
    })
    child.on('message', (message: { kind: string; port?: number }) => {
      if (message.kind === 'ready') resolve(`http://127.0.0.1:${message.port}`)
    })
    child.once('close', () => reject(new Error(`The process ended before it was ready:\n${words}`)))
  })
}
