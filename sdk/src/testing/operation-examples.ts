import type { components, operations } from '../generated/openapi.js'

/** The examples of one operation: success and error responses, each under its name. */
export interface OperationExamples<
  Operation extends keyof operations,
  Method extends 'get' | 'post' | 'delete',
  Good extends string,
  Bad extends string,
> {
  readonly method: Method
  /** With parameters as `:name`. */
  readonly path: string
  readonly examples: {
    readonly [Name in Good]: {
      readonly status: number
      readonly body: operations[Operation]['responses'][200]['content']['application/json']
    }
  } & {
    readonly [Name in Bad]: ErrorExample
  }
}

/** An example of an error. */
export interface ErrorExample {
  readonly status: number
  readonly body: components['schemas']['ApiError']
}
