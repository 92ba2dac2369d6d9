import type { RequestHandler } from 'express'
import type { ControllerContainer } from '../generated/controllers.js'
import type { OperationId } from '../generated/operations.js'

/** What the generated routes are given: what to do before validation, and whom to call after it. */
export interface RouteEdge {
  /** The steps of one operation up to validation: name, key, body, rate limit. */
  stepsBefore(
    operation: OperationId,
    security: readonly Readonly<Record<string, readonly string[]>>[],
  ): RequestHandler[]
  readonly controllers: ControllerContainer
}
