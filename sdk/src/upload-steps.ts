import type { CallOptions, ImageContentType, ReservedUpload, Upload } from './types.js'

/** The calls to the service around the transfer of the bytes. */
export interface UploadSteps {
  /** Reserves an upload and gives the signed address that its bytes go to. */
  create(request: { readonly contentType: ImageContentType }, options?: CallOptions): Promise<ReservedUpload>
  /** Has the service verify the bytes. The verdict is in the answer's `status`: `READY`, `INVALID` or `EXPIRED`. */
  complete(assetId: string, options?: CallOptions): Promise<Upload>
  /** Reads an upload. */
  get(assetId: string, options?: CallOptions): Promise<Upload>
}
