/** A call of an operation as the contract's examples show it. */
export interface ExampleCall {
  readonly operationId: string
  readonly tag: string
  readonly method: string
  /** With the example of each parameter filled in, and of each required or shown query parameter. */
  readonly path: string
  /** The examples of the path's parameters, in order. */
  readonly ids: readonly string[]
  /** The examples of the query's parameters that are required or shown. */
  readonly query: Readonly<Record<string, unknown>>
  readonly isSecured: boolean
  readonly body: Readonly<Record<string, unknown>> | undefined
  /** The names of the command line's options for fields that it names otherwise than the contract. */
  readonly optionNames: Readonly<Record<string, string>>
}

/** A request sample of an operation, as Scalar and other readers of `x-codeSamples` take it. */
export interface CodeSample {
  readonly lang: string
  readonly label: string
  readonly source: string
}
