import { UploadNotReceivedError } from './errors/api-error.js'
import { UploadRejectedError, UploadTransferError } from './errors/upload-errors.js'
import { type Context, initOf, unwrap } from './http.js'
import { backoffMs, isRetryable } from './retry-policy.js'
import { placeOf, send } from './transport.js'
import type { CallOptions, ImageContentType, ReservedUpload, Upload, UploadSource } from './types.js'
import { readUploadSource, type UploadFile } from './upload-source.js'

/** Brings your own images to the service. `file` does all of it; the others are its steps. */
export interface Uploads {
  /** Reserves an upload and gives the signed address that its bytes go to. */
  create(request: { readonly contentType: ImageContentType }, options?: CallOptions): Promise<ReservedUpload>
  /** Has the service verify the bytes. The verdict is in the answer's `status`: `READY`, `INVALID` or `EXPIRED`. */
  complete(assetId: string, options?: CallOptions): Promise<Upload>
  /** Reads an upload. */
  get(assetId: string, options?: CallOptions): Promise<Upload>
  /**
   * Uploads an image whole and resolves when it is `READY`; its `id` is the `assetId` of transformations. Rejects with
   * UploadRejectedError for a file that cannot be used, before a byte is sent where that can be seen here.
   */
  file(source: UploadSource, options?: CallOptions): Promise<Upload>
}

/** How often to ask for the verdict while the storage does not show the bytes yet. */
const completeTriesMax = 5

export function createUploads(context: Context): Uploads {
  const uploads: Uploads = {
    async create(request, options) {
      return unwrap(
        context,
        await context.http.POST('/api/v1/uploads', { body: request, ...initOf(context, options) }),
      )
    },
    async complete(assetId, options) {
      const call = { params: { path: { assetId } }, body: {}, ...initOf(context, options) }
      return unwrap(context, await context.http.POST('/api/v1/uploads/{assetId}/complete', call))
    },
    async get(assetId, options) {
      const call = { params: { path: { assetId } }, ...initOf(context, options) }
      return unwrap(context, await context.http.GET('/api/v1/uploads/{assetId}', call))
    },
    async file(source, options) {
      const file = await readUploadSource(source)
      const { id, uploadUrl } = await uploads.create({ contentType: file.contentType }, options)
      await putBytes(context, uploadUrl, file, options)
      const upload = await completeArrived(id, options)
      if (upload.status === 'READY') return upload
      const code = upload.error?.code ?? upload.status
      throw new UploadRejectedError(`The service refused the file: ${code}`, { code, upload })
    },
  }

  /** A storage of several machines may show bytes a moment after it took them. */
  async function completeArrived(assetId: string, options?: CallOptions): Promise<Upload> {
    const { clock, random } = context.transport
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await uploads.complete(assetId, options)
      } catch (error) {
        if (!(error instanceof UploadNotReceivedError) || attempt + 1 >= completeTriesMax) throw error
        await clock.delay(backoffMs(attempt, random), options?.signal)
      }
    }
  }

  return uploads
}

/** The address is signed for this very type, and takes no API key. */
async function putBytes(
  { transport }: Context,
  url: string,
  { bytes, contentType }: UploadFile,
  { signal, maxRetries }: CallOptions = {},
): Promise<void> {
  const headers = { 'content-type': contentType }
  const request = new Request(url, { method: 'PUT', headers, body: bytes, signal: signal ?? null })
  const response = await send(transport, request, { timeoutMs: transport.transferTimeoutMs, maxRetries })
  if (response.ok) return
  const { status } = response
  throw new UploadTransferError(`PUT ${placeOf(url)} was answered with HTTP ${status}`, {
    status,
    retryable: isRetryable(response),
  })
}
