// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Body, Controller, Header, OperationId, Post, Request, Response, Route, Security, SuccessResponse, Tags, type CheckedRequest } from '@mediagen/contract-runtime'
import type { GenerateVideoInput, TransformVideoInput, VideosApi } from './videos-api.js'
import type { ETagHeader, IdempotencyReplayedHeader, RetryAfterHeader, WWWAuthenticateHeader, XRequestIdHeader } from './header-types.js'
import type { AcceptedTask, ApiError, VideoGenerationRequest, VideoTransformationRequest } from './models.js'
import type { RequestContext } from './request-context.js'

@Route()
@Tags('Videos')
export class VideosController extends Controller {
  readonly #api: VideosApi

  constructor(api: VideosApi) {
    super()
    this.#api = api
  }

  /**
   * @minLength _idempotencyKey 1
   * @maxLength _idempotencyKey 128
   * @isInt _cancelAfter
   * @minimum _cancelAfter 1
   * @maximum _cancelAfter 604800
   */
  @Post('/api/v1/videos/generations')
  @OperationId('generateVideo')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader; 'Idempotency-Replayed'?: IdempotencyReplayedHeader; ETag: ETagHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(402)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(403)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(408)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(413)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(415)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(429)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async generateVideo(
    @Request() request: CheckedRequest<GenerateVideoInput, RequestContext>,
    @Body() _body: VideoGenerationRequest,
    @Header('Idempotency-Key') _idempotencyKey?: string,
    @Header('Cancel-After') _cancelAfter?: number,
    @Header('X-Request-Id') _xRequestId?: string,
    @Header('traceparent') _traceparent?: string,
  ): Promise<AcceptedTask> {
    const response = await this.#api.generateVideo(request.input, request.context)
    const idempotencyReplayedHeader = response.headers['Idempotency-Replayed']
    if (idempotencyReplayedHeader !== undefined) this.setHeader('Idempotency-Replayed', idempotencyReplayedHeader)
    const eTagHeader = response.headers['ETag']
    if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
    return response.body
  }

  /**
   * @minLength _idempotencyKey 1
   * @maxLength _idempotencyKey 128
   * @isInt _cancelAfter
   * @minimum _cancelAfter 1
   * @maximum _cancelAfter 604800
   */
  @Post('/api/v1/videos/transformations')
  @OperationId('transformVideo')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader; 'Idempotency-Replayed'?: IdempotencyReplayedHeader; ETag: ETagHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(402)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(403)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(408)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(413)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(415)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(429)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async transformVideo(
    @Request() request: CheckedRequest<TransformVideoInput, RequestContext>,
    @Body() _body: VideoTransformationRequest,
    @Header('Idempotency-Key') _idempotencyKey?: string,
    @Header('Cancel-After') _cancelAfter?: number,
    @Header('X-Request-Id') _xRequestId?: string,
    @Header('traceparent') _traceparent?: string,
  ): Promise<AcceptedTask> {
    const response = await this.#api.transformVideo(request.input, request.context)
    const idempotencyReplayedHeader = response.headers['Idempotency-Replayed']
    if (idempotencyReplayedHeader !== undefined) this.setHeader('Idempotency-Replayed', idempotencyReplayedHeader)
    const eTagHeader = response.headers['ETag']
    if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
    return response.body
  }
}
