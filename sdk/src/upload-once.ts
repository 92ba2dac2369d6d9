import { withTimeLimit } from './clock.js'
import { NotFoundError } from './errors/api-error.js'
import { RequestTimeoutError } from './errors/call-errors.js'
import { hashOf } from './hex.js'
import type { Transport } from './transport.js'
import type { Upload, UploadOptions } from './types.js'
import type { UploadFile } from './upload-source.js'
import type { UploadSteps } from './upload-steps.js'

/** How many uploads a client keeps in mind; the oldest one is forgotten first. */
const keptMax = 1000

/** For each client the uploads that it has made or is making, by the hash of their bytes. */
const uploadsOf = new WeakMap<UploadSteps, Map<string, Promise<Upload>>>()

/**
 * Gives the upload that this client made of the same bytes, where the service says that it is still `READY`, and has
 * it made otherwise. Of several at once only the first is made; where that one fails, the others go their own way.
 */
export async function uploadOnce(
  { clock, transferTimeoutMs }: Transport,
  steps: UploadSteps,
  { bytes }: UploadFile,
  options: UploadOptions,
  make: () => Promise<Upload>,
): Promise<Upload> {
  const hash = await hashOf(bytes)
  if (hash === undefined) return make()
  const kept = uploadsOf.get(steps) ?? new Map<string, Promise<Upload>>()
  uploadsOf.set(steps, kept)
  const earlier = kept.get(hash)
  if (earlier !== undefined) {
    const limit = { clock, ms: transferTimeoutMs, signal: options.signal }
    const known = await withTimeLimit(limit, () => earlier.catch(() => undefined), late)
    const there = known && (await readAgain(steps, known.id, options))
    if (there !== undefined) {
      options.onProgress?.({ sentBytes: bytes.length, totalBytes: bytes.length })
      return there
    }
  }
  const making = make()
  kept.set(hash, making)
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return making.catch((error: unknown) => {
    if (kept.get(hash) === making) kept.delete(hash)
    throw error
  })
}

/** An upload as it is now; undefined where it can no longer be used. */
async function readAgain(
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

function late(): Error {
  return new RequestTimeoutError('Another call of the same upload took too long')
}
