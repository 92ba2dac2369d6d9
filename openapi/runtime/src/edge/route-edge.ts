import type { RequestHandler } from 'express'
import type { ControllerContainer } from '../generated/controllers.js'
import type { OperationId } from '../generated/operations.js'

/** The dependencies of the generated routes: the steps before validation, and the controllers. */
export interface RouteEdge {
  /** The steps of one operation up to validation: name, key, body, rate limit. */
  stepsBefore(
    operation: OperationId,
    security: readonly Readonly<Record<string, readonly string[]>>[],
  ): RequestHandler[]
  readonly controllers: ControllerContainer
}
