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

/** How a command hears that it is to end. */
export interface Stop {
  /** Aborts at the first Ctrl-C or SIGTERM, with a StoppedError. The next one ends the process at once. */
  readonly signal: AbortSignal
  /**
   * Does a piece of work that must not be cut off, such as one that spends money: it goes on to its end, after which
   * `signal` has aborted. `waiting` is called when that happens, to say so.
   */
  finish<Result>(work: () => Promise<Result>, waiting: () => void): Promise<Result>
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
    async finish(work, waiting) {
      signal.throwIfAborted()
      signal.addEventListener('abort', waiting)
      try {
        return await work()
      } finally {
        signal.removeEventListener('abort', waiting)
      }
    },
  }
}
