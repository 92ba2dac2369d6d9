import { readImageHeader } from '../domain/image-header/image-header.js'
import type { UploadErrorCode } from '../domain/upload-states.js'
import { limits } from '../generated/limits.js'

/** First read of a file: as quick as 4 KiB when measured, and enough for all but phone pictures with long metadata. */
const firstReadBytes = 64 * 1024
/** Metadata longer than this before the dimensions is no picture that anyone uploads. */
const readBytesMax = 1024 * 1024

export type VerifiedFile =
  | {
      readonly kind: 'ready'
      readonly sizeBytes: number
      readonly widthPx: number
      readonly heightPx: number
    }
  | { readonly kind: 'invalid'; readonly errorCode: UploadErrorCode }
  /** The file was replaced while it was read. */
  | { readonly kind: 'changed' }

/**
 * Judges a file by its size and its first bytes, never by decoding pixels. The order of the verdicts is fixed: too large,
 * too small, not one of the three formats, not the declared one, dimensions. `readHead` gives the file's first bytes, or
 * undefined when it is no longer the version whose size was taken.
 */
export async function verifyUpload(file: {
  readonly sizeBytes: number
  readonly declaredType: string
  readonly readHead: (lengthBytes: number) => Promise<Uint8Array | undefined>
}): Promise<VerifiedFile> {
  if (file.sizeBytes > limits.uploadBytesMax) return invalid('FILE_TOO_LARGE')
  if (file.sizeBytes < limits.uploadBytesMin) return invalid('FILE_TOO_SMALL')
  let length = firstReadBytes
  for (;;) {
    const head = await file.readHead(Math.min(length, file.sizeBytes))
    if (head === undefined) return { kind: 'changed' }
    const header = readImageHeader(head)
    if (header.kind === 'unsupported') return invalid('UNSUPPORTED_FORMAT')
    if (header.kind === 'image') {
      if (header.contentType !== file.declaredType) return invalid('CONTENT_TYPE_MISMATCH')
      if (!isAcceptedSize(header)) return invalid('DIMENSIONS_OUT_OF_RANGE')
      return { kind: 'ready', sizeBytes: file.sizeBytes, widthPx: header.widthPx, heightPx: header.heightPx }
    }
    if (head.length >= file.sizeBytes || header.bytesNeeded > readBytesMax)
      return invalid('UNSUPPORTED_FORMAT')
    // Doubling bounds the reads to five, however the file strings its segments together.
    length = Math.min(readBytesMax, Math.max(header.bytesNeeded, length * 2))
  }
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
