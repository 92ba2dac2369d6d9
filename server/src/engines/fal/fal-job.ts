import type { ProviderJob } from '../../core/ports/provider.ts'
import type { EngineHttp } from '../shared/calls/engine-http.ts'
import { textAt } from '../shared/calls/json-path.ts'

export interface FalAddresses {
  readonly statusUrl: string
  readonly responseUrl: string
  readonly cancelUrl: string
}

/**
 * How a request is polled later: by the addresses that the queue returned with it, which omit parts of the
 * model's path. An address on another origin is replaced by the standard one at the engine, because the key
 * goes nowhere else.
 */
export function falJob(http: EngineHttp, model: string, id: string, body?: unknown): ProviderJob {
  const [owner = '', app = ''] = model.split('/')
  const usual = `${owner}/${app}/requests/${encodeURIComponent(id)}`
  const address = (key: string, path: string): string => {
    const given = textAt(body, key)
    const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined
    return url?.origin === http.url.origin ? url.href : http.urlOf(path).href
  }
  return {
    id,
    statusUrl: address('status_url', `${usual}/status`),
    responseUrl: address('response_url', usual),
    cancelUrl: address('cancel_url', `${usual}/cancel`),
  }
}

export function addressesOf(job: ProviderJob): FalAddresses {
  return {
    statusUrl: String(job.statusUrl),
    responseUrl: String(job.responseUrl),
    cancelUrl: String(job.cancelUrl),
  }
}
