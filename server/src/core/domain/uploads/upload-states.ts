import type * as contract from '@mediagen/contract/models'

export const uploadStatuses = [
  'PENDING',
  'READY',
  'INVALID',
  'EXPIRED',
] as const satisfies readonly contract.UploadStatus[]
export type UploadStatus = (typeof uploadStatuses)[number]

/** Why an upload is INVALID or EXPIRED, as the caller reads it in `error.code`. */
export type UploadErrorCode = contract.UploadErrorCode

/** Only PENDING has outgoing transitions; the other three are final. */
export const uploadMoves = {
  verify: { from: 'PENDING', to: 'READY' },
  reject: { from: 'PENDING', to: 'INVALID' },
  expire: { from: 'PENDING', to: 'EXPIRED' },
} as const satisfies Record<string, { from: UploadStatus; to: UploadStatus }>

/**
 * The statuses in which an upload counts as open until its window closes. An INVALID one keeps its place:
 * otherwise one key could add rows without end by completing files that fail. PENDING comes first: whoever
 * counts them one after the other misses none that is rejected in between.
 */
export const openUploadStatuses = [uploadMoves.verify.from, uploadMoves.reject.to]

/**
 * The status that a caller sees: the window closes by the clock, whether or not the sweep has written it yet.
 */
export function uploadStatusAt(
  upload: { status: UploadStatus; expiresAtMs: number },
  nowMs: number,
): UploadStatus {
  return upload.status === 'PENDING' && nowMs >= upload.expiresAtMs ? uploadMoves.expire.to : upload.status
}
