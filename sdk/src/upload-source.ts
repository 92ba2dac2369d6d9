import { UploadRejectedError } from './errors/upload-errors.js'
import { openPath } from './file-system.js'
import { detectImageType, readImageSize } from './image-header.js'
import type { ImageContentType, UploadErrorCode, UploadSource } from './types.js'

/** Limits of the contract (`x-limits`); a test holds them to it. */
export const uploadLimits = {
  uploadBytesMax: 20 * 1024 * 1024,
  uploadBytesMin: 64,
  uploadSidePxMin: 16,
  uploadSidePxMax: 8192,
  uploadPixelsMax: 40_000_000,
} as const

/** An image that passed every check that can be made here. */
export interface UploadFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: ImageContentType
}

/** Reads an image and finds out what it is. Throws UploadRejectedError for one that the service would not take. */
export async function readUploadSource(source: UploadSource, signal?: AbortSignal): Promise<UploadFile> {
  const bytes = await readBytes(source, signal)
  if (bytes.length < uploadLimits.uploadBytesMin) {
    throw rejected('FILE_TOO_SMALL', `The file has ${bytes.length} bytes, too few for an image`)
  }
  const contentType = detectImageType(bytes)
  if (contentType === undefined) {
    throw rejected('UNSUPPORTED_FORMAT', 'The file is no JPEG, PNG or WebP')
  }
  checkSides(bytes, contentType)
  return { bytes, contentType }
}

/** An image whose header does not say its size is left to the service. */
function checkSides(bytes: Uint8Array, contentType: ImageContentType): void {
  const { uploadSidePxMin: min, uploadSidePxMax: max, uploadPixelsMax } = uploadLimits
  const size = readImageSize(bytes, contentType)
  if (size === undefined) return
  const { width, height } = size
  if (Math.min(width, height) < min || Math.max(width, height) > max || width * height > uploadPixelsMax) {
    const allowed = `${min} to ${max} a side and ${uploadPixelsMax} in all are allowed`
    throw rejected('DIMENSIONS_OUT_OF_RANGE', `The image has ${width} x ${height} pixels; ${allowed}`)
  }
}

/** Always a copy, so that what is sent cannot change between two tries. Too large a file is not even read. */
async function readBytes(source: UploadSource, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof source === 'string') {
    if (source.startsWith('data:')) return readDataUrl(source)
    const { size, read } = await openPath(source)
    checkBytes(size)
    return new Uint8Array(await read())
  }
  if (source instanceof ReadableStream) return readStream(source, signal)
  if (source instanceof Blob) {
    checkBytes(source.size)
    return new Uint8Array(await source.arrayBuffer())
  }
  checkBytes(source.byteLength)
  return new Uint8Array(source instanceof ArrayBuffer ? source.slice(0) : source)
}

async function readStream(
  source: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const stop = () => reader.cancel(signal?.reason)
  signal?.addEventListener('abort', stop)
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal?.throwIfAborted()
      if (done) break
      size += value.length
      checkBytes(size)
      chunks.push(new Uint8Array(value))
    }
  } catch (error) {
    await reader.cancel(error)
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function readDataUrl(source: string): Uint8Array<ArrayBuffer> {
  const comma = source.indexOf(',')
  const text = source.slice(comma + 1)
  if (!/^data:[^,]*;base64$/i.test(source.slice(0, comma))) {
    throw rejected('UNSUPPORTED_FORMAT', 'The data URL is not in base64')
  }
  checkBytes(Math.floor((text.replace(/=+$/, '').length * 3) / 4))
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch (cause) {
    throw rejected('UNSUPPORTED_FORMAT', 'The data URL is not in base64', cause)
  }
}

function checkBytes(size: number): void {
  if (size <= uploadLimits.uploadBytesMax) return
  const allowed = `${uploadLimits.uploadBytesMax} are allowed`
  throw rejected('FILE_TOO_LARGE', `The file has ${size} bytes or more; ${allowed}`)
}

function rejected(code: UploadErrorCode, message: string, cause?: unknown): UploadRejectedError {
  return new UploadRejectedError(message, { code, cause })
}
