import type * as contract from '@mediagen/contract/models'
import type { ProductName, Surface } from '../core/domain/products.ts'
import { type Authenticate, createAuthenticate } from './accounts/authenticate.ts'
import { getAccount } from './accounts/get-account.ts'
import { getUsage } from './accounts/get-usage.ts'
import { createKeyUse } from './accounts/note-key-use.ts'
import { viewEffects, viewExamples, viewPricing } from './catalogue-views.ts'
import { type AvailableProduct, listAvailability } from './providers/list-availability.ts'
import { createListTroubles, type Trouble, type TroublesDependencies } from './providers/list-troubles.ts'
import {
  type Acceptance,
  type AcceptDependencies,
  type AcceptRequest,
  acceptGeneration,
} from './tasks/accept-generation.ts'
import { type CancelDependencies, cancelTask } from './tasks/cancel-task.ts'
import { deleteResult } from './tasks/delete-result.ts'
import { type FollowedTasks, getTasks, type ListHold } from './tasks/follow-tasks.ts'
import { getTask, type Poll, type PollHold } from './tasks/get-task.ts'
import { listTasks, type TaskListQuery } from './tasks/list-tasks.ts'
import { createReadIdempotencyKey } from './tasks/read-idempotency-key.ts'
import { createReadForHeldPoll, createReadPolledTask } from './tasks/read-polled-task.ts'
import { createUsualTimes } from './tasks/usual-times.ts'
import { completeUpload } from './uploads/complete-upload.ts'
import { deleteUpload } from './uploads/delete-upload.ts'
import { joinCompletions } from './uploads/join-completions.ts'
import { createUpload, expectsBytes, getUpload, type UploadDependencies } from './uploads/uploads.ts'

/** Everything that the HTTP server can ask for. Expected errors are thrown as ServiceError. */
export interface UseCases {
  readonly authenticate: Authenticate
  getUsage(accountId: string, range: Parameters<typeof getUsage>[2]): Promise<contract.Usage>
  getAccount(accountId: string, keyId?: string): Promise<contract.Account>
  /** A different number whenever pricing, effects and examples may have changed. */
  offerVersion(): number
  getPricing(): contract.Pricing
  listAvailability(): Promise<readonly AvailableProduct[]>
  listTroubles(): Promise<readonly Trouble[]>
  listEffects(surface?: Surface): contract.EffectCatalogue
  listExamples(surface?: Surface): contract.Gallery
  acceptGeneration(request: AcceptRequest): Promise<Acceptance>
  getTask(accountId: string, taskId: string, hold?: PollHold): Promise<Poll>
  listTasks(accountId: string, query: TaskListQuery): Promise<contract.TaskPage>
  getTasks(accountId: string, taskIds: readonly string[], hold?: ListHold): Promise<FollowedTasks>
  cancelTask(accountId: string, taskId: string): Promise<contract.CancelledTask>
  deleteResult(accountId: string, taskId: string): Promise<contract.Task>
  createUpload(
    accountId: string,
    contentType: contract.UploadRequest['contentType'],
  ): Promise<contract.ReservedUpload>
  completeUpload(accountId: string, uploadId: string): Promise<contract.Upload>
  getUpload(accountId: string, uploadId: string): Promise<contract.Upload>
  deleteUpload(accountId: string, uploadId: string): Promise<contract.DeletedUpload>
  /** Whether a client may still send an upload's bytes to this key of the object store. */
  expectsBytes(key: string): Promise<boolean>
}

export type UseCaseDependencies = Omit<AcceptDependencies, 'readIdempotencyKey'> &
  UploadDependencies &
  CancelDependencies & {
    readonly enginesOf: TroublesDependencies['enginesOf']
    readonly offerVersion: () => number
    /** The monotonic time since the process began. */
    readonly elapsedMs: () => number
  }

/** Passes each use case its dependencies. */
export function createUseCases(deps: UseCaseDependencies): UseCases {
  const { database, taskWatch, elapsedMs } = deps
  const views = { ...deps, usualTimes: createUsualTimes(database, elapsedMs) }
  const polls = {
    ...views,
    readPolledTask: createReadPolledTask(database),
    readForHeldPoll: createReadForHeldPoll(database, () => taskWatch.waiting()),
  }
  const orders = { ...deps, readIdempotencyKey: createReadIdempotencyKey(database) }
  const isOffered = (product: ProductName, tier: string) => deps.enginesOf(product, tier).length > 0
  return {
    getUsage: (accountId, range) => getUsage(deps, accountId, range),
    authenticate: createAuthenticate(database, {
      nowMs: elapsedMs,
      onUse: createKeyUse(database, elapsedMs),
    }),
    getAccount: (accountId, keyId) => getAccount(deps, accountId, keyId),
    offerVersion: deps.offerVersion,
    getPricing: () => viewPricing(deps.catalogue, isOffered),
    listAvailability: () => listAvailability(deps),
    listTroubles: createListTroubles(deps),
    listEffects: (surface) => viewEffects(deps.catalogue, deps.isEffectOffered, surface),
    listExamples: (surface) => viewExamples(deps.catalogue, deps.isEffectOffered, surface),
    acceptGeneration: (request) => acceptGeneration(orders, request),
    getTask: (accountId, taskId, hold) => getTask(polls, accountId, taskId, hold),
    listTasks: (accountId, query) => listTasks(views, accountId, query),
    getTasks: (accountId, taskIds, hold) => getTasks(views, accountId, taskIds, hold),
    cancelTask: (accountId, taskId) => cancelTask(deps, accountId, taskId),
    deleteResult: (accountId, taskId) => deleteResult(deps, accountId, taskId),
    createUpload: (accountId, contentType) => createUpload(deps, accountId, contentType),
    completeUpload: joinCompletions((accountId, uploadId) => completeUpload(deps, accountId, uploadId)),
    getUpload: (accountId, uploadId) => getUpload(deps, accountId, uploadId),
    deleteUpload: (accountId, uploadId) => deleteUpload(deps, accountId, uploadId),
    expectsBytes: (key) => expectsBytes(deps.database, key),
  }
}
