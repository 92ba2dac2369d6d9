import { checkKey } from '../core/api-key.js'
import { checkBaseUrl, defaultBaseUrl, readEnvironment } from '../core/settings.js'
import { MediagenError } from '../errors/mediagen-error.js'
import { type OperationId, operations } from '../generated/operations.js'
import { isGreaterAmount } from '../generations/decimal.js'
import { isOperationId } from './match-operation.js'

/** A person or program on whose behalf the proxy acts. */
export interface Caller {
  /** Identifies this caller: a user or session id. It never reaches the service. */
  readonly id: string
  /** The most that one generation of this caller may cost, as a decimal. @default the proxy's */
  readonly maxCost?: string | undefined
  /** Generations, and as many uploads, that this caller may start per minute. @default the proxy's */
  readonly requestsPerMinute?: number | undefined
  /**
   * Whether this caller may list all tasks of the account, whoever ordered them, and follow and cancel what it
   * has listed. For the account's only user, or its administrator. @default false: only its own, by their ids
   */
  readonly listsAllTasks?: boolean | undefined
}

/**
 * Who sends a request: a caller or its id. A Response rejects the request and is sent unchanged; null,
 * undefined, false and an empty id reject it with 401.
 */
export type Authorization = Caller | string | Response | null | undefined | false

/** Settings of a proxy. */
export interface ProxyOptions {
  /**
   * Identifies the sender of a request by its cookies or headers; must not read its body. Called for every
   * request: without it, anyone could spend the account's balance.
   */
  readonly authorize: (request: Request) => Authorization | Promise<Authorization>
  /** Your account's API key, or a function that returns it. @default the variable MEDIAGEN_API_KEY */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined
  /**
   * Where the service is, without `/api`.
   * @default the variable MEDIAGEN_BASE_URL, else http://127.0.0.1:3000
   */
  readonly baseUrl?: string | undefined
  /** The operations of the contract that are forwarded. @default `pageOperations` */
  readonly operations?: readonly OperationId[] | undefined
  /** The most that one generation may cost, as a decimal. @default no limit */
  readonly maxCost?: string | undefined
  /**
   * Generations, and as many uploads, that each caller may start per minute. Each process counts separately,
   * in memory. @default 20
   */
  readonly requestsPerMinute?: number | undefined
  /**
   * How many polls of each caller and of all together the service may hold at a time; further ones
   * return immediately. The account's limit is 100, for all processes and for your own clients.
   * @default { perCaller: 10, total: 90 }
   */
  readonly heldPolls?: Partial<Share> | undefined
  /**
   * How many uploads each caller and all together may have open at a time; further ones get 429
   * TOO_MANY_OPEN_UPLOADS. An upload is open until it is READY or its 15 minutes are over. The account's
   * limit is 100, for all processes and for your own clients.
   * @default { perCaller: 20, total: 90 }
   */
  readonly openUploads?: Partial<Share> | undefined
  /** Other origins whose pages may use the proxy, such as `https://app.example.com`. @default none */
  readonly origins?: readonly string[] | undefined
  /**
   * Signs the ids of tasks and uploads for their caller. Set it if the API key changes or is a function, to
   * the same value in every process. @default the API key
   */
  readonly idSecret?: string | undefined
  /**
   * How long to wait for a response of the service, in milliseconds; the hold time of a poll is added.
   * @default 30000
   */
  readonly timeoutMs?: number | undefined
  /** Sends the requests to the service. @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Called with the cause of a failed request, which the caller does not see. @default console.error */
  readonly onError?: ((error: unknown, request: Request) => void) | undefined
  /** The clock for counting requests, for tests. @default Date.now */
  readonly now?: (() => number) | undefined
}

/** How one limit of the account is divided. Each process counts separately, in memory. */
export interface Share {
  /** The most that one caller may have. */
  readonly perCaller: number
  /** The most that all callers may have together. */
  readonly total: number
}

/**
 * The operations that a page needs. What belongs to the account is not among them: its balance and its usage.
 * Tasks are listed by their ids only, and only the caller's own, unless a caller has `listsAllTasks`.
 */
export const pageOperations: readonly OperationId[] = Object.keys(operations)
  .filter(isOperationId)
  .filter((name) => operations[name].tag !== 'account')

/** The settings that need no conversion once they are checked. */
type CheckedNames =
  | 'authorize'
  | 'baseUrl'
  | 'fetch'
  | 'now'
  | 'onError'
  | 'operations'
  | 'origins'
  | 'requestsPerMinute'
  | 'timeoutMs'

/** The settings of a proxy, checked. */
export type ProxySettings = {
  readonly [Name in CheckedNames]-?: NonNullable<ProxyOptions[Name]>
} & {
  readonly readApiKey: () => Promise<string>
  readonly idSecret: () => Promise<string>
  readonly maxCost: string | undefined
  readonly heldPolls: Share
  readonly openUploads: Share
}

const requestsPerMinuteDefault = 20
/** A tenth of the account's limit remains for the program's own clients. */
const totalDefault = 90
const heldPollsDefault: Share = { perCaller: 10, total: totalDefault }
/** As many as a caller may start in a minute. */
const openUploadsDefault: Share = { perCaller: requestsPerMinuteDefault, total: totalDefault }
const timeoutDefaultMs = 30_000

/** Throws MediagenError for invalid settings; the message does not contain a key. */
export function readProxyOptions(options: ProxyOptions): ProxySettings {
  const { authorize, operations: allowed = pageOperations, origins = [], maxCost, idSecret } = options
  const { apiKey = readEnvironment('MEDIAGEN_API_KEY'), requestsPerMinute = requestsPerMinuteDefault } =
    options
  const {
    timeoutMs = timeoutDefaultMs,
    now = Date.now,
    fetch = (...args) => globalThis.fetch(...args),
  } = options
  if (typeof authorize !== 'function') {
    throw new MediagenError('authorize is missing: without it anybody could spend the balance of the account')
  }
  if (!apiKey) throw new MediagenError('apiKey (or MEDIAGEN_API_KEY) is missing')
  if (typeof apiKey === 'string') requireKey(apiKey)
  else if (!idSecret) throw new MediagenError('idSecret is missing: an apiKey that changes signs no ids')
  for (const name of allowed) {
    if (!isOperationId(name)) throw new MediagenError(`operations: the contract has no operation ${name}`)
  }
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new MediagenError(`origins: "${origin}" is not an origin such as https://app.example.com`)
    }
  }
  if (maxCost !== undefined) isGreaterAmount(maxCost, '0')
  const readApiKey = async () => requireKey(typeof apiKey === 'string' ? apiKey : await apiKey())
  return {
    authorize,
    operations: allowed,
    origins,
    maxCost,
    readApiKey,
    idSecret: async () => idSecret || readApiKey(),
    heldPolls: checkShare('heldPolls', { ...heldPollsDefault, ...options.heldPolls }),
    openUploads: checkShare('openUploads', { ...openUploadsDefault, ...options.openUploads }),
    requestsPerMinute: checkNumber('requestsPerMinute', requestsPerMinute, 0),
    timeoutMs: checkNumber('timeoutMs', timeoutMs, 1),
    baseUrl: checkBaseUrl(options.baseUrl ?? defaultBaseUrl()),
    fetch,
    now,
    onError: options.onError ?? ((error) => console.error('mediagen proxy:', error)),
  }
}

/** A key that a header can carry; the proxy cannot do without one. */
function requireKey(key: string): string {
  const checked = checkKey(key)
  if (checked !== '') return checked
  throw new MediagenError('apiKey (or MEDIAGEN_API_KEY) is empty')
}

function checkNumber(name: string, value: number, min: number): number {
  if (typeof value === 'number' && value >= min) return value
  throw new MediagenError(`${name} must be a number from ${min} up`)
}

function checkShare(name: string, { perCaller, total }: Share): Share {
  checkNumber(`${name}.perCaller`, perCaller, 0)
  checkNumber(`${name}.total`, total, 0)
  return { perCaller, total }
}
