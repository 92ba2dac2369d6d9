import type { PoolOptions, PoolWorker, WorkerRequest } from 'vitest/node'
import { ThreadsPoolWorker } from 'vitest/node'
import { hung } from './hung.ts'

type Listener = (...values: unknown[]) => void

const runsMax = 30

let thread: ThreadsPoolWorker | undefined
let runs = 0

/** Ends the thread that is kept, if there is one. */
export async function endKeptThread(): Promise<void> {
  const ended = thread
  thread = undefined
  await ended?.stop()
}

/**
 * A worker thread that outlives the run of one mutant: the service's modules are loaded once for thirty mutants, which
 * is most of what a mutant costs. Each run opens services and databases of its own. A thread in which a test ran out of
 * its time is not kept.
 */
export class KeptWorker implements PoolWorker {
  readonly name = 'kept'
  readonly #options: PoolOptions
  readonly #listeners: [event: string, listener: Listener][] = []
  #answers = true

  constructor(options: PoolOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    if (thread === undefined) {
      thread = new ThreadsPoolWorker(this.#options)
      runs = 0
      await thread.start()
      thread.on('message', (message) => {
        if (message === hung) runs = runsMax
      })
    }
    runs += 1
    this.#answers = false
  }

  send(message: WorkerRequest): void {
    if (message.type !== 'stop') {
      thread?.send(message)
      return
    }
    // A thread that is told to stop hears nothing any more.
    this.#answers = true
    for (const [event, listener] of this.#listeners)
      if (event === 'message')
        queueMicrotask(() => listener({ __vitest_worker_response__: true, type: 'stopped' }))
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners.splice(0)) thread?.off(event, listener)
    if (!this.#answers || runs >= runsMax) await endKeptThread()
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener])
    thread?.on(event, listener)
  }

  off(event: string, listener: Listener): void {
    const index = this.#listeners.findIndex(([name, known]) => name === event && known === listener)
    if (index !== -1) this.#listeners.splice(index, 1)
    thread?.off(event, listener)
  }

  deserialize(data: unknown): unknown {
    return data
  }
}
