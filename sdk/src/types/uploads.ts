import type { CallOptions, DeletedUpload, ImageContentType, ReservedUpload, Upload } from './api-types.js'
import type { LocalFile } from './local-file.js'

export type { LocalFile }

/**
 * An image to send: bytes, a stream (web or Node), a `Blob` or `File`, a base64 data URL, or a file on this
 * machine as `fromPath(…)` (Node, Bun and Deno). Any other text and every `URL` is an error, and never read: it may
 * come from a stranger. Its name and declared type do not matter: the SDK detects the type from its first bytes.
 */
export type UploadSource =
  | ArrayBufferView
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | LocalFile
  | `data:${string}`

/** Progress of an upload. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /**
   * Called as bytes are sent, from 0 to all; from 0 again when the transfer is retried. On Deno, in Workers
   * and with your own `fetch` it reports only the start and the end.
   */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  /**
   * Whether to reuse an earlier upload of this client with the same bytes, if the service still has it,
   * instead of sending them again. @default true
   */
  readonly reuse?: boolean | undefined
}

/** The calls before and after the transfer of the bytes. */
export interface UploadSteps {
  /**
   * Reserves an upload and returns the signed URL for its bytes.
   * @example
   * const { id, uploadUrl } = await client.uploads.create({ contentType: 'image/png' })
   */
  create(request: { readonly contentType: ImageContentType }, options?: CallOptions): Promise<ReservedUpload>
  /**
   * Has the service verify the bytes; `status` is then `READY`, `INVALID` or `EXPIRED`.
   * @example
   * const { status } = await client.uploads.complete(id)
   */
  complete(assetId: string, options?: CallOptions): Promise<Upload>
  /**
   * Reads an upload.
   * @example
   * const { status } = await client.uploads.get(id)
   */
  get(assetId: string, options?: CallOptions): Promise<Upload>
  /**
   * Deletes an upload with its file. Results that were made from it stay; a task that still needs it fails and is
   * refunded. Rejects with UploadNotDeletableError for one that is not `READY` while its 15 minutes last, and with
   * NotFoundError for one that does not exist.
   * @example
   * await client.uploads.delete(assetId)
   */
  delete(assetId: string, options?: CallOptions): Promise<DeletedUpload>
}
