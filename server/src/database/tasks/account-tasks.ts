import { sql } from 'kysely'
import type { Task, TaskParameters } from '../../core/domain/tasks/task.ts'
import type { Database } from '../database.ts'
import { parseStored } from '../stored-json.ts'
import type { Reader, Tables } from '../tables.ts'

/** What a read of an account's newest tasks returns for each. */
export type AccountTask = Pick<Task, 'id' | 'type' | 'status' | 'createdAtMs'> & {
  readonly isScrubbed: boolean
  /** undefined unless the read asks for prompts. */
  readonly prompt: string | undefined
}

/** A place in the list of an account's tasks. */
export type AccountTaskPlace = Pick<Task, 'id' | 'createdAtMs'>

/** Sorts after every id. */
const afterEveryId = '~'

/**
 * The table by its index on (account, creation). Unforced, MariaDB looks the account up and walks from its newest
 * task to the place, through half of a large account; elsewhere the hint is a comment.
 */
export const tasksByCreation = sql<Tables['tasks']>`tasks`.as<'tasks'>(
  sql`tasks /*! force index (tasks_account) */`,
)

/**
 * The newest tasks of an account after a place and within a time, newest first: a range of its index on
 * (account, creation), whatever the size of the table.
 */
export async function glanceAtTasksOfAccount(
  db: Reader,
  request: {
    readonly accountId: string
    readonly before?: AccountTaskPlace | undefined
    /** Included. */
    readonly createdFromMs?: number | undefined
    readonly limit: number
    /** Whether to read prompts, which may be of kilobytes each. @default false */
    readonly withPrompts?: boolean | undefined
  },
): Promise<AccountTask[]> {
  const { accountId, before = { id: afterEveryId, createdAtMs: Number.MAX_SAFE_INTEGER }, limit } = request
  const { withPrompts = false } = request
  const createdAt = BigInt(before.createdAtMs)
  const rows = await db
    .selectFrom(tasksByCreation)
    .select(['id', 'type', 'status', 'created_at', 'scrubbed_at'])
    .$if(withPrompts, (query) => query.select('parameters'))
    .where('account_id', '=', accountId)
    .where('created_at', '<=', createdAt)
    .where('created_at', '>=', BigInt(request.createdFromMs ?? 0))
    .where((row) => row.or([row('created_at', '<', createdAt), row('id', '<', before.id)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    status: row.status,
    createdAtMs: Number(row.created_at),
    isScrubbed: row.scrubbed_at !== null,
    prompt: row.parameters && parseStored<TaskParameters>(row.parameters).prompt,
  }))
}

/**
 * Times of acceptance that part an account's tasks, oldest first, so that about `rows` of them lie between two; more
 * where they were accepted in one moment. Fewer come after the last.
 */
export async function* partsOfAccount(
  database: Pick<Database, 'read'>,
  accountId: string,
  rows: number,
): AsyncGenerator<bigint> {
  for (let afterMs = -1n; ; ) {
    const endMs = await database.read((db) => findPartEnd(db, { accountId, afterMs, rows }))
    if (endMs === undefined) return
    yield endMs
    afterMs = endMs
  }
}

/** Where the next of these parts ends; undefined if fewer tasks come after that time. */
export async function findPartEnd(
  db: Reader,
  {
    accountId,
    afterMs,
    rows,
  }: { readonly accountId: string; readonly afterMs: bigint; readonly rows: number },
): Promise<bigint | undefined> {
  const end = await db
    .selectFrom(tasksByCreation)
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('created_at', '>', afterMs)
    .orderBy('created_at')
    .limit(1)
    .offset(rows - 1)
    .executeTakeFirst()
  return end?.created_at
}
