import type { StartAnswer } from '../../ports/provider.js'
import { type EngineAnswer, type EngineHttp, statusText } from './engine-http.js'
import { errorTextOf } from './error-text.js'

export interface StartRules {
  /** What the statuses of this wire mean beyond the common rules; undefined leaves a status to those. */
  readonly status?: (status: number, body: unknown) => StartAnswer | undefined
}

const unavailableStatuses = new Set([401, 402, 403, 404, 405, 409, 421, 425, 429])
/** The engine is only full: it takes the job in a moment, so its neighbours in the route are not asked. */
const busyStatuses = new Set([409, 429])
const busyMs = 1_000
const rejectedStatuses = new Set([400, 413, 414, 415, 422, 451])

/**
 * The common reading of an answer to a start that is no 2xx. Certain is what the engine said itself before it
 * began: an input that it refuses, a key or a model that it does not know, too many jobs. Everything from
 * which a job may have come is ambiguous: a reset, a timeout, 500, 502, 504, and 503 behind a gateway.
 * Undefined for a 2xx.
 */
export function refusedStart(
  http: Pick<EngineHttp, 'isBehindGateway'>,
  answer: EngineAnswer,
  rules: StartRules = {},
): StartAnswer | undefined {
  if (answer.kind === 'notSent') return { kind: 'unavailable', message: answer.message }
  if (answer.kind === 'noAnswer') return { kind: 'ambiguous', message: answer.message }
  const { status, body, retryAfterMs } = answer
  const special = rules.status?.(status, body)
  if (special !== undefined) return special
  if (status >= 200 && status < 300) return undefined
  const message = describe(status, body)
  if (rejectedStatuses.has(status)) return { kind: 'rejected', message: errorTextOf(body) ?? message }
  const isUnavailable =
    unavailableStatuses.has(status) ||
    // 303 sends on to the result of a request that was processed.
    (status >= 300 && status < 400 && status !== 303) ||
    (status === 503 && !http.isBehindGateway)
  if (!isUnavailable) return { kind: 'ambiguous', message }
  return {
    kind: 'unavailable',
    message,
    ...(busyStatuses.has(status) && { retryAfterMs: retryAfterMs ?? busyMs }),
  }
}

/** An answer in words for the operator's log: its status and what the engine said. */
export function describe(status: number, body: unknown): string {
  const said = errorTextOf(body)
  return `The engine answered ${statusText(status)}${said === undefined ? '.' : `: ${said}`}`
}
