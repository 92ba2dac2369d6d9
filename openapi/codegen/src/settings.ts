/** The choices that a contract's team makes; each has a default. */
export interface Settings {
  /** Whether every schema must state its types. @default false */
  readonly strict: boolean
  /**
   * The header that carries a request's id; a parameter of this name stays with the edge.
   * @default X-Request-Id
   */
  readonly requestIdHeader: string
  /** @default 1 MiB */
  readonly requestBodyBytesMax: number
  /** Whether omitted fields and parameters are filled in with their defaults. @default true */
  readonly fillDefaults: boolean
  /** What becomes of a body's fields that the contract allows and does not declare. @default 'keep' */
  readonly undeclaredFields: 'keep' | 'drop' | 'refuse'
  /**
   * What whole numbers of 64 bits are to a backend: a number, of which those that are not exact are rejected, or a bigint.
   * @default 'number'
   */
  readonly int64: 'number' | 'bigint'
  /**
   * `declared` for the bodies that the contract declares, `problem` for RFC 9457 everywhere, else the path of
   * a module that exports `renderError`, which is imported from there. @default 'declared'
   */
  readonly errorForm: string
  /**
   * `contract` for the codes that the contract lists in x-error-statuses, else the path of a module in place
   * of the edge's own codes.
   */
  readonly errorCodes?: string | undefined
  /** The path of a module that makes what a backend is passed about a request. */
  readonly context?: string | undefined
  /** Whether the runtime is copied into the output, instead of imported from its package. @default false */
  readonly copyRuntime: boolean
  /** Whether the SDK half is emitted. @default true */
  readonly client: boolean
  /** Which operations are left out, as `skip.ts` reads it. @default none */
  readonly skip: readonly string[]
}

export const defaultSettings: Settings = {
  strict: false,
  requestIdHeader: 'X-Request-Id',
  requestBodyBytesMax: 1_048_576,
  fillDefaults: true,
  undeclaredFields: 'keep',
  int64: 'number',
  errorForm: 'declared',
  copyRuntime: false,
  client: true,
  skip: [],
}

/** The error codes that the contract lists itself. */
export const fromContract = 'contract'

/** Whether a form of errors is no module. */
export function isBuiltIn(errorForm: string): boolean {
  return errorForm === 'declared' || errorForm === 'problem'
}
