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
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader; 'Preference-Applied'?: PreferenceAppliedHeader; ETag?: ETagHeader }>(200, 'The task.')
  @Response<void, { 'X-Request-Id': XRequestIdHeader; ETag: ETagHeader; 'Preference-Applied'?: PreferenceAppliedHeader }>(304, 'The task is still in the state that `If-None-Match` names, for the whole time of a held poll.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400, '`INVALID_REQUEST`: the task id is longer than 64 characters.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401, '`UNAUTHENTICATED`: the API key is missing, malformed, unknown or revoked. All four get the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(404, '`TASK_NOT_FOUND`: you have no task with this id. A task of another account gets exactly the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500, '`INTERNAL`: an error in the service, not in the request. Its logs have the cause under the request id; the response never does.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503, '`SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was done.')
  async getTask(
    @Request() request: SecuredRequest,
    @Path('taskId') taskId: Id,
    @Header('Prefer') prefer?: string,
    @Header('If-None-Match') ifNoneMatch?: string,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<Task> {
    const answer = await this.#api.getTask({ taskId, ...(prefer !== undefined && { prefer }), ...(ifNoneMatch !== undefined && { ifNoneMatch }) }, request.context)
    this.setStatus(answer.status)
    if (answer.status === 200) {
      const preferenceAppliedHeader = answer.headers?.['Preference-Applied']
      if (preferenceAppliedHeader !== undefined) this.setHeader('Preference-Applied', preferenceAppliedHeader)
      const eTagHeader = answer.headers?.['ETag']
      if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
    }
    if (answer.status === 304) {
      const eTagHeader = answer.headers?.['ETag']
      if (eTagHeader !== undefined) this.setHeader('ETag', eTagHeader)
      const preferenceAppliedHeader = answer.headers?.['Preference-Applied']
      if (preferenceAppliedHeader !== undefined) this.setHeader('Preference-Applied', preferenceAppliedHeader)
    }
    return answer.body as Task
  }

  @Post('/api/v1/tasks/{taskId}/cancel')
  @OperationId('cancelTask')
  @Security('ApiKey')
  @SuccessResponse<{ 'X-Request-Id': XRequestIdHeader }>(200, 'The task is cancelled and refunded.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(400, '`INVALID_REQUEST`: the task id is longer than 64 characters.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'WWW-Authenticate': WWWAuthenticateHeader }>(401, '`UNAUTHENTICATED`: the API key is missing, malformed, unknown or revoked. All four get the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(404, '`TASK_NOT_FOUND`: you have no task with this id. A task of another account gets exactly the same response.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(409, '`TASK_NOT_CANCELLABLE`: the task is running, or has succeeded or failed. It is unchanged.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader }>(500, '`INTERNAL`: an error in the service, not in the request. Its logs have the cause under the request id; the response never does.')
  @Response<ApiError, { 'X-Request-Id': XRequestIdHeader; 'Retry-After': RetryAfterHeader }>(503, '`SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was done.')
  async cancelTask(
    @Request() request: SecuredRequest,
    @Path('taskId') taskId: Id,
    @Header('X-Request-Id') _xRequestId?: string,
  ): Promise<CancelledTask> {
    return this.#api.cancelTask({ taskId }, request.context)
  }
}
