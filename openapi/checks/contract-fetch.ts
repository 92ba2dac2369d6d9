import { findOperation, parseBody } from './contract.ts'
import { type ContractChecker, contractChecker } from './contract-check.ts'

/** Which documented responses have been seen. */
export interface ContractCoverage {
  /** As `operationId status`, for example `getTask 200`, sorted. */
  seen(): string[]
  /** Documented and not seen, sorted. */
  unseen(): string[]
}

/** A fetch that holds every response against the contract. Fits where the SDK takes a fetch. */
export interface ContractFetch {
  (input: string | URL | Request, options?: RequestInit): Promise<Response>
  readonly coverage: ContractCoverage
}

/**
 * A fetch for the service at `baseUrl`: a relative address is taken from there. It rejects with a
 * ContractBreach when a response is not as documented, and gives the response, unread, otherwise. Requests to
 * other hosts and to addresses outside /api/v1 (signed links, the documentation) pass unchecked.
 */
export function contractFetch(baseUrl: string, checker: ContractChecker = contractChecker()): ContractFetch {
  const seen = new Set<string>()
  const run = async (input: string | URL | Request, options?: RequestInit): Promise<Response> => {
    const request =
      input instanceof Request ? new Request(input, options) : new Request(new URL(input, baseUrl), options)
    const { method } = request
    const url = new URL(request.url)
    const response = await fetch(request)
    const isOurs = url.origin === new URL(baseUrl).origin && url.pathname.startsWith('/api/v1')
    if (!isOurs || method === 'HEAD' || method === 'OPTIONS') return response

    const checked = {
      method,
      path: url.pathname,
      status: response.status,
      headers: response.headers,
      body: parseBody(await response.clone().text()),
    }
    if (findOperation(checker.operations, method, url.pathname) !== undefined) {
      const operation = checker.checkResponse(checked)
      seen.add(`${operation.operationId} ${response.status}`)
    } else checker.checkErrorResponse(checked)
    return response
  }
  return Object.assign(run, { coverage: coverageOf(checker, seen) })
}

function coverageOf(checker: ContractChecker, seen: ReadonlySet<string>): ContractCoverage {
  const documented = checker.operations.flatMap(({ operationId, responses }) =>
    responses.map(({ status }) => `${operationId} ${status}`),
  )
  return {
    seen: () => [...seen].sort(),
    unseen: () => documented.filter((entry) => !seen.has(entry)).sort(),
  }
}
