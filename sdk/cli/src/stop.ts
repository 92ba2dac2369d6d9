import type { StopSignal, Terminal } from './terminal.js'

/** Somebody wants the command to end. The reason of its abort signal. */
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
  /** Aborts at the first Ctrl-C or SIGTERM, with a StoppedError. The next one ends the process at once. */
  readonly signal: AbortSignal
  /**
   * Runs a task that must not be interrupted, such as one that spends money: it runs to its end, after which
   * `signal` has aborted. `waiting` is called when that happens, to say so.
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
