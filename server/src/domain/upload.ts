import { limits } from '../generated/limits.js'
import type { ImageContentType } from '../generated/models.js'
import type { UploadErrorCode, UploadStatus } from './upload-states.js'

/** One reserved or verified input image. Times are milliseconds since 1970 by the database's clock. */
export interface Upload {
  readonly id: string
  readonly accountId: string
  /** As stored; what a caller sees at a moment is `uploadStatusAt`. */
  readonly status: UploadStatus
  readonly contentType: ImageContentType
  readonly sizeBytes: number | undefined
  readonly widthPx: number | undefined
  readonly heightPx: number | undefined
  /** The verified bytes, which never change; present on READY. */
  readonly objectKey: string | undefined
  readonly errorCode: UploadErrorCode | undefined
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly verifiedAtMs: number | undefined
  /** When an accepted generation last named it, to the hour; its verdict is its first use. */
  readonly lastUsedAtMs: number
}

/** The uses of an upload are noted no more often: a coarse time spares every acceptance a write. */
export const useNotedEveryMs = 60 * 60_000

/** What a READY upload counts as in its account's space: tiny files are bounded in number, too. */
export function keptBytesOf(sizeBytes: number): number {
  return Math.max(sizeBytes, limits.keptUploadBytesMin)
}
