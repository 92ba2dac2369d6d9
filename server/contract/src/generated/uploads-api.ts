// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { Id, ReservedUpload, Upload, UploadCompletionRequest, UploadRequest } from './models.js'
import type { RequestContext } from './request-context.js'

/** What a backend implements for the operations tagged Uploads. An error is thrown, never returned. */
export interface UploadsApi {
  /** POST /api/v1/uploads: Reserve an upload */
  createUpload(input: CreateUploadInput, context: RequestContext): Promise<ReservedUpload>
  /** POST /api/v1/uploads/{assetId}/complete: Verify an upload */
  completeUpload(input: CompleteUploadInput, context: RequestContext): Promise<Upload>
  /** GET /api/v1/uploads/{assetId}: Read an upload */
  getUpload(input: GetUploadInput, context: RequestContext): Promise<Upload>
}

/** The checked input of createUpload: declared fields only, as they were sent. */
export interface CreateUploadInput {
  body: UploadRequest
}

/** The checked input of completeUpload: declared fields only, as they were sent. */
export interface CompleteUploadInput {
  body?: UploadCompletionRequest
  /** The `id` that the reservation of the upload returned. */
  assetId: Id
}

/** The checked input of getUpload: declared fields only, as they were sent. */
export interface GetUploadInput {
  /** The `id` that the reservation of the upload returned. */
  assetId: Id
}
