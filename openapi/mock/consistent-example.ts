import type { MockResponse, OperationRequest } from '../codegen/src/mock/exchange.ts'
import { isRecord, record } from '../codegen/src/read/record.ts'
import { contentTypeOf, productOf, taskIdOf, uploadIdOf } from './ids.ts'
import { mediaBase, sampleSizes } from './media.ts'

/**
 * An example as the response to one request: with the requested id, the product or type that was sent, links
 * to media that the mock serves, with their size, and the tag of the task's state. Everything else is the
 * example's.
 */
export function withConsistentValues(response: MockResponse, request: OperationRequest): MockResponse {
  if (response.status !== 200 || !isRecord(response.body)) return response
  const body = { ...response.body, ...valuesFor(response.body, request) }
  const { id } = response.body
  return {
    ...response,
    headers: taggedBy(response.body.status, response.headers),
    body: linked(body, request.origin, [String(id), String(body.id)]),
  }
}

/** The headers with the tag of the task's state; a finished task has none. Polls are not held here. */
function taggedBy(status: unknown, headers: MockResponse['headers']): MockResponse['headers'] {
  const isUnfinished = status === 'QUEUED' || status === 'PROCESSING'
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (name.toLowerCase() === 'preference-applied') return []
      if (name.toLowerCase() !== 'etag') return [[name, value]]
      return isUnfinished ? [[name, `W/"${status}"`]] : []
    }),
  )
}

function valuesFor(
  body: Record<string, unknown>,
  { operation, url, headers, body: sent }: OperationRequest,
): Record<string, unknown> {
  const { operationId, path } = operation
  const accepted = taskIdOf(operationId, headers['idempotency-key'])
  if (!('id' in body)) return {}
  if (accepted !== undefined) return { id: accepted }
  if (operationId === 'createUpload' && 'uploadUrl' in body) return reservation(body, fieldsOf(sent))
  const { pathname } = new URL(url, 'http://mock')
  const place = path.split('/').findLastIndex((step) => step.startsWith('{'))
  const isText = typeof body.id === 'string'
  const asked = place > 0 && isText ? { id: decodeURIComponent(pathname.split('/')[place] ?? '') } : {}
  const product = productOf(pathname)
  const contentType = contentTypeOf(pathname)
  return {
    ...asked,
    ...(product !== undefined && 'type' in body && fits(product, body) && { type: product }),
    ...(contentType !== undefined && body.status === 'READY' && { contentType }),
  }
}

/** The link is for the type that is to be uploaded. */
function reservation(
  { uploadUrl }: Record<string, unknown>,
  { contentType }: Record<string, unknown>,
): Record<string, unknown> {
  const url = new URL(String(uploadUrl))
  url.searchParams.set('contentType', String(contentType))
  return { id: uploadIdOf(String(contentType)), uploadUrl: url.href }
}

/** Whether the result, if any, can belong to the product: a client may have requested the other kind. */
function fits(product: string, { output }: Record<string, unknown>): boolean {
  return output === null || `${product.split('.')[0]}s` in record(output)
}

/** The body's links, pointed to the mock and its task or upload; results have the sizes of the samples. */
function linked(value: unknown, origin: string, ids: readonly [string, string]): unknown {
  if (Array.isArray(value)) return value.map((item) => linked(item, origin, ids))
  if (typeof value === 'string' && value.startsWith(`${mediaBase}/`)) {
    const [path = '', ...query] = value.replace(mediaBase, origin).split('?')
    return [path.replace(ids[0], ids[1]), ...query].join('?')
  }
  if (!isRecord(value)) return value
  const fields = Object.entries(value).map(([name, field]) => [name, linked(field, origin, ids)])
  const size = sampleSizes.get(String(value.contentType))
  const isFile = 'url' in value && size !== undefined
  return { ...Object.fromEntries(fields), ...(isFile && { sizeBytes: size }) }
}

function fieldsOf(body: OperationRequest['body']): Record<string, unknown> {
  try {
    return record(JSON.parse(Buffer.from(body).toString()))
  } catch {
    return {}
  }
}
