// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Controller, Get, Header, OperationId, Query, Request, Response, Route, Security, SuccessResponse, Tags, type CheckedRequest } from '@mediagen/contract-runtime'
import type { AccountApi, GetUsageInput } from './account-api.js'
import type { RetryAfterHeader, WWWAuthenticateHeader, XRequestIdHeader } from './header-types.js'
import type { Account, ApiError, Day, Usage } from './models.js'
import type { RequestContext } from './request-context.js'

@Route()
@Tags('Account')
export class AccountController extends Controller {
  readonly #api: AccountApi

  constructor(api: AccountApi) {
    super()
    this.#api = api
  }

  @Get('/api/v1/me')
  @OperationId('getAccount')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async getAccount(
    @Request() request: CheckedRequest<object, RequestContext>,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Account> {
    return this.#api.getAccount(request.context)
  }

  @Get('/api/v1/usage')
  @OperationId('getUsage')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async getUsage(
    @Request() request: CheckedRequest<GetUsageInput, RequestContext>,
    @Query('from') _from?: Day,
    @Query('to') _to?: Day,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Usage> {
    return this.#api.getUsage(request.input, request.context)
  }
}
