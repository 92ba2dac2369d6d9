import { limits } from '@mediagen/contract/limits'
import type { ImageContentType } from '@mediagen/contract/models'
import type { UploadErrorCode, UploadStatus } from './upload-states.ts'

/** One reserved or verified input image. Times are milliseconds since 1970 by the database's clock. */
export interface Upload {
  readonly id: string
  readonly accountId: string
  /** As stored; callers see the result of `uploadStatusAt`. */
  readonly status: UploadStatus
  readonly contentType: ImageContentType
  readonly sizeBytes: number | undefined
  readonly widthPx: number | undefined
  readonly heightPx: number | undefined
  /** The key of the verified bytes, which never change; present if READY. */
  readonly objectKey: string | undefined
  readonly errorCode: UploadErrorCode | undefined
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly verifiedAtMs: number | undefined
  /** When an accepted generation last used it, to the hour; initially the time of its verification. */
  readonly lastUsedAtMs: number
  /** Until when a completion copies and judges the file, unless it renews that; 0 without one. */
  readonly claimedUntilMs: number
}

/** Uses are recorded at most this often, so that most acceptances need no write for them. */
export const useNotedEveryMs = 60 * 60_000

/** Minimum size that a READY upload counts as, so that the number of tiny files is limited too. */
export function keptBytesOf(sizeBytes: number): number {
  return Math.max(sizeBytes, limits.keptUploadBytesMin)
}
