// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Controller, Get, Header, OperationId, Query, Request, Response, Route, SuccessResponse, Tags, type CheckedRequest } from '@mediagen/contract-runtime'
import type { CatalogueApi, ListEffectsInput, ListExamplesInput } from './catalogue-api.js'
import type { RetryAfterHeader, XRequestIdHeader } from './header-types.js'
import type { ApiError, EffectCatalogue, Gallery, Pricing, Surface } from './models.js'
import type { RequestContext } from './request-context.js'

@Route()
@Tags('Catalogue')
export class CatalogueController extends Controller {
  readonly #api: CatalogueApi

  constructor(api: CatalogueApi) {
    super()
    this.#api = api
  }

  @Get('/api/v1/pricing')
  @OperationId('getPricing')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async getPricing(
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Pricing> {
    return this.#api.getPricing()
  }

  @Get('/api/v1/effects')
  @OperationId('listEffects')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async listEffects(
    @Request() request: CheckedRequest<ListEffectsInput, RequestContext>,
    @Query('surface') _surface?: Surface,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<EffectCatalogue> {
    return this.#api.listEffects(request.input)
  }

  @Get('/api/v1/examples')
  @OperationId('listExamples')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async listExamples(
    @Request() request: CheckedRequest<ListExamplesInput, RequestContext>,
    @Query('surface') _surface?: Surface,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Gallery> {
    return this.#api.listExamples(request.input)
  }
}
