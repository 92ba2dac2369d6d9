import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import type { FairQueue } from '../../coordination/fair-queue.ts'
import { type Catalogue, type Effect, unitPriceOf } from '../../core/domain/catalogue.ts'
import { type Clock, toTimestamp } from '../../core/domain/clock.ts'
import { fingerprintOf } from '../../core/domain/generation/fingerprint.ts'
import type { GenerationRequest } from '../../core/domain/generation/generation-request.ts'
import { resolveGeneration } from '../../core/domain/generation/resolve-generation.ts'
import { newTaskId } from '../../core/domain/ids.ts'
import { surfaceOf } from '../../core/domain/products.ts'
import type { Task, TaskInput } from '../../core/domain/tasks/task.ts'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import { formatTraceparent, parseTraceparent } from '../../core/domain/trace-context.ts'
import { useNotedEveryMs } from '../../core/domain/uploads/upload.ts'
import { uploadMoves } from '../../core/domain/uploads/upload-states.ts'
import type { Database } from '../../database/database.ts'
import { asAmbiguous } from '../../database/database-unavailable-error.ts'
import {
  deleteForgottenIdempotencyKey,
  deleteIdempotencyKeyOfTask,
  type NewIdempotencyKey,
} from '../../database/tasks/idempotency-keys.ts'
import type { NewTask } from '../../database/tasks/task-moves.ts'
import { findTask } from '../../database/tasks/tasks.ts'
import { findUploadNow, noteUploadUse } from '../../database/uploads/uploads.ts'
import type { AcceptWriter } from './accept-writer.ts'
import { notOfferedError } from './not-offered-error.ts'
import type { ReadIdempotencyKey } from './read-idempotency-key.ts'
import { viewCost } from './task-view.ts'

export interface AcceptDependencies {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly acceptWriter: AcceptWriter
  readonly readIdempotencyKey: ReadIdempotencyKey
  readonly fairQueue: FairQueue
  readonly clock: Clock
  /** How long an idempotency key is remembered. */
  readonly idempotencyRememberedMs: number
  /**
   * Whether a provider serves this product at this tier, with this effect: `down` while all that could are
   * excluded or paused, or the product is paused; `notConfigured` where there is none.
   */
  readonly tierState: (
    product: GenerationRequest['product'],
    tier: string,
    effect?: Effect,
  ) => Promise<'available' | 'down' | 'notConfigured'>
  /** Whether any provider is configured that can apply the effect. */
  readonly isEffectOffered: (effect: Effect) => boolean
  /** Called after a new task is committed, to wake a worker; must not throw. */
  readonly onAccepted: (task: Pick<NewTask, 'id' | 'type' | 'tier'>) => void
}

export type AcceptRequest = GenerationRequest & {
  readonly accountId: string
  /** The public id of the key that the request came with. */
  readonly apiKeyId?: string | undefined
  /** Towards whose spending limits the order counts. */
  readonly keyLimitsId?: string | undefined
  readonly idempotencyKey?: string
  /** Seconds after which the task is cancelled unless it has started. */
  readonly cancelAfter?: number
  /** As the request has it; a malformed one is ignored. */
  readonly traceparent?: string
}

export type Acceptance = contract.AcceptedTask & {
  /** True if the task belongs to an earlier request with the same idempotency key. */
  readonly replayed: boolean
}

/**
 * Turns a validated request into a queued task with its cost reserved, in one transaction: idempotency key, task,
 * queue row, ledger entry, balance. With an idempotency key, the same request always gets the same task.
 *
 * Throws IDEMPOTENCY_CONFLICT, EFFECT_NOT_USABLE, ASSET_NOT_USABLE, TIER_UNAVAILABLE, or what an `AcceptWriter`
 * throws; then nothing is written and the key stays free. Replays get their response before the other checks, because
 * the conditions that made the first request acceptable may no longer hold.
 */
export async function acceptGeneration(
  deps: AcceptDependencies,
  request: AcceptRequest,
): Promise<Acceptance> {
  const asked = askedKey(request)
  const replay = await findReplay(deps, asked)
  if (replay !== undefined) return replay

  const effect = findEffect(deps, request)
  const found = await findInput(deps.database, request)
  const resolved = resolveGeneration(request, {
    ...(effect !== undefined && { effect }),
    ...(found !== undefined && { input: found.input }),
  })
  const { product, tier } = resolved
  const tierState = await deps.tierState(product, tier, effect)
  if (tierState === 'down') throw new ServiceError('TIER_UNAVAILABLE')
  const unitPrice = unitPriceOf(deps.catalogue.pricing, product, tier)
  if (tierState === 'notConfigured' || unitPrice === undefined) throw notOfferedError(product, tier)
  if (found?.isUseDue) await noteUse(deps.database, request.accountId, found.input)

  // The id is created before the first try, so that a rerun after a lost COMMIT cannot create a second task.
  const task: NewTask = {
    id: newTaskId(deps.clock.nowMs()),
    accountId: request.accountId,
    apiKeyId: request.apiKeyId,
    keyLimitsId: request.keyLimitsId,
    traceparent: storedTraceparent(request.traceparent),
    type: product,
    tier,
    parameters: resolved.parameters,
    cost: unitPrice.times(resolved.units),
    cancelAfterMs: request.cancelAfter === undefined ? undefined : request.cancelAfter * 1000,
    queuePosition: await deps.fairQueue.positionOf(request.accountId, product),
  }
  const accepted = await writeTask(deps, task, asked)
  if (!accepted.replayed) deps.onAccepted(task)
  return accepted
}

function storedTraceparent(header: string | undefined): string | undefined {
  const context = parseTraceparent(header)
  return context && formatTraceparent(context)
}

/** The idempotency key of a request, and what it stands for. */
type AskedKey = Omit<NewIdempotencyKey, 'taskId'>

function askedKey(request: AcceptRequest): AskedKey | undefined {
  const { accountId, idempotencyKey: key } = request
  return key === undefined ? undefined : { accountId, key, fingerprint: fingerprintOf(request) }
}

async function writeTask(
  deps: AcceptDependencies,
  task: NewTask,
  asked: AskedKey | undefined,
  { isRetry = false } = {},
): Promise<Acceptance> {
  const key = asked && { ...asked, taskId: task.id }
  try {
    const { createdAtMs } = await deps.acceptWriter.write({ task, key })
    return viewAcceptance({ ...task, createdAtMs }, false)
  } catch (error) {
    if (deps.database.classify(error) !== 'duplicate') throw error
    // A concurrent request with the same key was faster, so that an outage leaves open what became of the order.
    const replay = await findReplay(deps, asked).catch((outage) => {
      throw asAmbiguous(outage)
    })
    if (replay !== undefined) return replay
    if (isRetry) throw error
    // The key that was in the way has been forgotten since, so it is free.
    return writeTask(deps, task, asked, { isRetry: true })
  }
}

async function findReplay(
  { database, readIdempotencyKey, idempotencyRememberedMs }: AcceptDependencies,
  asked: AskedKey | undefined,
): Promise<Acceptance | undefined> {
  if (asked === undefined) return undefined
  const { accountId, key, fingerprint } = asked
  const remembered = await readIdempotencyKey(asked)
  if (remembered === undefined) return undefined
  if (remembered.createdAtMs + idempotencyRememberedMs <= (await database.nowMs())) {
    const forgotten = { accountId, key, rememberedMs: idempotencyRememberedMs }
    await database.transaction((tx) => deleteForgottenIdempotencyKey(tx, forgotten))
    return undefined
  }
  const { taskId } = remembered
  const task = await database.read((db) => findTask(db, accountId, taskId))
  if (task === undefined) {
    // Scrubbed by a deletion of the account's data that has not reached its keys, so the key is forgotten.
    await database.transaction((tx) => deleteIdempotencyKeyOfTask(tx, { accountId, key, taskId }))
    return undefined
  }
  if (Buffer.compare(remembered.fingerprint, fingerprint) !== 0)
    throw new ServiceError('IDEMPOTENCY_CONFLICT')
  return viewAcceptance(task, true)
}

function findEffect(
  { catalogue, isEffectOffered }: AcceptDependencies,
  { product, parameters }: AcceptRequest,
): Effect | undefined {
  if (!('effectId' in parameters) || parameters.effectId === undefined) return undefined
  const effect = catalogue.effects.find(
    (candidate) => candidate.id === parameters.effectId && candidate.surface === surfaceOf(product),
  )
  if (effect === undefined || !isEffectOffered(effect)) {
    throw new ServiceError('EFFECT_NOT_USABLE', {
      details: [{ path: '/effectId', message: `is not an effect for ${surfaceOf(product)}s` }],
    })
  }
  return effect
}

interface FoundInput {
  readonly input: TaskInput
  /** Whether its use must be recorded before a task that needs it is accepted. */
  readonly isUseDue: boolean
}

async function findInput(database: Database, request: AcceptRequest): Promise<FoundInput | undefined> {
  const { accountId, parameters } = request
  if (!('assetId' in parameters)) return undefined
  const { assetId } = parameters
  const { upload, nowMs = 0 } =
    (await database.read((db, now) => findUploadNow(db, now, accountId, assetId))) ?? {}
  const { objectKey, sizeBytes, widthPx, heightPx } = upload ?? {}
  const isReady = upload?.status === uploadMoves.verify.to
  if (!isReady || !objectKey || !sizeBytes || !widthPx || !heightPx) throw assetNotUsable()
  return {
    input: { assetId, key: objectKey, contentType: upload.contentType, sizeBytes, widthPx, heightPx },
    isUseDue: nowMs - upload.lastUsedAtMs > useNotedEveryMs,
  }
}

/**
 * Runs before the acceptance and outside its transaction: an upload with a recent recorded use is never
 * deleted as unused, so acceptance and deletion need not wait for each other. Throws ASSET_NOT_USABLE if the
 * upload was deleted since it was found.
 */
async function noteUse(database: Database, accountId: string, { assetId }: TaskInput): Promise<void> {
  if (!(await noteUploadUse(database, accountId, assetId))) throw assetNotUsable()
}

/** The same error for another account's upload, a missing one, and one that is not READY. */
function assetNotUsable(): ServiceError {
  return new ServiceError('ASSET_NOT_USABLE', {
    details: [{ path: '/assetId', message: 'is not one of your uploads with status READY' }],
  })
}

/** A replay repeats the first response exactly, so its status is QUEUED whatever the task's status now. */
function viewAcceptance(task: Pick<Task, 'id' | 'createdAtMs' | 'cost'>, replayed: boolean): Acceptance {
  const status = taskMoves.accept.to
  return {
    id: task.id,
    status,
    createdAt: toTimestamp(task.createdAtMs),
    cost: viewCost({ cost: task.cost, status }),
    replayed,
  }
}
