import type { Hooks, RequestEvent } from './hooks.js'

/** What a log takes lines by: `console`, and the loggers of most libraries. */
export interface Logger {
  /** Takes a line about a request that goes out. */
  debug(line: string): void
  /** Takes a line about an answer. */
  info(line: string): void
  /** Takes a line about a try that did not help. */
  warn(line: string): void
}

/** How to write a log. */
export interface LogOptions {
  /**
   * The lowest level that is logged: `warn` for failed tries, `info` for responses and waits for the rate
   * limit, `debug` for requests with their headers. @default 'info'
   */
  readonly level?: keyof Logger | undefined
  /** Where the lines go. @default console */
  readonly logger?: Logger | undefined
}

const levels = ['debug', 'info', 'warn'] as const

/** Makes hooks that write a log, one line for each event. Neither API keys nor signed addresses are in it. */
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
      info?.(`${nameOf(event)} was answered with ${response.status} in ${Math.round(durationMs)} ms (${id})`)
    },
    onRetry({ reason, pauseMs, ...event }) {
      const why = reason instanceof Error ? reason.message : `HTTP ${reason.status}`
      warn?.(`${nameOf(event)} is tried again in ${Math.round(pauseMs)} ms: ${why}`)
    },
    onRateLimit({ waitMs, waiting }) {
      const seconds = Math.ceil(waitMs / 1000)
      info?.(`${waiting} generation${waiting === 1 ? ' waits' : 's wait'} ${seconds} s for the rate limit`)
    },
  }
}

function nameOf({ method, url, attempt }: RequestEvent): string {
  return `${method} ${url} (try ${attempt})`
}
