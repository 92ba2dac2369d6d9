// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Body, Controller, Get, Header, OperationId, Path, Post, Request, Response, Route, Security, SuccessResponse, Tags, type CheckedRequest } from '@mediagen/contract-runtime'
import type { CompleteUploadInput, CreateUploadInput, GetUploadInput, UploadsApi } from './uploads-api.js'
import type { RetryAfterHeader, WWWAuthenticateHeader, XRequestIdHeader } from './header-types.js'
import type { ApiError, Id, ReservedUpload, Upload, UploadCompletionRequest, UploadRequest } from './models.js'
import type { RequestContext } from './request-context.js'

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
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(403)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(408)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(413)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(415)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(429)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async createUpload(
    @Request() request: CheckedRequest<CreateUploadInput, RequestContext>,
    @Body() _body: UploadRequest,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<ReservedUpload> {
    return this.#api.createUpload(request.input, request.context)
  }

  @Post('/api/v1/uploads/{assetId}/complete')
  @OperationId('completeUpload')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(403)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(404)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(408)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(413)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(415)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async completeUpload(
    @Request() request: CheckedRequest<CompleteUploadInput, RequestContext>,
    @Path('assetId') _assetId: Id,
    @Header('X-Request-Id') _xRequestId?: string,
    @Body() _body?: UploadCompletionRequest,
  ): Promise<Upload> {
    return this.#api.completeUpload(request.input, request.context)
  }

  @Get('/api/v1/uploads/{assetId}')
  @OperationId('getUpload')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(404)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async getUpload(
    @Request() request: CheckedRequest<GetUploadInput, RequestContext>,
    @Path('assetId') _assetId: Id,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Upload> {
    return this.#api.getUpload(request.input, request.context)
  }
}
