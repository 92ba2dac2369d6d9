import type { ProductName } from '../../core/domain/products.ts'
import type { ProviderJob, StartResponse } from '../../core/ports/provider.ts'
import type { EngineResponse } from '../shared/calls/engine-http.ts'
import { describe, readStart, refusedStart } from '../shared/calls/response-outcome.ts'
import type { EngineCalls } from '../shared/templates/engine-calls.ts'
import { scalarAt } from '../shared/templates/pointer.ts'
import { isPathPart, type Values } from '../shared/templates/template.ts'
import type { HttpOptions } from './http-options.ts'
import { pollingAddressOf } from './polling-address.ts'
import { describeResponse, readResponse } from './read-response.ts'
import { outputsOf } from './results.ts'

/** The meaning of a response to a submission. */
export function startResponseOf(
  calls: EngineCalls,
  options: HttpOptions,
  response: EngineResponse,
  product: ProductName,
  values: Values,
): StartResponse {
  if (response.kind !== 'responded') return readStart(calls.http, response, () => undefined)
  const { status, body } = response
  const { code, message } = readResponse(options, status, body)
  if (code === 'INVALID_INPUT') return { kind: 'rejected', message }
  if (code === 'GENERATION_FAILED') return { kind: 'failed', message }
  if (code === 'UNAVAILABLE' || code === 'KEY_REFUSED')
    return {
      kind: 'unavailable',
      message,
      ...(response.retryAfterMs !== undefined && { retryAfterMs: response.retryAfterMs }),
    }
  const refusal = refusedStart(calls.http, response)
  if (refusal?.kind === 'rejected' && options.errors.message !== undefined) return { ...refusal, message }
  if (refusal?.kind === 'unavailable' || refusal?.kind === 'ambiguous')
    return { ...refusal, message: describeResponse(options, status, body) }
  if (refusal !== undefined) return refusal
  return options.job === undefined
    ? readResult(calls, options, response, values)
    : readJob(calls, options, response, product)
}

/** A synchronous engine: the response contains the result, or the reason why there is none. */
function readResult(
  calls: EngineCalls,
  options: HttpOptions,
  { status, body }: Extract<EngineResponse, { kind: 'responded' }>,
  values: Values,
): StartResponse {
  const reading = readResponse(options, status, body)
  if (reading.status === 'rejected') return { kind: 'rejected', message: reading.message }
  if (reading.status === 'failed') return { kind: 'failed', message: reading.message }
  const outputs = outputsOf(calls, options, body, values)
  return outputs === undefined ? garbage(status, body) : { kind: 'succeeded', outputs }
}

function readJob(
  calls: EngineCalls,
  options: HttpOptions,
  { status, body }: Extract<EngineResponse, { kind: 'responded' }>,
  product: ProductName,
): StartResponse {
  const id = scalarAt(body, options.job?.id)
  const link = scalarAt(body, options.job?.pollUrl)
  const canPollById = id !== undefined && isPathPart(id) && options.poll !== undefined
  const address = link === undefined ? undefined : pollingAddressOf(calls.http, options, link)
  if (address?.kind === 'address') return started(product, id, address.url.href)
  if (canPollById) return started(product, id, undefined)
  // The engine has the job, so another try is not safe; but nothing can be learned about it, so the job is
  // over for us.
  if (address?.kind === 'refused') return { kind: 'failed', message: address.message }
  return garbage(status, body)
}

function started(product: ProductName, id: string | undefined, pollUrl: string | undefined): StartResponse {
  return { kind: 'started', job: jobOf(product, id, pollUrl) }
}

/** What is stored of a job. */
export function jobOf(
  product: ProductName,
  id: string | undefined,
  pollUrl: string | undefined,
): ProviderJob {
  return { product, ...(id !== undefined && { id }), ...(pollUrl !== undefined && { pollUrl }) }
}

function garbage(status: number, body: unknown): StartResponse {
  return {
    kind: 'ambiguous',
    message: `${describe(status, body)} It contains neither a job nor a result.`,
  }
}
