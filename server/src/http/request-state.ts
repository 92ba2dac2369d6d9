import type { OperationId } from '../generated/operations.js'
import type { RequestContext } from '../generated/request-context.js'

declare global {
  namespace Express {
    /** What the edge learns about a request, step by step. */
    interface Request {
      /** Set before anything else: each answer carries it. */
      requestId: string
      /** Set once a route matched; the name by which log and metrics know the request. */
      operation?: OperationId | PageName
      /** Set once the API key was found good. */
      context?: RequestContext
    }
  }
}

/** Names of what is served beside the operations of the contract. */
export type PageName = 'spec' | 'docs' | 'gallery' | 'objects' | 'healthz' | 'readyz' | 'metrics'
