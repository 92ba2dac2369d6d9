import { appendFileSync } from 'node:fs'
import { ConnectionError, type Hooks, type RequestEvent } from '@mediagen/sdk'
import { CommandError } from './command-error.js'

/** A log of everything that goes over the wire, one line for each try of a request. */
export interface RequestLog {
  readonly hooks: Hooks
  /** Writes a line for each try that is still without a response. */
  close(): void
}

/** Only its owner may read the file. */
const fileMode = 0o600

/**
 * Makes the log of `--log`: lines are added to the file, or go to `write` for `-`. Neither the key, a body,
 * nor the signature of a URL is in it. Throws a CommandError if the file cannot be written to.
 */
export function createRequestLog(path: string, write: (line: string) => void): RequestLog {
  const append = path === '-' ? write : (line: string) => appendTo(path, `${line}\n`)
  if (path !== '-') appendTo(path, '')
  // Several generations may send the same request concurrently, oldest first.
  const open: { readonly event: RequestEvent; readonly startedAtMs: number }[] = []
  const end = (event: RequestEvent, outcome: string) => {
    const same = open.filter((one) => addressOf(one.event) === addressOf(event))
    // A retry of a poll has the number of those that failed in a row.
    const ended = same.find((one) => one.event.attempt === event.attempt) ?? same[0]
    if (ended === undefined) return
    open.splice(open.indexOf(ended), 1)
    const ms = Math.round(performance.now() - ended.startedAtMs)
    append(`${lineOf(ended.event)} ${outcome} ${ms} ms`)
  }
  return {
    hooks: {
      onRequest: (event) => void open.push({ event, startedAtMs: performance.now() }),
      onResponse: (event) => end(event, `${event.response.status} ${requestIdOf(event.response)}`),
      onRetry(event) {
        // Any other failure has had its response.
        if (event.reason instanceof ConnectionError) end(event, `no response: ${event.reason.message}`)
      },
    },
    close() {
      for (const { event } of open.splice(0)) append(`${lineOf(event)} no response`)
    },
  }
}

/** Calls one hook or several. */
export function joinHooks(...all: readonly (Hooks | undefined)[]): Hooks {
  return {
    onRequest: (event) => all.forEach((one) => void one?.onRequest?.(event)),
    onResponse: (event) => all.forEach((one) => void one?.onResponse?.(event)),
    onRetry: (event) => all.forEach((one) => void one?.onRetry?.(event)),
    onRateLimit: (event) => all.forEach((one) => void one?.onRateLimit?.(event)),
  }
}

function appendTo(path: string, text: string): void {
  try {
    appendFileSync(path, text, { mode: fileMode })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError('usage', `The log cannot be written: ${reason}`, { cause })
  }
}

function addressOf({ method, url }: RequestEvent): string {
  return `${method} ${url}`
}

function lineOf(event: RequestEvent): string {
  return `${new Date().toISOString()} ${addressOf(event)} try ${event.attempt}`
}

function requestIdOf({ headers }: Response): string {
  return headers.get('x-request-id') ?? '-'
}
