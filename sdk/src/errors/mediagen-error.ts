import { recordOf } from '../types/record.js'

/** What every error of this SDK may say about its call. */
export interface ErrorProperties {
  /** @default the class's errorName */
  readonly name?: string
  readonly requestId?: string | undefined
  readonly idempotencyKey?: string | undefined
  readonly taskId?: string | undefined
  readonly uploadId?: string | undefined
  readonly retryable?: boolean
  readonly cause?: unknown
}

/**
 * The base class of every error that this SDK throws. Branch on the class, on `name` or on `code`, never on
 * `message`. An aborted call rejects with the reason of its `AbortSignal` instead, except for
 * `SubmitAbortedError`.
 */
export class MediagenError extends Error {
  /** The name of the class, which no minifier changes. */
  static readonly errorName: string = 'MediagenError'
  /** The `X-Request-Id` of the response, for a report to the operator of the service. */
  declare readonly requestId: string | undefined
  /** The generation's idempotency key: repeat it with the same input, and nothing is charged twice. */
  declare readonly idempotencyKey: string | undefined
  /** The task of the call. */
  declare readonly taskId: string | undefined
  /** The upload of the call. */
  declare readonly uploadId: string | undefined
  /** Whether the same call may succeed later without changes. */
  declare readonly retryable: boolean

  /** Sets the given facts as own properties of the error; undefined ones are omitted. */
  constructor(message: string, { cause, name = new.target.errorName, ...facts }: ErrorProperties = {}) {
    super(message, cause === undefined ? undefined : { cause })
    Object.defineProperty(this, 'name', { value: name })
    for (const [key, value] of Object.entries({ retryable: false, ...facts })) {
      if (value !== undefined) Reflect.set(this, key, value)
    }
  }

  /** Also true for the same class from another copy of this package, across ESM, CommonJS and versions. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: every subclass inherits this method, and asks about itself.
    return isInstance(this, value)
  }

  /** Everything except stack and cause, for a log. Errors never contain API keys or signed URLs. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message }
  }
}

function isInstance(asked: typeof MediagenError, value: unknown): boolean {
  // A subclass that somebody else made has no name of its own, and is distinguished in the ordinary way.
  if (!Object.hasOwn(asked, 'errorName')) return Function.prototype[Symbol.hasInstance].call(asked, value)
  const names = namesOf(recordOf(value).constructor)
  return names.at(-1) === 'MediagenError' && names.includes(asked.errorName)
}

/** The names of an error class and of its ancestors. */
function namesOf(ancestor: unknown): string[] {
  return isErrorClass(ancestor) ? [ancestor.errorName, ...namesOf(Object.getPrototypeOf(ancestor))] : []
}

function isErrorClass(value: unknown): value is { errorName: string } {
  return typeof value === 'function' && 'errorName' in value
}
