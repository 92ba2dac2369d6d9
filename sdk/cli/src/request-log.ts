import { appendFileSync } from 'node:fs'
import type { Hooks, RequestEvent } from '@mediagen/sdk'
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
  // By the name in a line: several generations may send requests with one name concurrently, oldest first.
  const open = new Map<string, number[]>()
  const end = (event: RequestEvent, outcome: string) => {
    const key = keyOf(event)
    const startedAtMs = open.get(key)?.shift()
    if (startedAtMs === undefined) return
    append(`${new Date().toISOString()} ${key} ${outcome} ${Math.round(performance.now() - startedAtMs)} ms`)
  }
  return {
    hooks: {
      onRequest(event) {
        open.set(keyOf(event), [...(open.get(keyOf(event)) ?? []), performance.now()])
      },
      onResponse: (event) => end(event, `${event.response.status} ${requestIdOf(event.response)}`),
      onRetry: (event) => end(event, `no response: ${nameOf(event.reason)}`),
    },
    close() {
      for (const [key, starts] of open) {
        for (const _ of starts) append(`${new Date().toISOString()} ${key} no response`)
      }
      open.clear()
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

function keyOf({ method, url, attempt }: RequestEvent): string {
  return `${method} ${url} try ${attempt}`
}

function requestIdOf({ headers }: Response): string {
  return headers.get('x-request-id') ?? '-'
}

function nameOf(reason: Response | Error): string {
  return reason instanceof Error ? reason.message : `HTTP ${reason.status}`
}
