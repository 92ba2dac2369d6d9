import { onAbort } from '../core/abort.js'
import { toReadableStream } from '../core/readable-stream.js'
import { UploadRejectedError } from '../errors/upload-errors.js'
import {
  uploadBytesMax,
  uploadBytesMin,
  uploadPixelsMax,
  uploadSidePxMax,
  uploadSidePxMin,
} from '../generated/limits.js'
import type { ImageContentType, LocalFile, UploadErrorCode, UploadSource } from '../types/index.js'
import { localFile } from '../types/local-file.js'
import { isRecord, recordOf, textOf } from '../types/record.js'
import { detectImageType, readImageSize } from './image-header.js'

/** An image that passed every local check. */
export interface UploadFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: ImageContentType
}

/**
 * Reads an image and determines its type. Throws UploadRejectedError for one that the service would reject,
 * and TypeError for a source that cannot be read.
 */
export async function readUploadSource(source: UploadSource, signal?: AbortSignal): Promise<UploadFile> {
  signal?.throwIfAborted()
  const bytes = await readerOf(source)(signal)
  if (bytes.length < uploadBytesMin) {
    throw rejected('FILE_TOO_SMALL', `The file has ${bytes.length} bytes, too few for an image`)
  }
  const contentType = detectImageType(bytes)
  if (contentType === undefined) {
    throw rejected('UNSUPPORTED_FORMAT', 'The file is no JPEG, PNG or WebP')
  }
  checkSides(bytes, contentType)
  return { bytes, contentType }
}

/** An image whose header does not state its size is left to the service. */
function checkSides(bytes: Uint8Array, contentType: ImageContentType): void {
  const size = readImageSize(bytes, contentType)
  if (size === undefined) return
  const { width, height } = size
  if (
    Math.min(width, height) < uploadSidePxMin ||
    Math.max(width, height) > uploadSidePxMax ||
    width * height > uploadPixelsMax
  ) {
    const allowed = `${uploadSidePxMin} to ${uploadSidePxMax} a side and ${uploadPixelsMax} in all are allowed`
    throw rejected('DIMENSIONS_OUT_OF_RANGE', `The image has ${width} x ${height} pixels; ${allowed}`)
  }
}

/** Reads a source. */
type Reader = (signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>

/**
 * How to read a source: always into a copy, so that the bytes cannot change between two attempts. A file that is
 * too large is not even read. Throws TypeError for a source that cannot be read.
 */
export function readerOf(source: UploadSource): Reader {
  if (typeof source === 'string') {
    // A path would be one on this machine, and the text may come from a stranger.
    if (!/^data:/i.test(source)) throw nothingToRead('a text that is no data URL')
    return async () => readDataUrl(source)
  }
  if (isLocalFile(source)) return (signal) => readStream(webStreamOf(source[localFile](checkBytes)), signal)
  if (isTagged(source, 'ReadableStream')) return (signal) => readStream(source, signal)
  if (isTagged(source, 'Blob', 'File')) {
    return async () => {
      checkBytes(source.size)
      return new Uint8Array(await source.arrayBuffer())
    }
  }
  if (isTagged(source, 'ArrayBuffer') || ArrayBuffer.isView(source)) {
    return async () => {
      checkBytes(source.byteLength)
      return ArrayBuffer.isView(source) ? copyOf(source) : new Uint8Array(source.slice(0))
    }
  }
  // The types allow nothing else; an untyped caller may pass anything.
  if (isRecord(source) && Symbol.asyncIterator in source) {
    return (signal) => readStream(webStreamOf(source), signal)
  }
  throw nothingToRead(source == null ? `${source}` : classOf(source))
}

/** The bytes of a view, whatever its elements are. */
function copyOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength))
}

/** Recognised by its tag: in another realm, such as a frame or a test environment, the class differs. */
interface TaggedSources {
  readonly ReadableStream: ReadableStream<Uint8Array>
  readonly Blob: Blob
  readonly File: Blob
  readonly ArrayBuffer: ArrayBuffer
}

function isTagged<Tag extends keyof TaggedSources>(
  source: unknown,
  ...tags: Tag[]
): source is TaggedSources[Tag] {
  return tags.some((tag) => tag === tagOf(source))
}

function tagOf(source: unknown): string {
  return Object.prototype.toString.call(source).slice('[object '.length, -1)
}

/** A `file:` URL is no source: frameworks make one from text that a stranger sent. */
function isLocalFile(source: unknown): source is LocalFile {
  return isRecord(source) && localFile in source && typeof source[localFile] === 'function'
}

/** Whether the bytes are not in memory yet, and stay available for as long as the call lasts. */
export function isStored(source: UploadSource): boolean {
  return typeof source === 'string' || isLocalFile(source) || isTagged(source, 'Blob', 'File')
}

function webStreamOf(
  source: AsyncIterable<Uint8Array> & { destroy?(): unknown },
): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  // A silent Node stream ends only when it is destroyed.
  return toReadableStream(chunks, () => (source.destroy ? source.destroy() : chunks.return?.()))
}

async function readStream(
  source: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  // Whether cancelling the source fails is irrelevant here.
  const stop = (reason: unknown) => reader.cancel(reason).catch(() => undefined)
  const leave = () => stop(signal?.reason)
  const forget = onAbort(signal, leave)
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal?.throwIfAborted()
      if (done) break
      if (!ArrayBuffer.isView(value)) throw nothingToRead(`a stream of ${typeof value}s`)
      size += value.byteLength
      checkBytes(size)
      chunks.push(copyOf(value))
    }
  } catch (error) {
    stop(error)
    throw error
  } finally {
    forget()
  }
  const bytes = new Uint8Array(size)
  for (const chunk of chunks.reverse()) {
    size -= chunk.length
    bytes.set(chunk, size)
  }
  return bytes
}

function readDataUrl(source: string): Uint8Array<ArrayBuffer> {
  const comma = source.indexOf(',')
  const text = source.slice(comma + 1)
  if (!/^data:[^,]*;base64$/i.test(source.slice(0, comma))) {
    throw rejected('UNSUPPORTED_FORMAT', 'The data URL is not in base64')
  }
  const paddingCharacters = text.endsWith('==') ? 2 : Number(text.endsWith('='))
  checkBytes(Math.floor(((text.length - paddingCharacters) * 3) / 4))
  let characters: string
  try {
    characters = atob(text)
  } catch (cause) {
    throw rejected('UNSUPPORTED_FORMAT', 'The data URL is not in base64', cause)
  }
  const bytes = new Uint8Array(characters.length)
  // An iterator would take seconds for the largest file.
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index)
  return bytes
}

function nothingToRead(kind: string): TypeError {
  const taken = 'bytes, an ArrayBuffer, Blob or File, a stream of bytes, a data URL in base64'
  return new TypeError(
    `An image cannot be read from ${kind}: give ${taken}, or fromPath(…) for a file on this machine`,
  )
}

function classOf(source: unknown): string {
  return textOf(recordOf(recordOf(source).constructor).name) ?? tagOf(source)
}

function checkBytes(size: number): void {
  if (size <= uploadBytesMax) return
  const allowed = `${uploadBytesMax} are allowed`
  throw rejected('FILE_TOO_LARGE', `The file has ${size} bytes or more; ${allowed}`)
}

function rejected(code: UploadErrorCode, message: string, cause?: unknown): UploadRejectedError {
  return new UploadRejectedError(message, { code, cause })
}
