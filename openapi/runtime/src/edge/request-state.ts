declare global {
  namespace Express {
    /**
     * State of a request, filled in step by step. The same for every contract, so that several fit together.
     */
    interface Request {
      /** Set first: each response carries it. */
      requestId: string
      /** Set once a route matched: the operation, or the name that a page gives itself. */
      operation?: string
      /** Set once a body was read: its media type. */
      bodyType?: string
      /** Set once credentials are checked: the context of the contract. */
      context?: object
      /** Set where responses are validated: throws for a response that breaks the contract. */
      checkResponse?: (status: number, body: unknown, headers: Readonly<Record<string, string>>) => void
    }
  }
}

export {}
