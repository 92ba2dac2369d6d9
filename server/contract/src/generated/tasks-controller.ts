// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

import { Controller, Get, Header, OperationId, Path, Post, Query, Request, Response, Route, Security, SuccessResponse, Tags } from '@tsoa/runtime'
import type { ListTasksInput, TasksApi } from './tasks-api.js'
import type { ETagHeader, PreferenceAppliedHeader, RetryAfterHeader, WWWAuthenticateHeader, XRequestIdHeader } from './header-types.js'
import type { ApiError, CancelledTask, Id, Product, Task, TaskPage, TaskStatus, Timestamp } from './models.js'
import type { SecuredRequest } from './request-context.js'

@Route()
@Tags('Tasks')
export class TasksController extends Controller {
  readonly #api: TasksApi

  constructor(api: TasksApi) {
    super()
    this.#api = api
  }

  /**
   * @minItems status 1
   * @maxItems status 5
   * @minItems typeQuery 1
   * @maxItems typeQuery 4
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 100
   * @minLength cursor 1
   * @maxLength cursor 128
   * @minItems id 1
   * @maxItems id 100
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
    @Request() request: SecuredRequest,
    @Query('status') status?: TaskStatus[],
    @Query('type') typeQuery?: Product[],
    @Query('createdFrom') createdFrom?: Timestamp,
    @Query('createdBefore') createdBefore?: Timestamp,
    @Query('limit') limit?: number,
    @Query('cursor') cursor?: string,
    @Query('id') id?: Id[],
    @Header('Prefer') prefer?: string,
    @Header('If-None-Match') ifNoneMatch?: string,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<TaskPage> {
    const response = await this.#api.listTasks({ ...(status !== undefined && { status }), ...(typeQuery !== undefined && { typeQuery }), ...(createdFrom !== undefined && { createdFrom }), ...(createdBefore !== undefined && { createdBefore }), ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }), ...(id !== undefined && { id }), ...(prefer !== undefined && { prefer }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) } as unknown as ListTasksInput, request.context)
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
