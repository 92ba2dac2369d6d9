import { sql } from 'kysely'
import { Usd } from '../../core/domain/money/usd.ts'
import { type AccountRefusal, effectiveMax, findRefusal, type TaskLimits } from '../accounts/task-limits.ts'
import type { Tx } from '../database.ts'
import { insertRows } from '../insert-rows.ts'
import type { LedgerKind } from '../tables.ts'
import { valueByKey } from '../value-by-key.ts'

/**
 * The only place where money moves. Each function inserts a ledger entry and updates the account last, so
 * that the row shared by all of an account's transactions is locked for the shortest time (1.6 to 2 times the
 * rate of locking it first, measured on a hot account). One that returns a refusal has moved nothing, but what it
 * inserted must be rolled back.
 */
export const ledger = { credit, debit, reserve, charge, refund }

/** The parameters of a movement: whose money, for which task, how much. */
export interface Movement {
  readonly accountId: string
  readonly taskId: string
  readonly amount: Usd
}

/** The charge for a task that succeeded; the update of its account's row also counts its result's bytes. */
export interface Charge extends Movement {
  readonly resultBytes: number
}

/**
 * Phase 1 is a task's reservation, phase 2 its settlement; the unique key on (task, phase) refuses a second
 * of either.
 */
const phaseReservation = 1n
const phaseSettlement = 2n

/** Why a balance does not change: a credit would raise the account above `Usd.max`, or a debit exceeds what is available. */
export type BalanceRefusal =
  | { readonly kind: 'balanceLimit' }
  | { readonly kind: 'balanceTooLow'; readonly available: Usd }

/**
 * Adds to the balance. A second credit with the same id fails on its unique key, so a caller that repeats a
 * transaction looks for the first one before. Of two concurrent credits the second may be refused.
 */
async function credit(
  tx: Tx,
  { accountId, creditId, amount }: { accountId: string; creditId: string; amount: Usd },
): Promise<BalanceRefusal | undefined> {
  await tx.db
    .insertInto('credits')
    .values({ id: creditId, account_id: accountId, amount: amount.micros, created_at: BigInt(tx.nowMs) })
    .execute()
  await insertEntries(tx, [{ accountId, amount, taskId: null, phase: null, kind: 'credit' }])
  // Reserved amounts count, because they may be refunded. Movements within an account need no such guard.
  const { numUpdatedRows } = await tx.db
    .updateTable('accounts')
    .set((row) => ({ balance: row('balance', '+', amount.micros) }))
    .where('id', '=', accountId)
    .where((row) => row(row('balance', '+', row.ref('reserved')), '<=', Usd.max.micros - amount.micros))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? undefined : { kind: 'balanceLimit' }
}

/** Takes from the balance, never from what is reserved, once per debit id as in a credit. */
async function debit(
  tx: Tx,
  { accountId, debitId, amount }: { accountId: string; debitId: string; amount: Usd },
): Promise<BalanceRefusal | undefined> {
  await tx.db
    .insertInto('debits')
    .values({ id: debitId, account_id: accountId, amount: amount.micros, created_at: BigInt(tx.nowMs) })
    .execute()
  await insertEntries(tx, [{ accountId, amount, taskId: null, phase: null, kind: 'debit' }])
  const { numUpdatedRows } = await tx.db
    .updateTable('accounts')
    .set((row) => ({ balance: row('balance', '-', amount.micros) }))
    .where('id', '=', accountId)
    .where('balance', '>=', amount.micros)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 1n) return undefined
  const { balance } = await tx.db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { kind: 'balanceTooLow', available: Usd.ofMicros(balance) }
}

/** Moves the costs of new tasks from balance to reserved and counts them as open, all or none. */
async function reserve(
  tx: Tx,
  movements: readonly Movement[],
  taskLimits: TaskLimits = {},
): Promise<AccountRefusal | undefined> {
  await insertEntries(
    tx,
    movements.map((movement) => ({ ...movement, phase: phaseReservation, kind: 'reserve' })),
  )
  const costs = sumByAccount(movements, ({ amount }) => amount.micros)
  const counts = sumByAccount(movements, () => 1n)
  // One statement for all accounts: guard and update find each cost by the row's id.
  const cost = valueByKey('id', costs)
  const count = valueByKey('id', counts)
  const { numAffectedRows } = await sql`update ${sql.table('accounts')}
    set balance = balance - ${cost}, reserved = reserved + ${cost}, tasks_open = tasks_open + ${count}
    where id in (${sql.join([...costs.keys()])})
      and balance >= ${cost}
      and state = 'ACTIVE'
      and tasks_open + ${count} <= ${effectiveMax('tasks_open_max', taskLimits.tasksOpenMax)}`.execute(tx.db)
  return numAffectedRows === BigInt(costs.size) ? undefined : findRefusal(tx, costs, counts, taskLimits)
}

/** Spends the reservations of tasks and counts the bytes of their results, all or none. */
async function charge(tx: Tx, charges: readonly Charge[]): Promise<void> {
  const resultBytes = sumByAccount(charges, (charge) => BigInt(charge.resultBytes))
  await settle(tx, 'charge', charges, { resultBytes })
}

/** Returns the reservations of tasks to the balance in full, all or none. */
async function refund(tx: Tx, movements: readonly Movement[]): Promise<void> {
  const balance = sumByAccount(movements, ({ amount }) => amount.micros)
  await settle(tx, 'refund', movements, { balance })
}

async function settle(
  tx: Tx,
  kind: 'charge' | 'refund',
  movements: readonly Movement[],
  gain: { readonly balance: Sums } | { readonly resultBytes: Sums },
): Promise<void> {
  if (movements.length === 0) return
  await insertEntries(
    tx,
    movements.map((movement) => ({ ...movement, phase: phaseSettlement, kind })),
  )
  const reserved = sumByAccount(movements, ({ amount }) => amount.micros)
  const ended = sumByAccount(movements, () => 1n)
  await changeAccounts(tx, { ...gain, reserved, ended })
}

type Sums = ReadonlyMap<string, bigint>

function sumByAccount<M extends Movement>(movements: readonly M[], amountOf: (movement: M) => bigint): Sums {
  const sums = new Map<string, bigint>()
  for (const movement of movements) {
    sums.set(movement.accountId, (sums.get(movement.accountId) ?? 0n) + amountOf(movement))
  }
  return sums
}

interface NewEntry {
  readonly accountId: string
  readonly taskId: string | null
  readonly phase: bigint | null
  readonly kind: LedgerKind
  readonly amount: Usd
}

async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  await insertRows(
    tx.db,
    'ledger_entries',
    entries.map((entry) => ({
      account_id: entry.accountId,
      task_id: entry.taskId,
      phase: entry.phase,
      kind: entry.kind,
      amount: entry.amount.micros,
      created_at: BigInt(tx.nowMs),
    })),
  )
}

/** Changes several accounts in one statement: subtracts what was reserved and has ended, and adds what was gained. */
async function changeAccounts(
  tx: Tx,
  by: { readonly [Sum in 'reserved' | 'ended']: Sums } & {
    readonly [Sum in 'balance' | 'resultBytes']?: Sums
  },
): Promise<void> {
  const accountIds = [...by.reserved.keys()]
  const open = sql`tasks_open - ${valueByKey('id', by.ended)}`
  const { numUpdatedRows } = await tx.db
    .updateTable('accounts')
    .set((row) => ({
      ...(by.balance && { balance: row('balance', '+', valueByKey('id', by.balance)) }),
      ...(by.resultBytes && { result_bytes: row('result_bytes', '+', valueByKey('id', by.resultBytes)) }),
      reserved: row('reserved', '-', valueByKey('id', by.reserved)),
      // Never below 0: a process of an older version accepts tasks without counting them.
      tasks_open: sql<bigint>`case when ${open} > 0 then ${open} else 0 end`,
    }))
    .where('id', 'in', accountIds)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== BigInt(accountIds.length))
    throw new Error(
      `One of the accounts ${accountIds.join(', ')} is missing although the ledger refers to it.`,
    )
}
