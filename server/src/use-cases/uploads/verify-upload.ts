import { limits } from '@mediagen/contract/limits'
import { type ByteRange, walkImageHeader } from '../../core/domain/image-header/walk-image-header.ts'
import type { UploadErrorCode } from '../../core/domain/uploads/upload-states.ts'

export type VerifiedFile =
  | {
      readonly kind: 'ready'
      readonly sizeBytes: number
      /** As displayed, with the orientation applied. */
      readonly widthPx: number
      readonly heightPx: number
    }
  | { readonly kind: 'invalid'; readonly errorCode: UploadErrorCode }
  /** The file was replaced during the read. */
  | { readonly kind: 'changed' }

/**
 * Verifies a file by its size and header, without decoding pixels. The checks have a fixed order: too large,
 * too small, not one of the three formats, not the declared one, dimensions. `readRange` returns a range of
 * the file, or undefined if it is no longer the version whose size was read; `headerReadsMax` and
 * `headerReadBytesMax` limit the reads and bytes.
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
