import type { Database } from '../database/database.js'
import { deleteForgottenIdempotencyKey, findIdempotencyKey } from '../database/idempotency-keys.js'
import type { NewTask } from '../database/move-task.js'
import { findTask } from '../database/tasks.js'
import { findUpload } from '../database/uploads.js'
import { type Catalogue, type Effect, unitPriceOf } from '../domain/catalogue.js'
import { type Clock, toTimestamp } from '../domain/clock.js'
import { fingerprintOf } from '../domain/fingerprint.js'
import type { GenerationRequest } from '../domain/generation-request.js'
import { newTaskId } from '../domain/ids.js'
import { surfaceOf } from '../domain/products.js'
import { type ResolvedGeneration, resolveGeneration } from '../domain/resolve-generation.js'
import { ServiceError } from '../domain/service-error.js'
import type { TaskInput } from '../domain/task.js'
import { taskMoves } from '../domain/task-states.js'
import type * as contract from '../generated/models.js'
import type { AcceptWriter } from './accept-writer.js'
import type { FairQueue } from './fair-queue.js'

export interface AcceptDependencies {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly acceptWriter: AcceptWriter
  readonly fairQueue: FairQueue
  readonly clock: Clock
  /** How long an idempotency key stands for its task. */
  readonly idempotencyRememberedMs: number
  /** Whether any provider that is up serves this product at this tier. */
  readonly isTierAvailable: (product: GenerationRequest['product'], tier: string) => Promise<boolean>
  /** Called after a new task is committed, to wake a worker; must not throw. */
  readonly onAccepted: (task: Pick<NewTask, 'id' | 'type' | 'tier'>) => void
}

export type AcceptRequest = GenerationRequest & {
  readonly accountId: string
  readonly idempotencyKey?: string
}

export type Acceptance = contract.AcceptedTask & {
  /** True when the answer is the task of an earlier request with the same idempotency key. */
  readonly replayed: boolean
}

/**
 * Turns a validated request into a queued task with its cost reserved, in one transaction: idempotency key, task, queue
 * row, ledger entry, balance. With an idempotency key the same request always answers the same task.
 *
 * Throws IDEMPOTENCY_CONFLICT, EFFECT_NOT_USABLE, ASSET_NOT_USABLE, TIER_UNAVAILABLE or INSUFFICIENT_BALANCE; nothing is
 * written then, and the key stays free. A replay is answered before any of the others is looked at, for what made the
 * first request acceptable may be gone by now.
 */
export async function acceptGeneration(
  deps: AcceptDependencies,
  request: AcceptRequest,
): Promise<Acceptance> {
  const fingerprint = fingerprintOf(request)
  const replay = await findReplay(deps, request, fingerprint)
  if (replay !== undefined) return replay

  const resolved = await resolve(deps, request)
  if (!(await deps.isTierAvailable(resolved.product, resolved.tier)))
    throw new ServiceError('TIER_UNAVAILABLE')
  const unitPrice = unitPriceOf(deps.catalogue.pricing, resolved.product, resolved.tier)
  if (unitPrice === undefined) throw new ServiceError('TIER_UNAVAILABLE')

  // The id is made before the first try, so that running the transaction again after a lost COMMIT cannot make a second task.
  const task: NewTask = {
    id: newTaskId(deps.clock.nowMs()),
    accountId: request.accountId,
    type: resolved.product,
    tier: resolved.tier,
    parameters: resolved.parameters,
    cost: unitPrice.times(resolved.units),
    queuePosition: await deps.fairQueue.positionOf(request.accountId, resolved.product),
  }
  const accepted = await writeTask(deps, request, task, fingerprint)
  if (!accepted.replayed) deps.onAccepted(task)
  return accepted
}

async function writeTask(
  deps: AcceptDependencies,
  request: AcceptRequest,
  task: NewTask,
  fingerprint: Uint8Array,
): Promise<Acceptance> {
  const { accountId, idempotencyKey } = request
  const key =
    idempotencyKey === undefined
      ? undefined
      : { accountId, key: idempotencyKey, fingerprint, taskId: task.id }
  try {
    const { createdAtMs } = await deps.acceptWriter.write({ task, key })
    return viewAcceptance({ id: task.id, createdAtMs }, false)
  } catch (error) {
    if (deps.database.classify(error) !== 'duplicate') throw error
    // Either our own earlier COMMIT has landed after all, or another request with the same key was faster.
    const own = await deps.database.read((db) => findTask(db, accountId, task.id))
    if (own !== undefined) return viewAcceptance(own, false)
    const replay = await findReplay(deps, request, fingerprint)
    if (replay !== undefined) return replay
    throw error
  }
}

async function findReplay(
  { database, idempotencyRememberedMs }: AcceptDependencies,
  { accountId, idempotencyKey }: AcceptRequest,
  fingerprint: Uint8Array,
): Promise<Acceptance | undefined> {
  if (idempotencyKey === undefined) return undefined
  const remembered = await database.read((db) => findIdempotencyKey(db, accountId, idempotencyKey))
  if (remembered === undefined) return undefined
  if (remembered.createdAtMs + idempotencyRememberedMs <= (await database.nowMs())) {
    const forgotten = { accountId, key: idempotencyKey, rememberedMs: idempotencyRememberedMs }
    await database.transaction((tx) => deleteForgottenIdempotencyKey(tx, forgotten))
    return undefined
  }
  if (Buffer.compare(remembered.fingerprint, fingerprint) !== 0)
    throw new ServiceError('IDEMPOTENCY_CONFLICT')
  const task = await database.read((db) => findTask(db, accountId, remembered.taskId))
  if (task === undefined)
    throw new Error(`Idempotency key of account ${accountId} names a task that is missing.`)
  return viewAcceptance(task, true)
}

async function resolve(deps: AcceptDependencies, request: AcceptRequest): Promise<ResolvedGeneration> {
  const effect = findEffect(deps.catalogue, request)
  const input = await findInput(deps.database, request)
  return resolveGeneration(request, {
    ...(effect !== undefined && { effect }),
    ...(input !== undefined && { input }),
  })
}

function findEffect(catalogue: Catalogue, { product, parameters }: AcceptRequest): Effect | undefined {
  if (!('effectId' in parameters) || parameters.effectId === undefined) return undefined
  const effect = catalogue.effects.find(
    (candidate) => candidate.id === parameters.effectId && candidate.surface === surfaceOf(product),
  )
  if (effect === undefined) {
    throw new ServiceError('EFFECT_NOT_USABLE', {
      details: [{ path: '/effectId', message: `is not an effect for ${surfaceOf(product)}s` }],
    })
  }
  return effect
}

async function findInput(database: Database, request: AcceptRequest): Promise<TaskInput | undefined> {
  const { accountId, parameters } = request
  if (!('assetId' in parameters)) return undefined
  const upload = await database.read((db) => findUpload(db, accountId, parameters.assetId))
  const { objectKey, sizeBytes, widthPx, heightPx } = upload ?? {}
  const isReady = upload?.status === 'READY'
  if (!isReady || !objectKey || !sizeBytes || !widthPx || !heightPx) {
    // One answer for another's upload, none at all, and one that is not READY.
    throw new ServiceError('ASSET_NOT_USABLE', {
      details: [{ path: '/assetId', message: 'is not one of your uploads with status READY' }],
    })
  }
  return { assetId: upload.id, key: objectKey, contentType: upload.contentType, sizeBytes, widthPx, heightPx }
}

/** A replay repeats the first answer to the letter, so its status is QUEUED whatever became of the task since. */
function viewAcceptance(task: { id: string; createdAtMs: number }, replayed: boolean): Acceptance {
  return { id: task.id, status: taskMoves.accept.to, createdAt: toTimestamp(task.createdAtMs), replayed }
}
