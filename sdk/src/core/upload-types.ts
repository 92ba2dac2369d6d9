import type { CallOptions, ImageContentType, ReservedUpload, Upload } from './api-types.js'

/**
 * An image to send: bytes, a stream (web or Node), a `Blob` or `File`, a data URL in base64, or
 * a path or `file:` URL in the file system (Node, Bun and Deno). What it is called and which type it
 * claims do not matter, its first bytes say what it is.
 */
export type UploadSource =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | URL
  | string

/** How far an upload has come. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}

/** The calls to the service around the transfer of the bytes. */
export interface UploadSteps {
  /**
   * Reserves an upload and gives the signed address that its bytes go to.
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
}
