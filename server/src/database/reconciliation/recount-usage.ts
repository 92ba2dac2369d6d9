import { type RawBuilder, sql } from 'kysely'
import type { ProductName } from '../../core/domain/products.ts'
import { type TerminalStatus, taskMoves } from '../../core/domain/tasks/task-states.ts'
import { dayMs } from '../../core/domain/utc-day.ts'
import { lockAccounts } from '../accounts/accounts.ts'
import type { Database, Tx } from '../database.ts'
import { dayAt } from '../day-at.ts'
import { insertRows } from '../insert-rows.ts'
import { type Counts, counts, noKey } from '../money/usage-days.ts'
import { correctOnce } from '../sweep-runs.ts'
import { partsOfAccount, tasksByCreation } from '../tasks/account-tasks.ts'
import { tasksByEnd } from '../tasks/task-ends.ts'

/** Counted by a statement, in half a second. */
const tasksPerStatementDefault = 50_000
/** Inserted by a statement; a day has a row for each product and key. */
const rowsPerStatement = 500

interface Usage extends Readonly<Counts> {
  readonly day: bigint
  readonly product: ProductName
  readonly api_key_id: string
}

/** MySQL returns sums and quotients as decimal strings. */
type SummedUsage = Pick<Usage, 'product' | 'api_key_id'> &
  Readonly<Record<'day' | keyof Counts, bigint | string>>

/**
 * Counts all ended tasks of an account again, archived ones included, and adds what its usage lacks. Exact while tasks
 * end, leave and come back, which change both sides of the comparison in one transaction: so what a day lacks, read in
 * one statement, is what it lacks later. Tasks are read without a lock; the account is locked for the rows of a day.
 */
export async function recountUsage(
  database: Database,
  accountId: string,
  { tasksPerStatement = tasksPerStatementDefault }: { readonly tasksPerStatement?: number } = {},
): Promise<void> {
  for (const day of await listDisputedDays(database, accountId, tasksPerStatement))
    await correctOnce(database, {
      read: () => readMissing(database, accountId, day),
      write: (tx, missing) => addMissing(tx, { accountId, day, missing }),
    })
}

/**
 * Days on which an account's tasks seem to disagree with its usage, all that do among them. Its tasks are read in parts,
 * and the rest before and after them: where both agree, nothing has moved in between.
 */
async function listDisputedDays(
  database: Database,
  accountId: string,
  tasksPerStatement: number,
): Promise<Set<bigint>> {
  const readRest = () => readUsage(database, restOf(accountId))
  const before = await readRest()
  const counted: Usage[] = []
  const countTasks = async (range: RawBuilder<unknown>): Promise<void> => {
    const ofPart = sql`account_id = ${accountId} and ${range} and completed_at is not null`
    counted.push(...(await readUsage(database, usageOf(tasksByCreation, ofPart))))
  }
  let afterMs = -1n
  for await (const upToMs of partsOfAccount(database, accountId, tasksPerStatement)) {
    await countTasks(sql`created_at > ${afterMs} and created_at <= ${upToMs}`)
    afterMs = upToMs
  }
  await countTasks(sql`created_at > ${afterMs}`)
  const after = await readRest()
  const disputed = [before, after].flatMap((rest) => addUp([...rest, ...counted]))
  return new Set(disputed.map(({ day }) => day))
}

/** What the usage of a day lacks, at one moment, if anything; reads the tasks of all accounts that ended on it. */
async function readMissing(database: Database, accountId: string, day: bigint): Promise<Usage[] | undefined> {
  // The sign keeps SQLite from the index on accounts, by which it would read all tasks of this one.
  const ofDay = sql`+account_id = ${accountId}
    and completed_at >= ${day * BigInt(dayMs)} and completed_at < ${(day + 1n) * BigInt(dayMs)}`
  const parts = sql`${usageOf(tasksByEnd, ofDay)} union all ${restOf(accountId, sql`and day = ${day}`)}`
  const missing = await readUsage(database, parts)
  return missing.length > 0 ? missing : undefined
}

/** What is added up to a day, product and key; nothing where the sums are 0. */
async function readUsage(database: Database, parts: RawBuilder<unknown>): Promise<Usage[]> {
  const { rows } = await database.readLongRunning((db) => sql<SummedUsage>`${parts}`.execute(db))
  return addUp(rows)
}

function usageOf(tasks: typeof tasksByEnd, where: RawBuilder<unknown>) {
  const countOf = (status: TerminalStatus) => sql`sum(case status when ${status} then 1 else 0 end)`
  return sql`select ${dayAt(sql.ref('completed_at'))} as day, type as product,
      coalesce(api_key_id, ${noKey}) as api_key_id, ${countOf(taskMoves.succeed.to)} as succeeded,
      ${countOf(taskMoves.fail.to)} as failed, ${countOf(taskMoves.cancel.to)} as cancelled,
      sum(case status when ${taskMoves.succeed.to} then cost else 0 end) as charged
    from ${tasks} where ${where} group by 1, 2, 3`
}

/** What has been archived, minus what has been counted. */
function restOf(accountId: string, where = sql``) {
  return sql`select day, product, api_key_id, succeeded, failed, cancelled, charged
    from archived_usage where account_id = ${accountId} ${where}
    union all select day, product, api_key_id, -succeeded, -failed, -cancelled, -charged
    from usage_days where account_id = ${accountId} ${where}`
}

async function addMissing(
  tx: Tx,
  {
    accountId,
    day,
    missing,
  }: { readonly accountId: string; readonly day: bigint; readonly missing: Usage[] },
): Promise<void> {
  await lockAccounts(tx, [accountId])
  const ofDay = tx.db.selectFrom('usage_days').where('account_id', '=', accountId).where('day', '=', day)
  const stored = await ofDay.select(['day', 'product', 'api_key_id', ...counts]).execute()
  await tx.db.deleteFrom('usage_days').where('account_id', '=', accountId).where('day', '=', day).execute()
  const rows = addUp([...stored, ...missing]).map((row) => ({ account_id: accountId, ...row }))
  for (let first = 0; first < rows.length; first += rowsPerStatement)
    await insertRows(tx.db, 'usage_days', rows.slice(first, first + rowsPerStatement))
}

/** By day, product and key; without those that add up to nothing. */
function addUp(rows: readonly SummedUsage[]): Usage[] {
  const sums = new Map<string, Usage>()
  for (const { product, api_key_id, ...row } of rows) {
    const day = BigInt(Number(row.day))
    const key = `${day} ${product} ${api_key_id}`
    const before = sums.get(key)
    const add = (name: keyof Counts) => (before?.[name] ?? 0n) + BigInt(row[name])
    sums.set(key, {
      day,
      product,
      api_key_id,
      succeeded: add('succeeded'),
      failed: add('failed'),
      cancelled: add('cancelled'),
      charged: add('charged'),
    })
  }
  return [...sums.values()].filter((sum) => counts.some((name) => sum[name] !== 0n))
}
