import { type ByteRange, walkImageHeader } from '../domain/image-header/walk-image-header.js'
import type { UploadErrorCode } from '../domain/upload-states.js'
import { limits } from '../generated/limits.js'

export type VerifiedFile =
  | {
      readonly kind: 'ready'
      readonly sizeBytes: number
      /** As the picture is displayed, turned by its orientation. */
      readonly widthPx: number
      readonly heightPx: number
    }
  | { readonly kind: 'invalid'; readonly errorCode: UploadErrorCode }
  /** The file was replaced while it was read. */
  | { readonly kind: 'changed' }

/**
 * Judges a file by its size and its header, never by decoding pixels. The order of the verdicts is fixed: too large, too
 * small, not one of the three formats, not the declared one, dimensions. `readRange` gives a part of the file, or undefined
 * when it is no longer the version whose size was taken; the reads and bytes of one verdict are bounded by
 * `headerReadsMax` and `headerReadBytesMax`.
 */
export async function verifyUpload(file: {
  readonly sizeBytes: number
  readonly declaredType: string
  readonly readRange: (range: ByteRange) => Promise<Uint8Array | undefined>
}): Promise<VerifiedFile> {
  if (file.sizeBytes > limits.uploadBytesMax) return invalid('FILE_TOO_LARGE')
  if (file.sizeBytes < limits.uploadBytesMin) return invalid('FILE_TOO_SMALL')
  const walk = walkImageHeader(file.sizeBytes)
  let step = walk.next()
  while (step.done !== true) {
    const bytes = await file.readRange(step.value)
    if (bytes === undefined) return { kind: 'changed' }
    step = walk.next(bytes)
  }
  const header = step.value
  if (header.kind === 'unsupported') return invalid('UNSUPPORTED_FORMAT')
  if (header.contentType !== file.declaredType) return invalid('CONTENT_TYPE_MISMATCH')
  if (!isAcceptedSize(header)) return invalid('DIMENSIONS_OUT_OF_RANGE')
  return { kind: 'ready', sizeBytes: file.sizeBytes, widthPx: header.widthPx, heightPx: header.heightPx }
}

function isAcceptedSize({ widthPx, heightPx }: { widthPx: number; heightPx: number }): boolean {
  const sides = [widthPx, heightPx]
  return (
    sides.every((side) => side >= limits.uploadSidePxMin && side <= limits.uploadSidePxMax) &&
    widthPx * heightPx <= limits.uploadPixelsMax
  )
}

function invalid(errorCode: UploadErrorCode): VerifiedFile {
  return { kind: 'invalid', errorCode }
}
