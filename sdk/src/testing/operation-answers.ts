import type { components, operations } from '../generated/openapi.js'

/** The examples of one operation: the good ones with what it answers, the others with errors, each under its name. */
export interface OperationAnswers<
  Operation extends keyof operations,
  Method extends 'get' | 'post',
  Good extends string,
  Bad extends string,
> {
  readonly method: Method
  /** With parameters as `:name`. */
  readonly path: string
  readonly answers: {
    readonly [Name in Good]: {
      readonly status: number
      readonly body: operations[Operation]['responses'][200]['content']['application/json']
    }
  } & {
    readonly [Name in Bad]: ErrorAnswer
  }
}

/** An example of an error. */
export interface ErrorAnswer {
  readonly status: number
  readonly body: components['schemas']['ApiError']
}
