import type { OperationId } from '../generated/operations.js'
import type { RequestContext } from '../generated/request-context.js'

declare global {
  namespace Express {
    /** State of a request, filled in step by step. */
    interface Request {
      /** Set first: each response carries it. */
      requestId: string
      /** Set once a route matched: the operation, or the name that a page gives itself. */
      operation?: OperationId | (string & {})
      /** Set once the API key is authenticated. */
      context?: RequestContext
    }
  }
}
