import { type OperationId, operations } from '../generated/operations.js'
import type { UnknownRecord } from '../types/record.js'
import { ProxyError } from './proxy-error.js'
import type { ScopedIds } from './scoped-ids.js'

/** The service's id. Throws the contract's 404: somebody else's id looks like a missing one. */
export async function openId(ids: ScopedIds, sealed: string, operation: OperationId): Promise<string> {
  const id = await ids.open(sealed)
  if (id !== undefined) return id
  throw operations[operation].tag === 'tasks'
    ? new ProxyError(404, 'TASK_NOT_FOUND', 'There is no such task.')
    : new ProxyError(404, 'UPLOAD_NOT_FOUND', 'There is no such upload.')
}

/** The body with the service's id of its upload. Throws the contract's ASSET_NOT_USABLE. */
export async function openAsset(
  ids: ScopedIds,
  body: UnknownRecord | undefined,
  fields: readonly string[],
): Promise<UnknownRecord | undefined> {
  if (body === undefined || !fields.includes('assetId') || typeof body.assetId !== 'string') return body
  const assetId = await ids.open(body.assetId)
  if (assetId !== undefined) return { ...body, assetId }
  throw new ProxyError(400, 'ASSET_NOT_USABLE', 'No usable upload of yours has this assetId.')
}
