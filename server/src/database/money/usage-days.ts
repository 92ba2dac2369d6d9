import { Usd } from '../../core/domain/money/usd.ts'
import type { ProductName } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { TerminalStatus } from '../../core/domain/tasks/task-states.ts'
import { dayOf, type UtcDay } from '../../core/domain/utc-day.ts'
import type { Tx } from '../database.ts'
import type { Reader } from '../tables.ts'

/**
 * What accounts used: per day, product and key, how many tasks ended and what they were charged. Whoever
 * writes a row holds the lock of its account's row already, so two writers never wait for each other here.
 */

export interface UsageDay {
  readonly day: UtcDay
  readonly product: ProductName
  /** undefined for tasks of a version that did not record the key. */
  readonly apiKeyId: string | undefined
  readonly succeeded: number
  readonly failed: number
  readonly cancelled: number
  readonly charged: Usd
}

/** A task that ends in this transaction. */
export interface EndedTask {
  readonly task: Pick<Task, 'accountId' | 'apiKeyId' | 'type' | 'cost'>
  readonly move: 'succeed' | 'fail' | 'cancel'
}

/** Stands for tasks without a recorded key, because a primary key has no NULL. */
export const noKey = ''
export const counts = ['succeeded', 'failed', 'cancelled', 'charged'] as const
export type Counts = Record<(typeof counts)[number], bigint>

/** Counts tasks on the day of this transaction; call it after the ledger, which locks their accounts. */
export async function countEndedTasks(tx: Tx, ended: readonly EndedTask[]): Promise<void> {
  if (ended.length === 0) return
  const rows = new Map<string, { account_id: string; product: ProductName; api_key_id: string } & Counts>()
  for (const { task, move } of ended) {
    const key = { account_id: task.accountId, product: task.type, api_key_id: task.apiKeyId ?? noKey }
    const id = Object.values(key).join(' ')
    const row = rows.get(id) ?? { ...key, succeeded: 0n, failed: 0n, cancelled: 0n, charged: 0n }
    const by = countsOf(move, task.cost)
    for (const name of counts) row[name] += by[name]
    rows.set(id, row)
  }
  const day = BigInt(dayOf(tx.nowMs))
  await tx.db
    .insertInto('usage_days')
    .values([...rows.values()].map((row) => ({ ...row, day })))
    .modifyEnd(tx.dialect.addToExisting(counts))
    .execute()
}

function countsOf(move: EndedTask['move'], cost: Usd): Counts {
  return {
    succeeded: move === 'succeed' ? 1n : 0n,
    failed: move === 'fail' ? 1n : 0n,
    cancelled: move === 'cancel' ? 1n : 0n,
    charged: move === 'succeed' ? cost.micros : 0n,
  }
}

/** An account's usage on these days, both included, by day, product and key; a range of the primary key. */
export async function listUsageDays(
  db: Reader,
  query: {
    readonly accountId: string
    readonly from: UtcDay
    readonly to: UtcDay
    readonly limit: number
  },
): Promise<UsageDay[]> {
  const rows = await db
    .selectFrom('usage_days')
    .selectAll()
    .where('account_id', '=', query.accountId)
    .where('day', '>=', BigInt(query.from))
    .where('day', '<=', BigInt(query.to))
    .orderBy('account_id')
    .orderBy('day')
    .orderBy('product')
    .orderBy('api_key_id')
    .limit(query.limit)
    .execute()
  return rows.map((row) => ({
    day: Number(row.day),
    product: row.product,
    apiKeyId: row.api_key_id === noKey ? undefined : row.api_key_id,
    succeeded: Number(row.succeeded),
    failed: Number(row.failed),
    cancelled: Number(row.cancelled),
    charged: Usd.ofMicros(row.charged),
  }))
}

/**
 * How many tasks of an account have ended and how, of all keys and products or of these; reads a row for each of its
 * days, products and keys.
 */
export async function sumUsageOfAccount(
  db: Reader,
  {
    accountId,
    keyId,
    product,
  }: {
    readonly accountId: string
    readonly keyId?: string | undefined
    readonly product?: ProductName | undefined
  },
): Promise<Readonly<Record<TerminalStatus, number>>> {
  const sums = await db
    .selectFrom('usage_days')
    .select((row) => [
      row.fn.sum<bigint | string | null>('succeeded').as('succeeded'),
      row.fn.sum<bigint | string | null>('failed').as('failed'),
      row.fn.sum<bigint | string | null>('cancelled').as('cancelled'),
    ])
    .where('account_id', '=', accountId)
    .$if(keyId !== undefined, (query) => query.where('api_key_id', '=', keyId ?? ''))
    .$if(product !== undefined, (query) => query.where('product', '=', product ?? 'image.generate'))
    .executeTakeFirstOrThrow()
  return {
    SUCCEEDED: Number(sums.succeeded ?? 0),
    FAILED: Number(sums.failed ?? 0),
    CANCELLED: Number(sums.cancelled ?? 0),
  }
}
