// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import type { ResponseWithHeaders } from '@mediagen/contract-runtime'
import type { ETagHeader, IdempotencyReplayedHeader } from './header-types.js'
import type { AcceptedTask, ImageGenerationRequest, ImageTransformationRequest } from './models.js'
import type { RequestContext } from './request-context.js'

/** What a backend implements for the operations tagged Images. An error is thrown, never returned. */
export interface ImagesApi {
  /** POST /api/v1/images/generations: Make an image from a prompt */
  generateImage(input: GenerateImageInput, context: RequestContext): Promise<ResponseWithHeaders<AcceptedTask, { 'Idempotency-Replayed'?: IdempotencyReplayedHeader; ETag: ETagHeader }>>
  /** POST /api/v1/images/transformations: Make an image from your image */
  transformImage(input: TransformImageInput, context: RequestContext): Promise<ResponseWithHeaders<AcceptedTask, { 'Idempotency-Replayed'?: IdempotencyReplayedHeader; ETag: ETagHeader }>>
}

/** The checked input of generateImage: declared fields only, as they were sent. */
export interface GenerateImageInput {
  body: ImageGenerationRequest
  /**
   * Your identifier for one logical generation, which stays the same when you retry it, such as a UUID created
   * before the first attempt. The same key with the same parameters returns the task that was already accepted, without a
   * second charge; with other parameters it is refused with 409. Compared exactly, and remembered for 24 hours.
   * @minLength 1
   * @maxLength 128
   */
  idempotencyKey?: string
  /**
   * Cancels the task if it has not started this many seconds after it was accepted, at most a week: its status becomes
   * `CANCELLED` and its price is refunded. A task that has started once runs on. Without it, a task waits as long as
   * it takes. A request with a repeated `Idempotency-Key` changes nothing: what the first one said applies.
   * @isInt
   * @minimum 1
   * @maximum 604800
   */
  cancelAfter?: number
  /**
   * The trace that this request belongs to, by `W3C Trace Context`. It is stored with the task and appears in the logs of the
   * service. A malformed value is ignored.
   */
  traceparent?: string
}

/** The checked input of transformImage: declared fields only, as they were sent. */
export interface TransformImageInput {
  body: ImageTransformationRequest
  /**
   * Your identifier for one logical generation, which stays the same when you retry it, such as a UUID created
   * before the first attempt. The same key with the same parameters returns the task that was already accepted, without a
   * second charge; with other parameters it is refused with 409. Compared exactly, and remembered for 24 hours.
   * @minLength 1
   * @maxLength 128
   */
  idempotencyKey?: string
  /**
   * Cancels the task if it has not started this many seconds after it was accepted, at most a week: its status becomes
   * `CANCELLED` and its price is refunded. A task that has started once runs on. Without it, a task waits as long as
   * it takes. A request with a repeated `Idempotency-Key` changes nothing: what the first one said applies.
   * @isInt
   * @minimum 1
   * @maximum 604800
   */
  cancelAfter?: number
  /**
   * The trace that this request belongs to, by `W3C Trace Context`. It is stored with the task and appears in the logs of the
   * service. A malformed value is ignored.
   */
  traceparent?: string
}
