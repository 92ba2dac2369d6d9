import type { SchemeForm } from './edge/credentials.ts'
import type { EdgeError } from './errors/edge-error.ts'
import type { EdgeCode } from './errors/error-codes.ts'
import type { ErrorKind } from './errors/error-kind.ts'
import type { ErrorTemplate } from './errors/error-template.ts'
import type { HiddenFields } from './validation/hidden-fields.ts'
import type { ParameterForm } from './validation/parameter-values.ts'

/** One media type of a request's body, and how it is read. */
export interface BodyMedia {
  readonly type: string
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'binary'
  /** Whether JSON has to be an object; a schema then says which. */
  readonly isObject?: boolean
  /** The fields of a form that are more than one text. */
  readonly fields?: readonly ParameterForm[]
  /** The media types that the files of a form may have, by the field's name. */
  readonly partTypes?: Readonly<Record<string, readonly string[]>>
}

/** What the edge must know of an operation before it calls one. */
export interface OperationFacts {
  /** The property of the contract's interfaces that implements it. */
  readonly tag: string
  readonly method: string
  /** Path with parameters in braces, as in the contract. */
  readonly path: string
  /** Credentials are demanded. */
  readonly secured: boolean
  /** The operation declares RATE_LIMITED. */
  readonly rateLimited: boolean
  /** The body that it takes: 'none' means that one is ignored. */
  readonly body: 'none' | 'optional' | 'required'
  /** The declared fields of the body. */
  readonly bodyFields: readonly string[]
  /** Alternatives of security schemes, each with its scopes; an empty one makes them optional. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  /** Whether the backend is told which media type the body has. */
  readonly passesMediaType?: boolean
  /** How its body may travel. */
  readonly media: readonly BodyMedia[]
}

/** How an error is written; without a body where the contract declares none. */
export interface ErrorForm {
  readonly mediaType?: string
  readonly body?: ErrorTemplate
}

/** What renderError gives: the body of an error of the edge. */
export interface RenderedBody {
  readonly contentType: string
  readonly body: unknown
}

/** The limits that the edge sets to every request. */
export interface EdgeLimits {
  readonly requestBodyBytesMax: number
  readonly requestBodySeconds: number
  readonly requestIdCharactersMax: number
}

/** What the edge knows of a contract besides the rules of its requests. */
export interface EdgeFacts {
  /** The path of the first server, without a slash at its end. */
  readonly basePath: string
  /** In the order in which their routes are tried. */
  readonly operations: Readonly<Record<string, OperationFacts>>
  /** Where the credential of each security scheme is found. */
  readonly schemes: Readonly<Record<string, SchemeForm>>
  readonly limits: EdgeLimits
  /** Whole numbers of 64 bits are bigints; without it they are numbers, and those that are not exact are rejected. */
  readonly int64?: 'bigint'
  /** The header with a request's id, which the edge reads and sends. */
  readonly requestIdHeader: string
  readonly errorCodes: Readonly<Record<Exclude<EdgeCode, 'FORBIDDEN'>, ErrorKind>> &
    Readonly<Record<string, ErrorKind>>
  /** The first one is for what belongs to no operation. */
  readonly errorForms: readonly ErrorForm[]
  /** The places of forms, by operation and declared status. */
  readonly formsByOperation: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly renderError: (error: EdgeError) => RenderedBody
  /** What is never sent of the bodies of responses, by operation and status. */
  readonly hiddenFields: Readonly<Record<string, Readonly<Record<string, HiddenFields>>>>
  /** What is hidden of schemas that occur inside themselves. */
  readonly namedHiddenFields: Readonly<Record<string, HiddenFields>>
}

/** What a table has for a status: by itself, for its range, or for every other. */
export function forStatus<Value>(
  byStatus: Readonly<Record<string, Value>> | undefined,
  status: number,
): Value | undefined {
  return byStatus?.[status] ?? byStatus?.[`${Math.trunc(status / 100)}XX`] ?? byStatus?.default
}
