import type { Hooks, RequestEvent } from './hooks.js'

/** Where `logHooks` writes its lines: `console`, or the logger of most libraries. */
export interface Logger {
  /** Logs a request. */
  debug(line: string): void
  /** Logs a response. */
  info(line: string): void
  /** Logs a failed attempt. */
  warn(line: string): void
}

/** Options of `logHooks`. */
export interface LogOptions {
  /**
   * The lowest level that is logged: `warn` for failed attempts, `info` for responses and rate-limit waits,
   * `debug` for requests with their headers. Of attempts that fail in a row, as while a wait has no connection,
   * it has the first four, then the 8th, the 16th and so on: a dozen lines for an hour. @default 'info'
   */
  readonly level?: keyof Logger | undefined
  /** Where the lines go. @default console */
  readonly logger?: Logger | undefined
}

const levels = ['debug', 'info', 'warn'] as const

/** Creates hooks that write a log, one line for each event. It contains neither API keys nor signed URLs. */
export function logHooks({ level = 'info', logger = console }: LogOptions = {}): Hooks {
  const [debug, info, warn] = levels.map((one) => (line: string) => {
    if (levels.indexOf(one) >= levels.indexOf(level)) logger[one](`mediagen: ${line}`)
  })
  return {
    onRequest(event) {
      debug?.(`${nameOf(event)} ${JSON.stringify(Object.fromEntries(event.headers))}`)
    },
    onResponse({ response, durationMs, ...event }) {
      const id = response.headers.get('x-request-id') ?? 'no request id'
      info?.(`${nameOf(event)} returned ${response.status} in ${Math.round(durationMs)} ms (${id})`)
    },
    onRetry({ reason, pauseMs, ...event }) {
      if (!isLogged(event.attempt)) return
      const why = reason instanceof Error ? reason.message : `HTTP ${reason.status}`
      warn?.(`${nameOf(event)} is tried again in ${Math.round(pauseMs)} ms: ${why}`)
    },
    onRateLimit({ waitMs, waiting }) {
      const seconds = Math.ceil(waitMs / 1000)
      info?.(`${waiting} generation${waiting === 1 ? ' waits' : 's wait'} ${seconds} s for the rate limit`)
    },
  }
}

/** Each of a call, and fewer and fewer of a wait. */
function isLogged(attempt: number): boolean {
  return attempt <= 4 || Number.isInteger(Math.log2(attempt))
}

function nameOf({ method, url, attempt }: RequestEvent): string {
  return `${method} ${url} (try ${attempt})`
}
