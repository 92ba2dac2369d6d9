import { unlessAborted } from '../core/clock.js'
import { sha256Hex } from '../core/hex.js'
import { notify } from '../core/notify.js'
import { NotFoundError } from '../errors/api-error.js'
import type { Upload, UploadOptions, UploadSteps } from '../types/index.js'
import type { UploadFile } from './upload-source.js'

/** Uploads that one client caches; the oldest entry is evicted first. */
const cachedUploadsMax = 1000

/** Per client: its finished and running uploads, by the SHA-256 of their bytes. */
const caches = new WeakMap<UploadSteps, Map<string, Promise<Upload>>>()

/**
 * Deduplicates uploads by content: resolves to an earlier upload of the same bytes while the service still
 * reports it `READY`, and calls `upload` otherwise. Concurrent calls share one upload; if it fails, each of
 * the others uploads.
 */
export async function uploadOnce(
  steps: UploadSteps,
  { bytes }: UploadFile,
  options: UploadOptions,
  upload: () => Promise<Upload>,
): Promise<Upload> {
  const hash = await sha256Hex(bytes)
  if (hash === undefined) return upload()
  const cache = caches.get(steps) ?? new Map<string, Promise<Upload>>()
  caches.set(steps, cache)
  const cachedUpload = cache.get(hash)
  if (cachedUpload !== undefined) {
    const known = await unlessAborted(options.signal, () => cachedUpload.catch(() => undefined))
    const ready = known && (await readIfReady(steps, known.id, options))
    if (ready !== undefined) {
      notify(() => options.onProgress?.({ sentBytes: bytes.length, totalBytes: bytes.length }), 'callback')
      return ready
    }
  }
  const uploading = upload()
  cache.set(hash, uploading)
  const [oldest] = cache.keys()
  if (cache.size > cachedUploadsMax && oldest !== undefined) cache.delete(oldest)
  return uploading.catch((error: unknown) => {
    if (cache.get(hash) === uploading) cache.delete(hash)
    throw error
  })
}

/** The current state of an upload; undefined once it is unusable. */
async function readIfReady(
  steps: UploadSteps,
  assetId: string,
  options: UploadOptions,
): Promise<Upload | undefined> {
  try {
    const upload = await steps.get(assetId, options)
    return upload.status === 'READY' ? upload : undefined
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}
