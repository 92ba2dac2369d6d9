declare global {
  namespace Express {
    /**
     * State of a request, filled in step by step. The same for every contract, so that several fit together.
     */
    interface Request {
      /** Set first: each response carries it. */
      requestId: string
      /** Set once a route matched: the operation. */
      operation?: string
      /** Set once a body was read: its media type. */
      bodyType?: string
      /** Set once credentials are checked: a RequestContext. */
      context?: object
    }
  }
}

export {}
