import { checkNames } from '../core/check-names.js'
import { type Context, callApi } from '../core/http.js'
import { callOptions, uploadOptions } from '../core/option-names.js'
import { reliedOn } from '../core/relied-on.js'
import { checkInput } from '../core/settings.js'
import { NotFoundError } from '../errors/api-error.js'
import type { Upload, UploadOptions, UploadSource, UploadSteps } from '../types/index.js'
import { uploadFile } from './upload-file.js'

/** Uploads your own images. `file` does everything; the other methods are its steps. */
export interface Uploads extends UploadSteps {
  /**
   * Uploads an image and resolves when it is `READY`; its `id` is the `assetId` of transformations. Rejects
   * with UploadRejectedError for an unusable file, if possible before a byte is sent. Bytes that this client
   * has uploaded before are not sent again.
   * @example
   * const { id: assetId } = await client.uploads.file(fromPath('photo.jpg'))
   * await client.images.transform({ assetId, effectId: 'linocut' })
   */
  file(source: UploadSource, options?: UploadOptions): Promise<Upload>
}

/** Creates the calls for uploads; `upload` is `uploads.file` for options that have others beside them. */
export function createUploads(context: Context): { uploads: Uploads; upload: Uploads['file'] } {
  const { http } = context
  const steps: UploadSteps = {
    async create(body, options) {
      checkInput(body, 'contentType')
      checkNames(body, { contentType: true })
      return callApi(context, reliedOn.reservedUpload, options, (init) =>
        http.POST('/api/v1/uploads', { body, ...init }),
      )
    },
    complete(assetId, options) {
      const call = { params: { path: { assetId } }, body: {} }
      return callApi(
        context,
        reliedOn.upload,
        options,
        (init) => http.POST('/api/v1/uploads/{assetId}/complete', { ...call, ...init }),
        { uploadId: assetId },
      )
    },
    get(assetId, options) {
      const params = { path: { assetId } }
      return callApi(
        context,
        reliedOn.upload,
        options,
        (init) => http.GET('/api/v1/uploads/{assetId}', { params, ...init }),
        { uploadId: assetId },
      )
    },
    async delete(assetId, options) {
      const params = { path: { assetId } }
      let attempts = 0
      const onAttempt = () => {
        attempts += 1
      }
      try {
        return await callApi(
          context,
          reliedOn.deletedUpload,
          { ...options, onAttempt },
          (init) => http.DELETE('/api/v1/uploads/{assetId}', { params, ...init }),
          { uploadId: assetId },
        )
      } catch (error) {
        // An attempt whose response was lost has deleted it.
        if (attempts > 1 && error instanceof NotFoundError) return { id: assetId, deleted: true }
        throw error
      }
    },
  }
  const upload: Uploads['file'] = (source, options) => uploadFile(context.transport, steps, source, options)
  const uploads: Uploads = {
    ...steps,
    async file(source, options = {}) {
      checkNames(options, { ...callOptions, ...uploadOptions })
      return upload(source, options)
    },
  }
  return { uploads, upload }
}
