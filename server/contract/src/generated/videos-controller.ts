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
   */
  @Post('/api/v1/videos/generations')
  @OperationId('generateVideo')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader; 'Idempotency-Replayed'?: IdempotencyReplayedHeader; ETag: ETagHeader }>(200, 'Accepted, and its price reserved. For a repeated key, the response to the original request.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400, '- `INVALID_REQUEST`: a field or the `Idempotency-Key` breaks its constraint; `details` names each. - `INVALID_JSON`: the body is missing, or is not a JSON object in UTF-8.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401, '`UNAUTHENTICATED`: the API key is missing, malformed, unknown or revoked. All four get the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(402, '`INSUFFICIENT_BALANCE`: the balance does not cover the price. Nothing was reserved and no task was created.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(408, '`REQUEST_TIMEOUT`: the body did not arrive within 30 seconds. The connection closes.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409, '`IDEMPOTENCY_CONFLICT`: the `Idempotency-Key` was already used for a request with other parameters. No task was created and nothing was charged.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(413, '`PAYLOAD_TOO_LARGE`: the body is larger than 64 KB.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(415, '`UNSUPPORTED_MEDIA_TYPE`: the body is not declared as `application/json`, or has an unsupported encoding.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(429, '`RATE_LIMITED`: more than 60 generation requests within 60 seconds, counted over all four generation operations. This request does not count; after `Retry-After` the next one is admitted.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500, '`INTERNAL`: an error in the service, not in the request. Its logs have the cause under the request id; the response never does.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503, '- `TIER_UNAVAILABLE`: no provider can serve this product at this resolution right now. Nothing was reserved. - `SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was reserved. If storage   failed during the commit, the service cannot know that and closes the connection without a response: retry with the same   `Idempotency-Key`.')
  async generateVideo(
    @Request() request: SecuredRequest,
    @Body() body: VideoGenerationRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<AcceptedTask> {
    const answer = await this.#api.generateVideo({ body, ...(idempotencyKey !== undefined && { idempotencyKey }) }, request.context)
    const idempotencyReplayedHeader = answer.headers['Idempotency-Replayed']
    if (idempotencyReplayedHeader !== undefined) this.setHeader('Idempotency-Replayed', idempotencyReplayedHeader)
    const eTagHeader = answer.headers['ETag']
    if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
    return answer.body
  }

  /**
   * @minLength idempotencyKey 1
   * @maxLength idempotencyKey 128
   */
  @Post('/api/v1/videos/transformations')
  @OperationId('transformVideo')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader; 'Idempotency-Replayed'?: IdempotencyReplayedHeader; ETag: ETagHeader }>(200, 'Accepted, and its price reserved. For a repeated key, the response to the original request.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400, '- `INVALID_REQUEST`: a field or the `Idempotency-Key` breaks its constraint; `details` names each. - `INVALID_JSON`: the body is missing, or is not a JSON object in UTF-8. - `ASSET_NOT_USABLE`: `assetId` is not one of your `READY` uploads: it belongs to another account, does not exist, or is not ready. - `EFFECT_NOT_USABLE`: there is no video effect with this id.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401, '`UNAUTHENTICATED`: the API key is missing, malformed, unknown or revoked. All four get the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(402, '`INSUFFICIENT_BALANCE`: the balance does not cover the price. Nothing was reserved and no task was created.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(408, '`REQUEST_TIMEOUT`: the body did not arrive within 30 seconds. The connection closes.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409, '`IDEMPOTENCY_CONFLICT`: the `Idempotency-Key` was already used for a request with other parameters. No task was created and nothing was charged.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(413, '`PAYLOAD_TOO_LARGE`: the body is larger than 64 KB.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(415, '`UNSUPPORTED_MEDIA_TYPE`: the body is not declared as `application/json`, or has an unsupported encoding.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(429, '`RATE_LIMITED`: more than 60 generation requests within 60 seconds, counted over all four generation operations. This request does not count; after `Retry-After` the next one is admitted.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500, '`INTERNAL`: an error in the service, not in the request. Its logs have the cause under the request id; the response never does.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503, '- `TIER_UNAVAILABLE`: no provider can serve this product at this resolution right now. Nothing was reserved. - `SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was reserved. If storage   failed during the commit, the service cannot know that and closes the connection without a response: retry with the same   `Idempotency-Key`.')
  async transformVideo(
    @Request() request: SecuredRequest,
    @Body() body: VideoTransformationRequest,
    @Header('Idempotency-Key') idempotencyKey?: string,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<AcceptedTask> {
    const answer = await this.#api.transformVideo({ body, ...(idempotencyKey !== undefined && { idempotencyKey }) }, request.context)
    const idempotencyReplayedHeader = answer.headers['Idempotency-Replayed']
    if (idempotencyReplayedHeader !== undefined) this.setHeader('Idempotency-Replayed', idempotencyReplayedHeader)
    const eTagHeader = answer.headers['ETag']
    if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
    return answer.body
  }
}
