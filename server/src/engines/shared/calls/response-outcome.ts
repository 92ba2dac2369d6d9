import type { PollResponse, ProviderCheck, StartResponse } from '../../../core/ports/provider.ts'
import { type EngineHttp, type EngineResponse, statusText } from './engine-http.ts'
import { errorTextOf } from './error-text.ts'
import { textAt } from './json-path.ts'

/** What a status other than 2xx proves, depending on the call. */
interface StatusRule {
  readonly statuses: readonly number[]
  readonly start: 'rejected' | 'unavailable' | 'busy' | 'ambiguous'
  /** @default 'unavailable' */
  readonly poll?: 'lost'
  /** @default nothing beyond being reachable */
  readonly check?: 'keyRefused'
  /** A gateway may respond so after it has passed the request on: then the start is ambiguous. */
  readonly isGatewayStatus?: true
}

const statusRules: readonly StatusRule[] = [
  // The engine refuses the input.
  { statuses: [400, 413, 414, 415, 422, 451], start: 'rejected' },
  // It refuses the key.
  { statuses: [401, 403], start: 'unavailable', check: 'keyRefused' },
  // It has no such model, or no such job.
  { statuses: [404], start: 'unavailable', poll: 'lost' },
  // It has dropped the job. Not a meaningful response to a start.
  { statuses: [410], start: 'ambiguous', poll: 'lost' },
  // It did nothing: no credit, no such route, or the address has changed. 303 is not among these, because it
  // leads to the result of a request that was processed.
  { statuses: [300, 301, 302, 304, 305, 306, 307, 308, 402, 405, 421, 425], start: 'unavailable' },
  // It is full and did not take the job; the next engine of the route is tried.
  { statuses: [409, 429], start: 'busy' },
  { statuses: [503], start: 'unavailable', isGatewayStatus: true },
]

/** Every other status, such as 500, 502 and 504: the engine may have begun. */
const unclear: StatusRule = { statuses: [], start: 'ambiguous' }

function ruleFor(status: number): StatusRule {
  return statusRules.find(({ statuses }) => statuses.includes(status)) ?? unclear
}

/** How long to wait for a full engine that names no pause. */
const busyMs = 1_000

type Gateway = Pick<EngineHttp, 'isBehindGateway'>

export interface StartRules {
  /** What a status means to this engine beyond the common rules; undefined leaves it to them. */
  readonly status?: (status: number, body: unknown) => StartResponse | undefined
}

/**
 * The outcome of a start: refused by its status, or what `read` finds in the body of a 2xx, which is
 * undefined if the response is not JSON. 'ambiguous' if `read` finds nothing.
 */
export function readStart(
  http: Gateway,
  response: EngineResponse,
  read: (body: unknown) => StartResponse | undefined,
  rules: StartRules = {},
): StartResponse {
  const body = response.kind === 'responded' && response.isJson ? response.body : undefined
  return (
    refusedStart(http, response, rules) ??
    read(body) ?? {
      kind: 'ambiguous',
      message: 'The response of the engine does not say whether it took the job.',
    }
  )
}

/** The job whose id a body has. */
export function startedIn(body: unknown): StartResponse | undefined {
  const id = textAt(body, 'id')
  return id === undefined ? undefined : { kind: 'started', job: { id } }
}

/**
 * What a response to a start other than a 2xx proves; undefined for a 2xx. Only what the engine itself said
 * before it began is certain. If a job may exist, it is 'ambiguous'.
 */
export function refusedStart(
  http: Gateway,
  response: EngineResponse,
  rules: StartRules = {},
): StartResponse | undefined {
  if (response.kind === 'notSent') return { kind: 'unavailable', message: response.message }
  if (response.kind === 'noResponse') return { kind: 'ambiguous', message: response.message }
  const { status, body, retryAfterMs } = response
  const special = rules.status?.(status, body)
  if (special !== undefined || isSuccess(status)) return special
  const message = describe(status, body)
  const rule = ruleFor(status)
  const kind = rule.isGatewayStatus && http.isBehindGateway ? 'ambiguous' : rule.start
  if (kind === 'rejected') return { kind, message: errorTextOf(body) ?? message }
  if (kind === 'busy') return { kind: 'unavailable', message, retryAfterMs: retryAfterMs ?? busyMs }
  return { kind, message }
}

/**
 * What a response to an input's upload other than a 2xx means; undefined for a 2xx. Read like a start, but an
 * upload creates no job, so nothing about it is ambiguous.
 */
export function refusedUpload(http: Gateway, response: EngineResponse): StartResponse | undefined {
  const refused = refusedStart(http, response)
  return refused?.kind === 'ambiguous'
    ? { kind: 'unavailable', message: `The input could not be uploaded: ${refused.message}` }
    : refused
}

/** The result of a poll: refused by its status, or what `read` finds in the JSON of a 2xx. */
export function readPoll(
  response: EngineResponse,
  read: (body: unknown) => PollResponse | undefined,
): PollResponse {
  const refused = refusedPoll(response)
  if (refused !== undefined || response.kind !== 'responded') return refused ?? noState
  return read(response.body) ?? noState
}

const noState: PollResponse = {
  kind: 'unavailable',
  message: 'The response of the engine does not contain the state of the job.',
}

/** A job that the engine has ended without a result, for another reason than its input. */
export function failed(message: string): PollResponse {
  return { kind: 'failed', code: 'GENERATION_FAILED', message }
}

/**
 * What a response to a poll other than a 2xx with JSON means; undefined for such a 2xx. An engine that is
 * down, busy or refuses the key says nothing about the job.
 */
export function refusedPoll(response: EngineResponse): PollResponse | undefined {
  if (response.kind === 'noResponse' && response.isTooLarge === true) return failed(response.message)
  if (response.kind !== 'responded') return { kind: 'unavailable', message: response.message }
  const { status, body, isJson } = response
  if (isSuccess(status) && isJson) return undefined
  // An HTML page comes from something in front of the engine, which does not know its jobs.
  const isOwn = isJson || body === undefined
  return isOwn && ruleFor(status).poll === 'lost'
    ? { kind: 'lost' }
    : { kind: 'unavailable', message: describe(status, body) }
}

/**
 * The result of a check: what `read` finds in the JSON of a 2xx, otherwise what the status proves. A web page
 * comes from something else, and a 5xx from a failing engine or a gateway in its place; any other status
 * shows that the engine is reachable.
 */
export function readCheck(
  response: EngineResponse,
  read: (body: unknown) => ProviderCheck | undefined,
): ProviderCheck {
  if (response.kind !== 'responded') return { reachable: false, detail: response.message }
  const { status, body, isJson } = response
  if (isSuccess(status) && isPage(body))
    return { reachable: false, detail: 'A web page answers at this URL.' }
  const found = isSuccess(status) && isJson ? read(body) : undefined
  if (found !== undefined) return found
  const isKeyRefused = ruleFor(status).check === 'keyRefused'
  return {
    reachable: status < serverErrorMin,
    ...(isKeyRefused && { keyAccepted: false }),
    detail: describe(status, body),
  }
}

/** The lowest status that does not show a working engine. */
export const serverErrorMin = 500

/** Whether a body is HTML: engines send none, but a proxy or another service at the URL may. */
export function isPage(body: unknown): boolean {
  return typeof body === 'string' && /^\s*<(!doctype html|html)\b/i.test(body)
}

/** Whether a status is a 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** A response in words for the operator's log: its status and the engine's message. */
export function describe(status: number, body: unknown): string {
  const said = errorTextOf(body)
  return `The engine answered ${statusText(status)}${said === undefined ? '.' : `: ${said}`}`
}
