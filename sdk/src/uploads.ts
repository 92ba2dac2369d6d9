import { type Context, initOf, unwrap } from './http.js'
import type {
  CallOptions,
  ImageContentType,
  ReservedUpload,
  Upload,
  UploadOptions,
  UploadSource,
} from './types.js'

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
  file(source: UploadSource, options?: UploadOptions): Promise<Upload>
}

export function createUploads(context: Context): Uploads {
  const steps = {
    async create(request: { readonly contentType: ImageContentType }, options?: CallOptions) {
      const call = { body: request, ...initOf(context, options) }
      return unwrap(context, await context.http.POST('/api/v1/uploads', call))
    },
    async complete(assetId: string, options?: CallOptions) {
      const call = { params: { path: { assetId } }, body: {}, ...initOf(context, options) }
      return unwrap(context, await context.http.POST('/api/v1/uploads/{assetId}/complete', call))
    },
  }
  return {
    ...steps,
    async get(assetId, options) {
      const call = { params: { path: { assetId } }, ...initOf(context, options) }
      return unwrap(context, await context.http.GET('/api/v1/uploads/{assetId}', call))
    },
    async file(source, options) {
      const { uploadFile } = await import('./upload-file.js')
      return uploadFile(context.transport, steps, source, options)
    },
  }
}
