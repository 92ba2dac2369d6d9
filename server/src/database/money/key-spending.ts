import { sql } from 'kysely'
import type { KeyProperties } from '../../core/domain/accounts/api-key.ts'
import { int64Max } from '../../core/domain/int64-max.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import { dayOf as utcDayOf } from '../../core/domain/utc-day.ts'
import type { Database, Tx } from '../database.ts'
import type { Reader } from '../tables.ts'
import { valueByKey } from '../value-by-key.ts'

/**
 * What the orders of keys with spending limits have cost: a row for each UTC day on which there was one, and
 * one for all days together. Only tasks with a `keyLimitsId` count, so a key without limits costs no
 * statement.
 */

/** The number of the row for all days together; the days themselves are counted from 1970. */
const allDays = 0n
const noLimit = sql.lit(int64Max)

export type CountedTask = Pick<Task, 'id' | 'cost' | 'keyLimitsId' | 'createdAtMs'>

/** An order exceeds a limit of its key, or the day's row of one of these limits is missing. */
export interface KeyRefusal {
  readonly kind: 'keyLimit'
  readonly limitsIds: readonly string[]
  readonly day: bigint
}

/**
 * Counts the costs of new tasks towards the limits of their keys, all or none; if one is refused, the transaction must
 * roll back. Comes after the tasks are inserted, so that a rerun of a committed transaction meets its own tasks and not
 * a limit that they have reached.
 */
export async function countSpending(
  tx: Tx,
  tasks: readonly Omit<CountedTask, 'createdAtMs'>[],
): Promise<KeyRefusal | undefined> {
  const costs = sumByLimits(tasks)
  if (costs.size === 0) return undefined
  const day = dayOf(tx.nowMs)
  const cost = valueByKey('limits_id', costs)
  const limit = sql`coalesce((
    select case key_spending.day when ${allDays} then total_max else day_max end
    from key_limits where key_limits.id = key_spending.limits_id), ${noLimit})`
  const { numUpdatedRows } = await tx.db
    .updateTable('key_spending')
    .set((row) => ({ spent: row('spent', '+', cost) }))
    .where('limits_id', 'in', [...costs.keys()])
    .where('day', 'in', [allDays, day])
    .where(sql<boolean>`spent + ${cost} <= ${limit}`)
    .executeTakeFirstOrThrow()
  const isCounted = numUpdatedRows === 2n * BigInt(costs.size)
  return isCounted ? undefined : { kind: 'keyLimit', limitsIds: [...costs.keys()], day }
}

/**
 * Deducts the costs of refunded tasks again, from the total and from the day on which each was ordered. Comes
 * before the accounts are locked, as in an acceptance, so that the two cannot deadlock.
 */
export async function deductSpending(tx: Tx, tasks: readonly CountedTask[]): Promise<void> {
  const counted = tasks.filter(({ keyLimitsId }) => keyLimitsId !== undefined)
  if (counted.length === 0) return
  await deduct(tx, allDays, sumByLimits(counted))
  const days = new Set(counted.map(({ createdAtMs }) => dayOf(createdAtMs)))
  for (const day of days) {
    const ofDay = counted.filter(({ createdAtMs }) => dayOf(createdAtMs) === day)
    await deduct(tx, day, sumByLimits(ofDay))
  }
}

async function deduct(tx: Tx, day: bigint, costs: ReadonlyMap<string, bigint>): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('key_spending')
    .set((row) => ({ spent: row('spent', '-', valueByKey('limits_id', costs)) }))
    .where('limits_id', 'in', [...costs.keys()])
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== BigInt(costs.size))
    throw new Error(`The spending on day ${day} of one of ${[...costs.keys()].join(', ')} is missing.`)
}

function sumByLimits(tasks: readonly Omit<CountedTask, 'createdAtMs'>[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { keyLimitsId, cost } of tasks) {
    if (keyLimitsId !== undefined) sums.set(keyLimitsId, (sums.get(keyLimitsId) ?? 0n) + cost.micros)
  }
  return sums
}

/**
 * Sets the spending limits of a key and returns the id under which they are stored, that of the first key
 * that had them. Spending is counted from the first limit on, also while there is none again; undefined if
 * there never was one.
 */
export async function setKeyLimits(
  tx: Tx,
  { keyId, limitsId }: { readonly keyId: string; readonly limitsId?: string | undefined },
  { dayLimit, totalLimit }: Pick<KeyProperties, 'dayLimit' | 'totalLimit'>,
): Promise<string | undefined> {
  const max = { day_max: dayLimit?.micros ?? null, total_max: totalLimit?.micros ?? null }
  if (limitsId !== undefined) {
    await tx.db.updateTable('key_limits').set(max).where('id', '=', limitsId).execute()
    return limitsId
  }
  if (dayLimit === undefined && totalLimit === undefined) return undefined
  await tx.db
    .insertInto('key_limits')
    .values({ id: keyId, ...max })
    .execute()
  await startSpending(tx, keyId)
  return keyId
}

/** Adds the rows of a day where they are missing; repeating it is harmless. */
export async function openSpendingDay(
  database: Database,
  limitsIds: readonly string[],
  day: bigint,
): Promise<void> {
  await database.autocommit((db) => insertMissingDay(db, database.dialect, limitsIds, day))
}

/** Starts the count of a key whose first limit this transaction sets. */
async function startSpending(tx: Tx, limitsId: string): Promise<void> {
  await insertMissingDay(tx.db, tx.dialect, [limitsId], allDays)
}

async function insertMissingDay(
  db: Reader,
  { insertMissing }: Database['dialect'],
  limitsIds: readonly string[],
  day: bigint,
): Promise<void> {
  const rows = limitsIds.toSorted().map((id) => sql`(${id}, ${day}, 0)`)
  await sql`${insertMissing} key_spending (limits_id, day, spent) values ${sql.join(rows)}`.execute(db)
}

function dayOf(timeMs: number): bigint {
  return BigInt(utcDayOf(timeMs))
}
