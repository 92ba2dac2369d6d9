// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Body, Controller, Header, OperationId, Post, Request, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime'
import type { VideosApi } from './videos-api.js'
import type { ETagHeader, IdempotencyReplayedHeader, RetryAfterHeader, WWWAuthenticateHeader, XRequestIdHeader } from './header-types.js'
import type { AcceptedTask, ApiError, VideoGenerationRequest, VideoTransformationRequest } from './models.js'
import type { SecuredRequest } from './request-context.js'

@Route()
@Tags('Videos')
export class VideosController extends Controller {
  readonly #api: VideosApi

  constructor(api: VideosApi) {
    super()
    this.#api = api
  }

  /**
   * @minLength idempotencyKey 1
   * @maxLength idempotencyKey 128
   * @isInt cancelAfter
   * @minimum cancelAfter 1
   * @maximum cancelAfter 604800
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
    @Request() request: SecuredRequest,
    @Body() body: VideoGenerationRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
    @Header('Cancel-After') cancelAfter?: number,
    @Header('X-Request-Id') _xRequestId?: string,
    @Header('traceparent') traceparent?: string,
  ): Promise<AcceptedTask> {
    const response = await this.#api.generateVideo({ body, ...(idempotencyKey !== undefined && { idempotencyKey }), ...(cancelAfter !== undefined && { cancelAfter }), ...(traceparent !== undefined && { traceparent }) }, request.context)
    const idempotencyReplayedHeader = response.headers['Idempotency-Replayed']
    if (idempotencyReplayedHeader !== undefined) this.setHeader('Idempotency-Replayed', idempotencyReplayedHeader)
    const eTagHeader = response.headers['ETag']
    if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
    return response.body
  }

  /**
   * @minLength idempotencyKey 1
   * @maxLength idempotencyKey 128
   * @isInt cancelAfter
   * @minimum cancelAfter 1
   * @maximum cancelAfter 604800
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
    @Request() request: SecuredRequest,
    @Body() body: VideoTransformationRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
    @Header('Cancel-After') cancelAfter?: number,
    @Header('X-Request-Id') _xRequestId?: string,
    @Header('traceparent') traceparent?: string,
  ): Promise<AcceptedTask> {
    const response = await this.#api.transformVideo({ body, ...(idempotencyKey !== undefined && { idempotencyKey }), ...(cancelAfter !== undefined && { cancelAfter }), ...(traceparent !== undefined && { traceparent }) }, request.context)
    const idempotencyReplayedHeader = response.headers['Idempotency-Replayed']
    if (idempotencyReplayedHeader !== undefined) this.setHeader('Idempotency-Replayed', idempotencyReplayedHeader)
    const eTagHeader = response.headers['ETag']
    if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
    return response.body
  }
}
