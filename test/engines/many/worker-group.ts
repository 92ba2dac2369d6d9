import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('./park-worker.ts', import.meta.url))

/** Workers that come back whenever they die, as under an orchestrator. */
export interface WorkerGroup {
  /** Kills the one that has lived longest with SIGKILL. */
  killOne(): void
  /** Throws when one ended by itself, with its last words. */
  expectNoCrash(): void
  /** Ends all of them for good. */
  stop(): Promise<void>
}

const lastWordsCharacters = 4_000

export function startWorkerGroup(count: number, environment: Readonly<Record<string, string>>): WorkerGroup {
  const workers: ChildProcess[] = []
  const crashes: string[] = []
  let stopping = false

  function start(): void {
    const child = spawn(process.execPath, [entry], {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let words = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-lastWordsCharacters)
    })
    workers.push(child)
    child.once('exit', (code, signal) => {
      workers.splice(workers.indexOf(child), 1)
      if (signal !== 'SIGKILL') crashes.push(`a worker ended by itself (${code ?? signal}): ${words}`)
      if (!stopping && crashes.length === 0) start()
    })
  }
  for (let index = 0; index < count; index += 1) start()

  return {
    expectNoCrash() {
      if (crashes.length > 0) throw new Error(crashes.join('\n'))
    },
    killOne: () => void workers[0]?.kill('SIGKILL'),
    async stop() {
      stopping = true
      await Promise.all(
        workers.map(async (worker) => {
          const ended = once(worker, 'exit')
          worker.kill('SIGKILL')
          await ended
        }),
      )
    },
  }
}
