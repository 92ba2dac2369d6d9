// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Controller, Get, Header, OperationId, Path, Post, Query, Request, Response, Route, Security, SuccessResponse, Tags, type CheckedRequest } from '@mediagen/contract-runtime'
import type { CancelTaskInput, GetTaskInput, ListTasksInput, TasksApi } from './tasks-api.js'
import type { ETagHeader, PreferenceAppliedHeader, RetryAfterHeader, WWWAuthenticateHeader, XRequestIdHeader } from './header-types.js'
import type { ApiError, CancelledTask, Id, Product, Task, TaskPage, TaskStatus, Timestamp } from './models.js'
import type { RequestContext } from './request-context.js'

@Route()
@Tags('Tasks')
export class TasksController extends Controller {
  readonly #api: TasksApi

  constructor(api: TasksApi) {
    super()
    this.#api = api
  }

  /**
   * @minItems _status 1
   * @maxItems _status 5
   * @minItems _type 1
   * @maxItems _type 4
   * @isInt _limit
   * @minimum _limit 1
   * @maximum _limit 100
   * @minLength _cursor 1
   * @maxLength _cursor 128
   * @minItems _id 1
   * @maxItems _id 100
   */
  @Get('/api/v1/tasks')
  @OperationId('listTasks')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader; 'Preference-Applied'?: PreferenceAppliedHeader; ETag?: ETagHeader }>(200)
  @Response<void, { 'X-Request-Id': XRequestIdHeader; ETag: ETagHeader; 'Preference-Applied'?: PreferenceAppliedHeader }>(304)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500)
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503)
  async listTasks(
    @Request() request: CheckedRequest<ListTasksInput, RequestContext>,
    @Query('status') _status?: TaskStatus[],
    @Query('type') _type?: Product[],
    @Query('createdFrom') _createdFrom?: Timestamp,
    @Query('createdBefore') _createdBefore?: Timestamp,
    @Query('limit') _limit?: number,
    @Query('cursor') _cursor?: string,
    @Query('id') _id?: Id[],
    @Header('Prefer') _prefer?: string,
    @Header('If-None-Match') _ifNoneMatch?: string,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<TaskPage> {
    const response = await this.#api.listTasks(request.input, request.context)
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
    return response.body as TaskPage
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
    @Request() request: CheckedRequest<GetTaskInput, RequestContext>,
    @Path('taskId') _taskId: Id,
    @Header('Prefer') _prefer?: string,
    @Header('If-None-Match') _ifNoneMatch?: string,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Task> {
    const response = await this.#api.getTask(request.input, request.context)
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
    @Request() request: CheckedRequest<CancelTaskInput, RequestContext>,
    @Path('taskId') _taskId: Id,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<CancelledTask> {
    return this.#api.cancelTask(request.input, request.context)
  }
}
