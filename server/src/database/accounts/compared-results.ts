import { type ExpressionBuilder, sql, type UpdateObject } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { Reader, Tables } from '../tables.ts'
import { lockAccounts } from './accounts.ts'

/**
 * How far the results of a large account are added up, over several runs of the reconciliation: a part of its tasks
 * after another, in the order of acceptance. The sum stays exact while results before that place come and go, because
 * the transactions that change them change it. A part is read without a lock: what changes in it, from when it is begun,
 * is counted apart, and subtracted from what is read with it.
 */
export interface ComparedResults {
  readonly accountId: string
  readonly upToMs: bigint
  /** After `upToMs` while a part is being added up, the same otherwise. */
  readonly partUpToMs: bigint
  /** What the account's count lacked when all was added up before; undefined the first time. */
  readonly missingBytes: bigint | undefined
}

/** Before the first task. */
export const startOfTime = -1n

/** Tasks that end longer after their acceptance may be in a part; it ends so long before the present that others are not. */
const lateMs = 3_600_000
export const partEndsBeforeMs = 2 * lateMs

/** Bytes of a result that this transaction has added or, below 0, removed. */
export interface ChangedResult {
  readonly accountId: string
  readonly createdAtMs: number
  readonly bytes: number
}

/** Adds results of tasks that have just ended, those that may be added up already. */
export async function addLateResults(tx: Tx, added: readonly ChangedResult[]): Promise<void> {
  await changeComparedResults(
    tx,
    added.filter(({ createdAtMs }) => createdAtMs < tx.nowMs - lateMs),
  )
}

/** The transaction must have updated these accounts, so that no row is inserted for them meanwhile. */
export async function changeComparedResults(tx: Tx, changed: readonly ChangedResult[]): Promise<void> {
  const accountIds = [...new Set(changed.map(({ accountId }) => accountId))]
  if (accountIds.length === 0) return
  const rows = await tx.db
    .selectFrom('compared_results')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .orderBy('account_id')
    .execute()
  for (const { account_id } of rows) {
    // Locked one by one, as in `subtractResultBytes`; where it has got to is known only then.
    const { up_to, part_up_to } = await tx.db
      .selectFrom('compared_results')
      .select(['up_to', 'part_up_to'])
      .where('account_id', '=', account_id)
      .modifyEnd(tx.dialect.forUpdate)
      .executeTakeFirstOrThrow()
    const own = changed.filter(({ accountId }) => accountId === account_id)
    const [bytes, partBytes] = [sumOf(own, startOfTime, up_to), sumOf(own, up_to, part_up_to)]
    if (bytes === 0n && partBytes === 0n) continue
    await tx.db
      .updateTable('compared_results')
      .set((row) => ({
        bytes: row('bytes', '+', bytes),
        part_bytes: row('part_bytes', '+', partBytes),
      }))
      .where('account_id', '=', account_id)
      .execute()
  }
}

function sumOf(changed: readonly ChangedResult[], afterMs: bigint, upToMs: bigint): bigint {
  return changed.reduce((sum, { createdAtMs, bytes }) => {
    const at = BigInt(createdAtMs)
    return at > afterMs && at <= upToMs ? sum + BigInt(bytes) : sum
  }, 0n)
}

/** Where an account is; inserts its row if there is none. */
export async function readComparedResults(database: Database, accountId: string): Promise<ComparedResults> {
  const found = await database.read((db) => find(db, accountId))
  if (found !== undefined) return found
  await database.transaction(async (tx) => {
    // Whoever has changed its results and found no row has ended by then.
    await lockAccounts(tx, [accountId])
    if ((await find(tx.db, accountId)) === undefined)
      await tx.db
        .insertInto('compared_results')
        .values({ account_id: accountId, ...nothingCompared })
        .execute()
  })
  return { accountId, upToMs: startOfTime, partUpToMs: startOfTime, missingBytes: undefined }
}

const nothingCompared = { up_to: startOfTime, bytes: 0n, part_up_to: startOfTime, part_bytes: 0n } as const

async function find(db: Reader, accountId: string): Promise<ComparedResults | undefined> {
  const row = await db
    .selectFrom('compared_results')
    .select(['up_to', 'part_up_to', 'missing_bytes'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return (
    row && {
      accountId,
      upToMs: row.up_to,
      partUpToMs: row.part_up_to,
      missingBytes: row.missing_bytes ?? undefined,
    }
  )
}

/** Begins the part up to a time; what changes in it is counted from then on. */
export async function beginPart(
  database: Database,
  compared: ComparedResults,
  partUpToMs: bigint,
): Promise<void> {
  await move(database, compared, () => ({ part_up_to: partUpToMs, part_bytes: 0n }))
}

/** Adds the part that was begun. `bytes`: what it had then. */
export async function addPart(database: Database, compared: ComparedResults, bytes: bigint): Promise<void> {
  await move(database, compared, (row) => ({
    // First, because MySQL sets one column after the other.
    bytes: sql`${row.ref('bytes')} + ${row.ref('part_bytes')} + ${bytes}`,
    up_to: compared.partUpToMs,
    part_bytes: 0n,
  }))
}

/** Begins again at the start. False if another process has gone on from there. */
export function restart(
  database: Database,
  compared: ComparedResults,
  missingBytes: bigint | null,
): Promise<boolean> {
  return move(database, compared, () => ({ ...nothingCompared, missing_bytes: missingBytes }))
}

/** From one place only, so that of two processes one adds a part, and a repetition adds nothing. */
async function move(
  database: Database,
  { accountId, upToMs, partUpToMs }: ComparedResults,
  to: (row: ExpressionBuilder<Tables, 'compared_results'>) => UpdateObject<Tables, 'compared_results'>,
): Promise<boolean> {
  const { numUpdatedRows } = await database.autocommit((db) =>
    db
      .updateTable('compared_results')
      .set(to)
      .where('account_id', '=', accountId)
      .where('up_to', '=', upToMs)
      .where('part_up_to', '=', partUpToMs)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n
}
