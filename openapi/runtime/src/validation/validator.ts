/** One broken rule: which keyword of the schema, where in the checked value, and the keyword's own facts. */
export interface BrokenRule {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Returns whether the value meets the contract; if not, `errors` holds every broken rule until the next call. */
export interface Validator {
  (value: unknown): boolean
  readonly errors?: readonly BrokenRule[] | null
}

/** What an operation checks of a request, part by part. A part that is missing has no rules. */
export interface RequestValidators {
  readonly path?: Validator
  readonly query?: Validator
  readonly headers?: Validator
  readonly cookies?: Validator
  readonly body?: Validator
  /** In place of `body` where each media type has a schema of its own. */
  readonly bodies?: Readonly<Record<string, Validator>>
}
