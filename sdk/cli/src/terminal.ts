/** Where a command reads and writes: the process's own, or that of a test. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean }
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
  /** Calls back when somebody wants the command to end; gives the function that stops listening. */
  readonly onStop: (listener: (signal: StopSignal) => void) => () => void
}

/** Ctrl-C, and what a supervisor sends. */
export type StopSignal = 'SIGINT' | 'SIGTERM'

/**
 * The terminal of this process. Where nobody listens any more, a signal ends the process as it always would.
 */
export const processTerminal: Terminal = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onStop(listener) {
    process.on('SIGINT', listener)
    process.on('SIGTERM', listener)
    return () => {
      process.off('SIGINT', listener)
      process.off('SIGTERM', listener)
    }
  },
}
