import { setMaxListeners } from 'node:events'
import type { StopSignal, Terminal } from './terminal.js'

/** The abort reason after Ctrl-C or SIGTERM. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
  readonly by: StopSignal

  constructor(by: StopSignal) {
    super(by === 'SIGINT' ? 'Interrupted' : 'Terminated')
    this.by = by
  }
}

/** The shutdown signal of a command. */
export interface Stop {
  /** Aborts with a StoppedError on the first Ctrl-C or SIGTERM. The next one ends the process at once. */
  readonly signal: AbortSignal
  /**
   * Runs work that must not be interrupted, such as a submission that costs money, to its end. `waiting` is
   * called if `signal` aborts meanwhile.
   */
  finish<Result>(task: () => Promise<Result>, waiting: () => void): Promise<Result>
  /** Stops listening. */
  release(): void
}

/** Listens for the first signal to stop. */
export function listenForStop(terminal: Terminal): Stop {
  const controller = new AbortController()
  const release = terminal.onStop((by) => {
    release()
    controller.abort(new StoppedError(by))
  })
  const { signal } = controller
  // Several generations listen at once, which is no leak.
  setMaxListeners(0, signal)
  return {
    signal,
    release,
    async finish(task, waiting) {
      signal.throwIfAborted()
      signal.addEventListener('abort', waiting)
      try {
        return await task()
      } finally {
        signal.removeEventListener('abort', waiting)
      }
    },
  }
}
