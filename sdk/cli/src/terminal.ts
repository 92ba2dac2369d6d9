/** The environment and streams of a command: the process's own, or a test's. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream & {
    readonly isTTY?: boolean
    readonly columns?: number
    readonly rows?: number
  }
  readonly stderr: NodeJS.WritableStream & {
    readonly isTTY?: boolean
    readonly columns?: number
    readonly rows?: number
  }
  /** Calls the listener on each signal to stop; returns the function that removes it. */
  readonly onStop: (listener: (signal: StopSignal) => void) => () => void
}

/** Ctrl-C, and the signal of a supervisor. */
export type StopSignal = 'SIGINT' | 'SIGTERM'

/** Whether a stream is a terminal that can move its cursor, so that lines can be drawn again in place. */
export function canRedraw({ isTTY }: Terminal['stderr'], { TERM }: Terminal['env']): boolean {
  return isTTY === true && TERM !== 'dumb'
}

/** The terminal of this process. Without a listener, a signal ends the process as usual. */
export const processTerminal: Terminal = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  onStop(listener) {
    process.on('SIGINT', listener)
    process.on('SIGTERM', listener)
    const ignoreNpx = whenNpxEnds(() => listener('SIGTERM'))
    return () => {
      ignoreNpx()
      process.off('SIGINT', listener)
      process.off('SIGTERM', listener)
    }
  },
}

const npxCheckMs = 500

/** Calls `end` once npx was asked to end: it passes the signal on to the shell between it and this process alone. */
function whenNpxEnds(end: () => void): () => void {
  if (process.env.npm_command !== 'exec') return () => undefined
  const shell = process.ppid
  const checks = setInterval(() => process.ppid !== shell && end(), npxCheckMs).unref()
  return () => clearInterval(checks)
}
