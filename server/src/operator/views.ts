import { toTimestamp, toTimestampOrNull } from '../core/domain/clock.ts'
import { type Capacity, findCapacity } from '../core/domain/generation/capacity.ts'
import type { ProductName } from '../core/domain/products.ts'
import { taskStatuses } from '../core/domain/tasks/task-states.ts'
import type { Account } from '../database/accounts/accounts.ts'
import type { ApiKeyInfo } from '../database/accounts/api-keys.ts'
import type { AuditEntry } from '../database/operator/audit-entries.ts'
import type { Pause } from '../database/providers/pauses.ts'
import type { ClosedLedger } from '../database/reconciliation/ledger-periods.ts'
import { viewKey } from '../use-cases/accounts/get-account.ts'
import type { ClosedAccount } from './account-states.ts'
import type { AccountStatement } from './administration.ts'
import { wordsOf } from './engine-call-views.ts'
import type { EngineState, QueueState, Reconciliation } from './inspection.ts'
import type { PauseState } from './pauses.ts'
import { ownLimitsOf } from './set-account-limits.ts'
import type { AccountNames } from './task-views.ts'

/**
 * What commands print with --json and the operator's page receives: one format for both. Amounts are exact
 * strings, times ISO 8601.
 */

export type AccountView = ReturnType<typeof viewAccount>
export type StatementView = ReturnType<typeof viewStatement>
export type ApiKeyView = ReturnType<typeof viewApiKey>
export type QueueView = ReturnType<typeof viewQueue>

export function viewAccount(account: Account) {
  const { id, name, reference, state, balance, reserved, createdAtMs, resultBytes } = account
  return {
    accountId: id,
    name: name ?? null,
    reference: reference ?? null,
    state,
    balance: balance.toString(),
    reserved: reserved.toString(),
    createdAt: toTimestamp(createdAtMs),
    resultBytes,
  }
}

export function viewClosedAccount({ account, cancelled, running }: ClosedAccount) {
  return { ...viewAccount(account), cancelled, running }
}

export function viewStatement(statement: AccountStatement) {
  const { account, totals, uploads, limits, apiKeys, closed, deletion } = statement
  return {
    accountId: account.id,
    name: account.name ?? null,
    reference: account.reference ?? null,
    state: account.state,
    balance: account.balance.toString(),
    reserved: account.reserved.toString(),
    currency: 'USD',
    createdAt: toTimestamp(account.createdAtMs),
    tasksOpen: account.tasksOpen,
    ownLimits: ownLimitsOf(account),
    ledger: {
      credited: totals.credited.toString(),
      debited: totals.debited.toString(),
      charged: totals.charged.toString(),
      closed: closed === undefined ? null : viewClosedLedger(closed),
    },
    tasks: Object.fromEntries(taskStatuses.map((status) => [status, totals.tasks.get(status) ?? 0])),
    uploads: { kept: uploads.uploadsKept, bytesKept: uploads.bytesKept, open: uploads.open },
    results: { bytes: account.resultBytes },
    dataDeletion:
      deletion === undefined
        ? null
        : { begunAt: toTimestamp(deletion.begunAtMs), endedAt: toTimestampOrNull(deletion.endedAtMs) },
    limits,
    apiKeys: apiKeys.map(viewApiKey),
  }
}

export function viewApiKey(key: ApiKeyInfo) {
  const { id: keyId, name, expiresAt, products, readOnly, limits, spent } = viewKey(key)
  return {
    keyId,
    name,
    createdAt: toTimestamp(key.createdAtMs),
    revokedAt: toTimestampOrNull(key.revokedAtMs),
    expiresAt,
    lastUsedAt: toTimestampOrNull(key.lastUsedAtMs),
    products,
    readOnly,
    limits,
    spent,
  }
}

export function viewQueue({ products, tiers, workers, load }: QueueState) {
  const capacity = findCapacity(load)
  return {
    waiting: products.reduce((sum, { waiting }) => sum + waiting, 0),
    /** Those whose account runs as many tasks as it may. */
    blocked: products.reduce((sum, { blocked }) => sum + blocked, 0),
    running: workers.reduce((sum, { running }) => sum + running, 0),
    interrupted: workers.reduce((sum, { interrupted }) => sum + interrupted, 0),
    products: products.map(({ product, waiting, blocked, oldestWaitingSeconds, pause }) => ({
      product,
      waiting,
      blocked,
      paused: viewPause(pause),
      oldestWaitingSeconds: Math.round(oldestWaitingSeconds),
      ...ratesOf(capacity, product),
    })),
    /** null: too many wait to count them so. */
    tiers:
      tiers?.map((tier) => ({ ...tier, oldestWaitingSeconds: Math.round(tier.oldestWaitingSeconds) })) ??
      null,
    workers: workers.map(({ worker, isAlive, running, interrupted, leaseUntilMs }) => ({
      worker,
      isAlive,
      running,
      interrupted,
      firstLeaseUntil: toTimestampOrNull(leaseUntilMs),
    })),
    capacity: {
      /** Of the workers that are alive; null: one of an older version does not tell. */
      slots: load.slots ?? null,
      busySlots: load.running,
      slotsNeeded: capacity.slotsNeeded === undefined ? null : rounded(capacity.slotsNeeded),
      workersNeeded: capacity.workersNeeded ?? null,
      sentence: capacity.sentence,
    },
  }
}

function ratesOf(capacity: Capacity, product: ProductName) {
  const found = capacity.products.find((one) => one.product === product)
  return {
    acceptedPerMinute: rounded(found?.acceptedPerMinute ?? 0),
    endedPerMinute: rounded(found?.endedPerMinute ?? 0),
    /** Until those that wait have ended, at the rate of the last 15 minutes; null: none has ended in them. */
    drainSeconds: found?.drainSeconds === undefined ? null : Math.ceil(found.drainSeconds),
  }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

/** Who paused it, when and why; null: it is not paused. */
function viewPause(pause: Pause | undefined) {
  if (pause === undefined) return null
  return { by: pause.actor, since: toTimestamp(pause.pausedAtMs), reason: pause.reason }
}

export function viewPauseState({ kind, name, pause }: PauseState) {
  return { kind, name, paused: viewPause(pause) }
}

export function viewEngine(engine: EngineState) {
  const { name, capacity, failuresInARow, isDown, downMs, tasks, products, ended, failed, callsFailed } =
    engine
  const { lastError, periods } = engine
  return {
    name,
    health: isDown ? ('down' as const) : ('up' as const),
    paused: viewPause(engine.pause),
    /** Until it is tried again; 0 while it is down if its next task tries it. */
    downSeconds: Math.ceil(downMs / 1000),
    failuresInARow,
    /** The first of these failures; null: there is none, or a version that did not record it counted it. */
    failingSince: toTimestampOrNull(engine.failingSinceMs),
    downSince: toTimestampOrNull(engine.downSinceMs),
    endedInAnHour: ended,
    failedInAnHour: failed,
    callsFailedInAnHour: callsFailed,
    /** Tasks that another engine served, because this one was down when it was its turn. */
    passedOverInAnHour: engine.passedOver,
    /** The last of the day that is the engine's: an input that it refused, or that it was busy, is none. */
    lastError:
      lastError === undefined
        ? null
        : {
            at: toTimestamp(lastError.atMs),
            what: wordsOf(lastError.what),
            reason: lastError.reason ?? null,
            taskId: lastError.taskId,
          },
    /** Failed tasks that it had last, by code. */
    failures: engine.failures,
    /** Its calls that ended without a result, by how. */
    calls: engine.calls.map(({ outcome, ...counts }) => ({ outcome, what: wordsOf(outcome), ...counts })),
    hourFrom: toTimestamp(periods.hourFromMs),
    dayFrom: toTimestamp(periods.dayFromMs),
    inFlight: tasks,
    productsInFlight: products,
    /** The products that it may be given; null: not known. */
    productsServed: engine.productsServed ?? null,
    concurrencyMax: capacity?.concurrency ?? null,
    startsPerMinuteMax: capacity?.requestsPerMinute ?? null,
  }
}

export function viewAuditEntry(entry: AuditEntry, names: AccountNames) {
  return {
    id: String(entry.id),
    at: toTimestamp(entry.createdAtMs),
    actor: entry.actor,
    action: entry.action,
    accountId: entry.accountId ?? null,
    accountName: names.get(entry.accountId ?? '') ?? null,
    subject: entry.subject,
    details: entry.details,
  }
}

export function viewClosedLedger({ periods, lastId, closedAtMs, provenSinceMs }: ClosedLedger) {
  return {
    periods,
    lastEntry: String(lastId),
    closedAt: toTimestamp(closedAtMs),
    /** Since when workers have read all of it and found nothing; null while something of it disagrees. */
    provenSince: provenSinceMs === 0 ? null : toTimestamp(provenSinceMs),
  }
}

export function viewReconciliation({ disagreements, isComplete, lastSweep }: Reconciliation) {
  return {
    agrees: disagreements.length === 0,
    isComplete,
    disagreements: disagreements.map(({ kind, accountId, taskId, expected, actual }) => ({
      kind,
      accountId,
      taskId: taskId ?? null,
      expected,
      actual,
    })),
    lastSweep:
      lastSweep === undefined
        ? null
        : { endedAt: toTimestamp(lastSweep.endedAtMs), disagreements: lastSweep.found },
  }
}
