import { recordOf } from '../core/record.js'

/** What every error of this SDK may know about the call that it came from. */
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
 * The base of every error that this SDK throws by itself. Decide on the class, on `name` or on `code`, never
 * on `message`. An aborted call is no such error: it rejects with the reason of its `AbortSignal`, but for
 * `SubmitAbortedError`.
 */
export class MediagenError extends Error {
  /** The class by a name that no minifier changes. */
  static readonly errorName: string = 'MediagenError'
  /** The `X-Request-Id` of the answer, for a report to the operator of the service. */
  declare readonly requestId: string | undefined
  /**
   * The key that the generation was sent with: send it again with the same input and nothing is charged
   * twice.
   */
  declare readonly idempotencyKey: string | undefined
  /** The task that the call was about. */
  declare readonly taskId: string | undefined
  /** The upload that the call was about. */
  declare readonly uploadId: string | undefined
  /** Whether the same call may succeed later as it stands. */
  declare readonly retryable: boolean

  /** Takes facts as own properties of the error; those that are undefined are left out. */
  constructor(message: string, { cause, name = new.target.errorName, ...facts }: ErrorProperties = {}) {
    super(message, cause === undefined ? undefined : { cause })
    Object.defineProperty(this, 'name', { value: name })
    for (const [key, value] of Object.entries({ retryable: false, ...facts })) {
      if (value !== undefined) Reflect.set(this, key, value)
    }
  }

  /** True for the same class of another copy of this package, too, across ESM, CommonJS and versions. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: every subclass inherits this method, and asks about itself.
    return isInstance(this, value)
  }

  /** Everything but stack and cause, for a log. API keys and signed addresses are never part of an error. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message }
  }
}

function isInstance(asked: typeof MediagenError, value: unknown): boolean {
  // A subclass that somebody else made has no name of its own, and is told apart in the ordinary way.
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
