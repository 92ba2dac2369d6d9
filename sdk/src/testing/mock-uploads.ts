import type { Clock } from '../core/clock.js'
import {
  keptUploadBytesMin,
  uploadBytesMax,
  uploadBytesMin,
  uploadPixelsMax,
  uploadSidePxMax,
  uploadSidePxMin,
  uploadWindowSeconds,
} from '../generated/limits.js'
import type { ImageContentType, Upload } from '../types/index.js'
import { detectImageType, readImageSize } from '../uploads/image-header.js'
import { swapsSides } from './exif-orientation.js'
import type { MakeId } from './mock-ids.js'
import { errorResponse, jsonResponse } from './mock-responses.js'

const contentTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'] satisfies ImageContentType[]

interface StoredUpload {
  view: Upload
  bytes?: Uint8Array
}

/** The upload limits of an account, and the ids of its uploads. */
interface UploadBounds {
  readonly openUploadsMax: number
  readonly keptUploadsBytesMax: number
  readonly makeId: MakeId
}

/** The uploads of a mock, with the checks of the service; `isRefused` is its gate. */
export function createMockUploads(
  clock: Clock,
  { openUploadsMax, keptUploadsBytesMax, makeId }: UploadBounds,
  isRefused: () => boolean,
) {
  const uploads = new Map<string, StoredUpload>()
  let keptBytes = 0
  let created = 0
  const find = (id: string) => {
    const upload = uploads.get(id)
    if (upload?.view.status === 'PENDING' && clock.now() >= Date.parse(upload.view.expiresAt)) {
      upload.view = { ...upload.view, status: 'EXPIRED', error: { code: 'UPLOAD_EXPIRED' } }
    }
    return upload
  }
  return {
    isReady: (id: string) => find(id)?.view.status === 'READY',
    create(contentType: unknown, origin: string): Response {
      if (!isImageContentType(contentType)) return errorResponse('INVALID_REQUEST')
      created += 1
      const id = makeId('asset', created)
      const now = clock.now()
      if (keptBytes + keptUploadBytesMin > keptUploadsBytesMax) return errorResponse('STORAGE_LIMIT_REACHED')
      const open = [...uploads.values()]
        .filter(({ view }) => view.status !== 'READY')
        .map(({ view }) => Date.parse(view.expiresAt))
        .filter((closesAt) => closesAt > now)
      if (open.length >= openUploadsMax) {
        const seconds = Math.ceil((Math.min(...open) - now) / 1000)
        return errorResponse('TOO_MANY_OPEN_UPLOADS', { headers: { 'retry-after': String(seconds) } })
      }
      const expiresAt = new Date(now + uploadWindowSeconds * 1000).toISOString()
      const createdAt = new Date(now).toISOString()
      const nothingYet = { sizeBytes: null, width: null, height: null, verifiedAt: null, error: null }
      uploads.set(id, { view: { id, status: 'PENDING', contentType, createdAt, expiresAt, ...nothingYet } })
      return jsonResponse({ id, uploadUrl: `${origin}/files/uploads/${id}`, method: 'PUT', expiresAt })
    },
    /** The object store accepts bytes of the declared type within the window, and nothing else. */
    put(id: string, contentType: string | null, bytes: Uint8Array): Response {
      const upload = find(id)
      const isTaken = upload?.view.status === 'PENDING' && upload.view.contentType === contentType
      if (!isTaken) return new Response(null, { status: 403 })
      upload.bytes = bytes
      return new Response(null, { status: 200 })
    },
    read(id: string): Response {
      const upload = find(id)
      return upload === undefined ? errorResponse('UPLOAD_NOT_FOUND') : jsonResponse(upload.view)
    },
    delete(id: string): Response {
      const view = find(id)?.view
      if (view === undefined) return errorResponse('UPLOAD_NOT_FOUND')
      const isOpen = view.status !== 'READY' && clock.now() < Date.parse(view.expiresAt)
      if (isOpen) return errorResponse('UPLOAD_NOT_DELETABLE')
      if (view.status === 'READY') keptBytes -= Math.max(view.sizeBytes ?? 0, keptUploadBytesMin)
      uploads.delete(id)
      return jsonResponse({ id, deleted: true })
    },
    complete(id: string): Response {
      const upload = find(id)
      if (upload === undefined) return errorResponse('UPLOAD_NOT_FOUND')
      if (upload.view.status === 'PENDING') {
        if (upload.bytes === undefined) return errorResponse('UPLOAD_NOT_RECEIVED')
        const checked = judge(upload.bytes, upload.view.contentType)
        const verdict = checked.status === 'READY' && isRefused() ? invalid('CONTENT_REFUSED') : checked
        if (verdict.status === 'READY') {
          const bytes = Math.max(upload.bytes.length, keptUploadBytesMin)
          if (keptBytes + bytes > keptUploadsBytesMax) return errorResponse('STORAGE_LIMIT_REACHED')
          keptBytes += bytes
          upload.view = { ...upload.view, verifiedAt: new Date(clock.now()).toISOString() }
        }
        upload.view = { ...upload.view, ...verdict }
      }
      return jsonResponse(upload.view)
    },
  }
}

function invalid(code: NonNullable<Upload['error']>['code']): Partial<Upload> {
  return { status: 'INVALID', error: { code } }
}

function judge(bytes: Uint8Array, declared: ImageContentType): Partial<Upload> {
  if (bytes.length > uploadBytesMax) return invalid('FILE_TOO_LARGE')
  if (bytes.length < uploadBytesMin) return invalid('FILE_TOO_SMALL')
  const found = detectImageType(bytes)
  const size = found === undefined ? undefined : readImageSize(bytes, found)
  if (found === undefined || size === undefined) return invalid('UNSUPPORTED_FORMAT')
  if (found !== declared) return invalid('CONTENT_TYPE_MISMATCH')
  // As displayed: a photo rotated by 90 degrees has width and height swapped.
  const [width, height] = swapsSides(bytes, found) ? [size.height, size.width] : [size.width, size.height]
  const isInRange =
    Math.min(width, height) >= uploadSidePxMin &&
    Math.max(width, height) <= uploadSidePxMax &&
    width * height <= uploadPixelsMax
  return isInRange
    ? { status: 'READY', sizeBytes: bytes.length, width, height }
    : invalid('DIMENSIONS_OUT_OF_RANGE')
}

function isImageContentType(value: unknown): value is ImageContentType {
  return typeof value === 'string' && contentTypes.includes(value)
}
