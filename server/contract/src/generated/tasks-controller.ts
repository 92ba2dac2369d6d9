// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Controller, Get, Header, OperationId, Path, Post, Request, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime'
import type { TasksApi } from './tasks-api.js'
import type { ETagHeader, PreferenceAppliedHeader, RetryAfterHeader, WWWAuthenticateHeader, XRequestIdHeader } from './header-types.js'
import type { ApiError, CancelledTask, Id, Task } from './models.js'
import type { SecuredRequest } from './request-context.js'

@Route()
@Tags('Tasks')
export class TasksController extends Controller {
  readonly #api: TasksApi

  constructor(api: TasksApi) {
    super()
    this.#api = api
  }

  @Get('/api/v1/tasks/{taskId}')
  @OperationId('getTask')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader; 'Preference-Applied'?: PreferenceAppliedHeader; ETag?: ETagHeader }>(200)
  @Response<void, { 'X-Request-Id': XRequestIdHeader; ETag: ETagHeader; 'Preference-Applied'?: PreferenceAppliedHeader }>(304)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(404)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async getTask(
    @Request() request: SecuredRequest,
    @Path('taskId') taskId: Id,
    @Header('Prefer') prefer?: string,
    @Header('If-None-Match') ifNoneMatch?: string,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Task> {
    const response = await this.#api.getTask({ taskId, ...(prefer !== undefined && { prefer }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) }, request.context)
    this.setStatus(response.status)
    if (response.status === 200) {
      const preferenceAppliedHeader = response.headers?.['Preference-Applied']
      if (preferenceAppliedHeader !== undefined) this.setHeader('Preference-Applied', preferenceAppliedHeader)
      const eTagHeader = response.headers?.['ETag']
      if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
    }
    if (response.status === 304) {
      const eTagHeader = response.headers?.['ETag']
      if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
      const preferenceAppliedHeader = response.headers?.['Preference-Applied']
      if (preferenceAppliedHeader !== undefined) this.setHeader('Preference-Applied', preferenceAppliedHeader)
    }
    return response.body as Task
  }

  @Post('/api/v1/tasks/{taskId}/cancel')
  @OperationId('cancelTask')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(403)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(404)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async cancelTask(
    @Request() request: SecuredRequest,
    @Path('taskId') taskId: Id,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<CancelledTask> {
    return this.#api.cancelTask({ taskId }, request.context)
  }
}
