import { ServiceError } from '@mediagen/contract/errors'
import { BalanceLimitError } from '../core/domain/balance-limit-error.ts'
import { Usd } from '../core/domain/usd.ts'
import type { Tx } from './database.ts'
import { findWritten } from './find-written.ts'
import { valueByKey } from './value-by-key.ts'

/**
 * The only place where money moves. Each function inserts a ledger entry and updates the account last, so
 * that the row shared by all of an account's transactions is locked for the shortest time (1.6 to 2 times the
 * rate of locking it first, measured on a hot account).
 */
export const ledger = { credit, reserve, charge, refund }

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

/**
 * Adds to the balance, once per credit id: repeated after a lost COMMIT, it does nothing. Throws
 * BalanceLimitError, also for the second of two concurrent credits; the transaction must then roll back.
 */
async function credit(
  tx: Tx,
  { accountId, creditId, amount }: { accountId: string; creditId: string; amount: Usd },
): Promise<void> {
  if (await findWritten(tx, () => isCredited(tx, creditId))) return
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
  if (numUpdatedRows !== 1n) throw new BalanceLimitError(accountId)
}

async function isCredited(tx: Tx, creditId: string): Promise<boolean> {
  const row = await tx.db.selectFrom('credits').select('id').where('id', '=', creditId).executeTakeFirst()
  return row !== undefined
}

/**
 * Moves the costs of new tasks from balance to reserved, all or none. Throws INSUFFICIENT_BALANCE if any
 * account cannot cover its sum; the transaction must then roll back.
 */
async function reserve(tx: Tx, movements: readonly Movement[]): Promise<void> {
  await insertEntries(
    tx,
    movements.map((movement) => ({ ...movement, phase: phaseReservation, kind: 'reserve' })),
  )
  const costs = sumByAccount(movements, ({ amount }) => amount.micros)
  // One statement for all accounts: guard and update find each cost by the row's id.
  const cost = valueByKey('id', costs)
  const { numUpdatedRows } = await tx.db
    .updateTable('accounts')
    .set((row) => ({ balance: row('balance', '-', cost), reserved: row('reserved', '+', cost) }))
    .where('id', 'in', [...costs.keys()])
    .where('balance', '>=', cost)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== BigInt(costs.size)) throw new ServiceError('INSUFFICIENT_BALANCE')
}

/** Spends the reservations of tasks and counts the bytes of their results, all or none. */
async function charge(tx: Tx, charges: readonly Charge[]): Promise<void> {
  if (charges.length === 0) return
  await insertSettlements(tx, 'charge', charges)
  await changeAccounts(tx, {
    reserved: sumByAccount(charges, ({ amount }) => -amount.micros),
    result_bytes: sumByAccount(charges, ({ resultBytes }) => BigInt(resultBytes)),
  })
}

/** Returns the reservations of tasks to the balance in full, all or none. */
async function refund(tx: Tx, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return
  await insertSettlements(tx, 'refund', movements)
  await changeAccounts(tx, {
    balance: sumByAccount(movements, ({ amount }) => amount.micros),
    reserved: sumByAccount(movements, ({ amount }) => -amount.micros),
  })
}

async function insertSettlements(
  tx: Tx,
  kind: 'charge' | 'refund',
  movements: readonly Movement[],
): Promise<void> {
  await insertEntries(
    tx,
    movements.map((movement) => ({ ...movement, phase: phaseSettlement, kind })),
  )
}

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
  readonly kind: 'credit' | 'reserve' | 'charge' | 'refund'
  readonly amount: Usd
}

async function insertEntries(tx: Tx, entries: readonly NewEntry[]): Promise<void> {
  await tx.db
    .insertInto('ledger_entries')
    .values(
      entries.map((entry) => ({
        account_id: entry.accountId,
        task_id: entry.taskId,
        phase: entry.phase,
        kind: entry.kind,
        amount: entry.amount.micros,
        created_at: BigInt(tx.nowMs),
      })),
    )
    .execute()
}

type Sums = ReadonlyMap<string, bigint>

/** Adds to columns of several accounts in one statement; each sum is of the same accounts. */
async function changeAccounts(
  tx: Tx,
  by: { readonly reserved: Sums } & { readonly [Column in 'balance' | 'result_bytes']?: Sums },
): Promise<void> {
  const accountIds = [...by.reserved.keys()]
  const { numUpdatedRows } = await tx.db
    .updateTable('accounts')
    .set((row) => {
      const plus = (column: keyof typeof by, sums: Sums) => row(column, '+', valueByKey('id', sums))
      return {
        reserved: plus('reserved', by.reserved),
        ...(by.balance !== undefined && { balance: plus('balance', by.balance) }),
        ...(by.result_bytes !== undefined && { result_bytes: plus('result_bytes', by.result_bytes) }),
      }
    })
    .where('id', 'in', accountIds)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== BigInt(accountIds.length))
    throw new Error(
      `One of the accounts ${accountIds.join(', ')} is missing although the ledger refers to it.`,
    )
}
