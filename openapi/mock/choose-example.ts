import type { Choice, OperationRequest } from '../codegen/src/mock/exchange.ts'
import { isRecord } from '../codegen/src/read/record.ts'
import { productOf } from './ids.ts'

/**
 * The response that fits a request where the first example would not: an error of a body that is no object, a video
 * for a task that makes one, the effects of one surface.
 */
export function chooseExample(request: OperationRequest): Choice {
  const { operation, headers, url } = request
  const hasKey = /^Bearer +\S/i.test(headers.authorization ?? '')
  if (operation.security.length > 0 && !hasKey) return {}
  if (operation.body !== undefined && isNoObject(request))
    return { code: 400, example: 'INVALID_JSON', isForced: true }
  const { pathname, searchParams } = new URL(url, 'http://mock')
  if (operation.operationId === 'getTask' && productOf(pathname)?.startsWith('video'))
    return { code: 200, example: 'succeededVideo' }
  const surface = searchParams.get('surface')
  return operation.operationId === 'listEffects' && (surface === 'image' || surface === 'video')
    ? { code: 200, example: `${surface}Effects` }
    : {}
}

/** A body that the service takes for no JSON object; one of another type is no matter of this. */
function isNoObject({ body, headers, operation }: OperationRequest): boolean {
  if (body.length === 0) return operation.body?.required === true
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return false
  try {
    return !isRecord(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)))
  } catch {
    return true
  }
}
