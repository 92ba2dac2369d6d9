import type * as contract from '@mediagen/contract/models'
import { toTimestamp, toTimestampOrNull } from '../../core/domain/clock.ts'
import type { Upload } from '../../core/domain/uploads/upload.ts'
import { uploadMoves, uploadStatusAt } from '../../core/domain/uploads/upload-states.ts'

/**
 * An upload as its owner sees it at a given time of the database's clock: a closed window shows immediately.
 */
export function viewUpload(upload: Upload, nowMs: number): contract.Upload {
  const status = uploadStatusAt(upload, nowMs)
  const errorCode = status === uploadMoves.expire.to ? 'UPLOAD_EXPIRED' : upload.errorCode
  return {
    id: upload.id,
    status,
    contentType: upload.contentType,
    sizeBytes: upload.sizeBytes ?? null,
    width: upload.widthPx ?? null,
    height: upload.heightPx ?? null,
    createdAt: toTimestamp(upload.createdAtMs),
    expiresAt: toTimestamp(upload.expiresAtMs),
    verifiedAt: toTimestampOrNull(upload.verifiedAtMs),
    error: errorCode === undefined ? null : { code: errorCode },
  }
}
