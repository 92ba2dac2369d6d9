import { toTimestamp, toTimestampOrNull } from '../core/domain/clock.ts'
import type { Submission, Task, TaskParameters } from '../core/domain/tasks/task.ts'
import type { StoredMedia } from '../core/domain/tasks/task-states.ts'
import type { GateStage } from '../core/ports/gate.ts'
import { eventsOfCalls, viewEngineCalls } from './engine-call-views.ts'
import { eventsOfGates, viewGateChecks } from './gate-views.ts'
import type { TaskHistory } from './show-task.ts'
import type { TaskPage } from './task-page.ts'

/** Tasks as commands print them with --json and the operator's page receives them. */

export type TaskHistoryView = ReturnType<typeof viewTaskHistory>

/** What accounts are called, by their id. */
export type AccountNames = ReadonlyMap<string, string>

export function viewTask(task: Task, names: AccountNames = new Map()) {
  const { submission, parameters } = task
  return {
    taskId: task.id,
    accountId: task.accountId,
    accountName: names.get(task.accountId) ?? null,
    /** The key that ordered it; null for tasks of a version that did not record it. */
    keyId: task.apiKeyId ?? null,
    type: task.type,
    tier: task.tier,
    status: task.status,
    cost: task.cost.toString(),
    createdAt: toTimestamp(task.createdAtMs),
    startedAt: toTimestampOrNull(task.startedAtMs),
    completedAt: toTimestampOrNull(task.completedAtMs),
    /** Its deadline: it is cancelled unless it has started by then; null: never. */
    cancelAt: toTimestampOrNull(task.cancelAtMs),
    attempt: task.attempt,
    engine: submission.kind === 'none' ? null : submission.provider,
    error: task.error === undefined ? null : { code: task.error.code, message: task.error.message },
    prompt: parameters.prompt,
  }
}

/** `read` says how far a page has come that stopped before it was full; null: nothing was left unread. */
export function viewTaskPage({ tasks, next, read, total }: TaskPage, names: AccountNames = new Map()) {
  return {
    tasks: tasks.map((task) => viewTask(task, names)),
    next: next ?? null,
    read:
      read === undefined
        ? null
        : { tasks: read.tasks, of: read.of ?? null, backTo: toTimestampOrNull(read.backToMs) },
    /** How many match in all; null if nothing counts them. */
    total: total ?? null,
  }
}

export function viewTaskHistory(history: TaskHistory, names: AccountNames = new Map()) {
  const { task, keyName, isQueued, isBlocked, cancelledBy, endedBy, lease, ledger, gateChecks } = history
  return {
    ...viewTask(task, names),
    keyName: keyName ?? null,
    parameters: viewParameters(task.parameters),
    isQueued,
    isBlocked,
    cancelledBy: cancelledBy ?? null,
    /** The operator who cancelled or failed it, or closed its account, and why. */
    endedBy: endedBy === undefined ? null : { actor: endedBy.actor, reason: endedBy.details.reason ?? null },
    /** The failed task that it was ordered in place of. */
    retryOf: history.retries.retryOf ?? null,
    retriedAs: history.retries.retriedAs ?? null,
    epoch: task.epoch,
    submission: viewSubmission(task.submission),
    lease:
      lease === undefined
        ? null
        : { worker: lease.worker, epoch: lease.epoch, until: toTimestamp(lease.leaseUntilMs) },
    output: (task.output ?? []).map(viewStoredMedia),
    removed:
      task.removed === undefined
        ? null
        : { code: task.removed.code, removedAt: toTimestamp(task.removed.removedAtMs) },
    /** When the request was erased; its fields are empty from then on. */
    scrubbedAt: toTimestampOrNull(task.scrubbedAtMs),
    ledger: ledger.map(({ kind, amount, createdAtMs }) => ({
      kind,
      amount: amount.toString(),
      createdAt: toTimestamp(createdAtMs),
    })),
    /** The engines that would have had it before, but were down. */
    passedOver: task.passedOver ?? [],
    /** Every call of an engine, the last one as far as it has come. */
    engineCalls: viewEngineCalls(history),
    gates: viewGateChecks(gateChecks),
    events: eventsOf(history),
  }
}

function viewStoredMedia({ key, contentType, sizeBytes, provenance }: StoredMedia) {
  return { key, contentType, sizeBytes, provenance: provenance ?? null }
}

/** Each parameter is named here, so that a new one does not compile until an operator can see it. */
function viewParameters({
  prompt,
  negativePrompt,
  effect,
  input,
  aspectRatio,
  widthPx,
  heightPx,
  durationSeconds,
  ...unseen
}: TaskParameters) {
  unseen satisfies Readonly<Record<string, never>>
  return {
    prompt,
    negativePrompt: negativePrompt ?? null,
    effectId: effect?.id ?? null,
    inputAssetId: input?.assetId ?? null,
    aspectRatio: aspectRatio ?? null,
    width: widthPx,
    height: heightPx,
    durationSeconds: durationSeconds ?? null,
  }
}

/** How an event is marked; null: it is an ordinary one. */
type Tone = 'good' | 'bad' | 'waiting' | null

/** The events in the order of their times; one without a recorded time has that of the last one before it. */
function eventsOf(history: TaskHistory) {
  const { task, isQueued, isBlocked, lease, ledger, gateChecks, engineCalls } = history
  const events: { at: string; what: string; tone: Tone }[] = []
  const add = (atMs: number, what: string, tone: Tone = null) =>
    events.push({ at: toTimestamp(atMs), what, tone })
  const [reservation, settlement] = ledger
  add(task.createdAtMs, 'Accepted')
  if (reservation !== undefined) add(reservation.createdAtMs, `Reserved ${reservation.amount} USD`)
  if (task.cancelAtMs !== undefined)
    add(task.createdAtMs, `Has a deadline: cancelled unless it starts by ${toSecond(task.cancelAtMs)}`)
  if (task.startedAtMs !== undefined) add(task.startedAtMs, 'Claimed by a worker for its first attempt')
  const known = [task.createdAtMs, task.startedAtMs, task.engineCalledAtMs, engineCalls.at(-1)?.endedAtMs]
  const nowMs = task.completedAtMs ?? Math.max(...known.map((atMs) => atMs ?? 0))
  const calledMs = task.engineCalledAtMs ?? nowMs
  for (const { atMs, what, tone } of eventsOfCalls(history)) add(atMs, what, tone)
  if (task.attempt > 1) add(nowMs, `Claimed ${task.attempt} times in all`)
  if (task.passedOver !== undefined)
    add(
      calledMs,
      `Passed over ${task.passedOver.join(', ')}, which ${task.passedOver.length === 1 ? 'was' : 'were'} down`,
    )
  const addGates = (stage: GateStage, wentOn: boolean) => {
    for (const { askedAtMs, what, tone } of eventsOfGates(gateChecks, stage, wentOn))
      add(askedAtMs, what, tone)
  }
  addGates('before', task.submission.kind !== 'none')
  // A scrubbed task has lost its job, not the confirmation of it.
  if (task.submission.kind === 'intended' && task.scrubbedAtMs === undefined)
    add(calledMs, handedTo(task, task.submission.provider))
  if (task.submission.kind === 'started') add(calledMs, `Started by the engine ${task.submission.provider}`)
  addGates('after', task.status === 'SUCCEEDED')
  if (isQueued)
    add(nowMs, task.attempt === 0 ? 'Waits for its first attempt' : 'Waits for another attempt', 'waiting')
  if (isBlocked) add(nowMs, 'Blocked: its account runs as many tasks as it may', 'waiting')
  if (lease !== undefined) add(nowMs, `The worker ${lease.worker} has it`)
  if (task.completedAtMs !== undefined)
    add(task.completedAtMs, endOf(history), task.status === 'SUCCEEDED' ? 'good' : 'bad')
  for (const { provenance } of task.output ?? [])
    if (provenance !== undefined) add(nowMs, provenanceInWords(provenance))
  if (settlement !== undefined)
    add(settlement.createdAtMs, `${settledBy[settlement.kind]} ${settlement.amount} USD`)
  if (task.removed !== undefined) add(task.removed.removedAtMs, `Result removed: ${task.removed.code}`)
  if (task.scrubbedAtMs !== undefined)
    add(task.scrubbedAtMs, 'Scrubbed: the request, messages, gates and the job of the engine were erased')
  return events.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

/** A synchronous engine gives no job: its answer is the end of the task. */
function handedTo({ completedAtMs }: Task, engine: string): string {
  return `Handed to the engine ${engine}${completedAtMs === undefined ? ', which has not answered yet' : ''}`
}

function endOf({ task: { status, error }, cancelledBy, endedBy }: TaskHistory): string {
  const cause = cancelledBy === undefined ? [error?.code, error?.message] : [cancelCauses[cancelledBy]]
  // A scrubbed task has lost its message.
  const end = [status, ...cause].filter(Boolean).join(': ')
  if (endedBy === undefined) return end
  const { actor, details } = endedBy
  return `${end} (${details.reason === undefined ? actor : `${actor}: ${details.reason}`})`
}

const cancelCauses = {
  deadline: 'it had not started by its deadline',
  'close-account': 'its account was closed',
  operator: 'by an operator',
  customer: 'by the customer',
}

function provenanceInWords({ mark, manifest }: NonNullable<StoredMedia['provenance']>): string {
  const marked = {
    none: 'Stored without a mark',
    xmp: 'Marked as generated (XMP)',
    signed: 'Marked as generated (XMP) and signed (C2PA)',
  }[mark]
  const credentials = {
    kept: "; the engine's content credentials (C2PA) were kept",
    lost: "; the engine's content credentials (C2PA) were lost, because the file had to be changed",
  }
  return manifest === undefined ? marked : marked + credentials[manifest]
}

const settledBy = {
  credit: 'Credited',
  debit: 'Debited',
  reserve: 'Reserved',
  charge: 'Charged',
  refund: 'Refunded',
}

/** The engine's own job id, in the engine's own format: shown as JSON. */
function viewSubmission(submission: Submission) {
  return {
    kind: submission.kind,
    job: submission.kind === 'started' ? JSON.stringify(submission.job) : null,
  }
}

function toSecond(timeMs: number): string {
  return toTimestamp(timeMs).replace(/\.\d+Z$/, 'Z')
}
