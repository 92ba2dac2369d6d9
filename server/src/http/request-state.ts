import type { OperationId } from '../generated/operations.js'
import type { RequestContext } from '../generated/request-context.js'

declare global {
  namespace Express {
    /** State of a request, filled in step by step. */
    interface Request {
      /** Set first: each response carries it. */
      requestId: string
      /** Set once a route matched; the operation's name in log and metrics. */
      operation?: OperationId | PageName
      /** Set once the API key is authenticated. */
      context?: RequestContext
    }
  }
}

/** Names of the routes beside the contract's operations. */
export type PageName = 'spec' | 'docs' | 'gallery' | 'objects' | 'healthz' | 'readyz' | 'metrics'
