// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Body, Controller, Get, Header, OperationId, Path, Post, Request, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime'
import type { UploadsApi } from './uploads-api.js'
import type { RetryAfterHeader, WWWAuthenticateHeader, XRequestIdHeader } from './header-types.js'
import type { ApiError, Id, ReservedUpload, Upload, UploadCompletionRequest, UploadRequest } from './models.js'
import type { SecuredRequest } from './request-context.js'

@Route()
@Tags('Uploads')
export class UploadsController extends Controller {
  readonly #api: UploadsApi

  constructor(api: UploadsApi) {
    super()
    this.#api = api
  }

  @Post('/api/v1/uploads')
  @OperationId('createUpload')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200, 'Reserved. Put the bytes to `uploadUrl` next.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400, '- `INVALID_REQUEST`: `contentType` is missing or not one of the three. - `INVALID_JSON`: the body is missing, or is not a JSON object in UTF-8.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401, '`UNAUTHENTICATED`: the API key is missing, malformed, unknown or revoked. All four get the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(408, '`REQUEST_TIMEOUT`: the body did not arrive within 30 seconds. The connection closes.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409, '`STORAGE_LIMIT_REACHED`: your `READY` uploads take up all of the account\'s space, or leave too little for this file. Nothing is lost: an upload that could not be completed stays `PENDING`, and you may complete it again within its window once there is space.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(413, '`PAYLOAD_TOO_LARGE`: the body is larger than 64 KB.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(415, '`UNSUPPORTED_MEDIA_TYPE`: the body is not declared as `application/json`, or has an unsupported encoding.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(429, '`TOO_MANY_OPEN_UPLOADS`: too many of your uploads are open, `PENDING` or `INVALID` within their 15 minutes, to reserve another. Complete one with a valid file, or wait for `Retry-After`. Generations are not affected.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500, '`INTERNAL`: an error in the service, not in the request. Its logs have the cause under the request id; the response never does.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503, '`SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was done.')
  async createUpload(
    @Request() request: SecuredRequest,
    @Body() body: UploadRequest,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<ReservedUpload> {
    return this.#api.createUpload({ body }, request.context)
  }

  @Post('/api/v1/uploads/{assetId}/complete')
  @OperationId('completeUpload')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200, 'The verified upload. Check `status`: a rejected file is also a 200.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400, '- `INVALID_REQUEST`: the upload id is longer than 64 characters. - `INVALID_JSON`: the body is present but not a JSON object in UTF-8. - `UPLOAD_NOT_RECEIVED`: the bytes have not arrived yet. The upload stays `PENDING`; put them and call again.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401, '`UNAUTHENTICATED`: the API key is missing, malformed, unknown or revoked. All four get the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(404, '`UPLOAD_NOT_FOUND`: you have no upload with this id. An upload of another account gets exactly the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(408, '`REQUEST_TIMEOUT`: the body did not arrive within 30 seconds. The connection closes.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409, '`STORAGE_LIMIT_REACHED`: your `READY` uploads take up all of the account\'s space, or leave too little for this file. Nothing is lost: an upload that could not be completed stays `PENDING`, and you may complete it again within its window once there is space.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(413, '`PAYLOAD_TOO_LARGE`: the body is larger than 64 KB.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(415, '`UNSUPPORTED_MEDIA_TYPE`: the body is not declared as `application/json`, or has an unsupported encoding.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500, '`INTERNAL`: an error in the service, not in the request. Its logs have the cause under the request id; the response never does.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503, '`SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was done.')
  async completeUpload(
    @Request() request: SecuredRequest,
    @Path('assetId') assetId: Id,
    @Header('X-Request-Id') _xRequestId?: string,
    @Body() body?: UploadCompletionRequest,
  ): Promise<Upload> {
    return this.#api.completeUpload({ ...(body !== undefined && { body }), assetId }, request.context)
  }

  @Get('/api/v1/uploads/{assetId}')
  @OperationId('getUpload')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200, 'The upload.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400, '`INVALID_REQUEST`: the upload id is longer than 64 characters.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401, '`UNAUTHENTICATED`: the API key is missing, malformed, unknown or revoked. All four get the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(404, '`UPLOAD_NOT_FOUND`: you have no upload with this id. An upload of another account gets exactly the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500, '`INTERNAL`: an error in the service, not in the request. Its logs have the cause under the request id; the response never does.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503, '`SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was done.')
  async getUpload(
    @Request() request: SecuredRequest,
    @Path('assetId') assetId: Id,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Upload> {
    return this.#api.getUpload({ assetId }, request.context)
  }
}
