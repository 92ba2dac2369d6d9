import { UploadRejectedError } from './errors/upload-errors.js'
import { openPath } from './file-system.js'
import type { ImageContentType, UploadSource } from './types.js'

/** Limits of the contract (`x-limits`); a test holds them to it. */
export const uploadBytesMax = 20 * 1024 * 1024
export const uploadBytesMin = 64

/** An image that passed every check that can be made here. */
export interface UploadFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: ImageContentType
}

/** Reads an image and finds out what it is. Throws UploadRejectedError for one that the service would not take. */
export async function readUploadSource(source: UploadSource): Promise<UploadFile> {
  const { size, read } = await open(source)
  // Too large a file is not even read.
  if (size > uploadBytesMax) {
    throw new UploadRejectedError(`The file has ${size} bytes; ${uploadBytesMax} are allowed`, {
      code: 'FILE_TOO_LARGE',
    })
  }
  if (size < uploadBytesMin) {
    throw new UploadRejectedError(`The file has ${size} bytes, too few for an image`, {
      code: 'FILE_TOO_SMALL',
    })
  }
  const bytes = new Uint8Array(await read())
  const contentType = detectImageType(bytes)
  if (contentType === undefined) {
    throw new UploadRejectedError('The file is no JPEG, PNG or WebP', { code: 'UNSUPPORTED_FORMAT' })
  }
  return { bytes, contentType }
}

/** What an image is by its first bytes; undefined for anything but JPEG, PNG and WebP. */
export function detectImageType(bytes: Uint8Array): ImageContentType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12))
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  return undefined
}

async function open(
  source: UploadSource,
): Promise<{ size: number; read: () => PromiseLike<ArrayLike<number> | ArrayBuffer> }> {
  if (typeof source === 'string') return openPath(source)
  if (source instanceof Blob) return { size: source.size, read: () => source.arrayBuffer() }
  // Copied by the caller, so that what is sent cannot change between two tries.
  return {
    size: source.byteLength,
    read: async () => (source instanceof ArrayBuffer ? source.slice(0) : source),
  }
}
