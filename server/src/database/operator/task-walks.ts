import { type ExpressionBuilder, sql } from 'kysely'
import { taskIdFrom } from '../../core/domain/ids.ts'
import type { TaskErrorCode } from '../../core/domain/tasks/task-states.ts'
import type { Reader, Tables } from '../tables.ts'
import { tasksByEnd } from '../tasks/task-ends.ts'
import { allTimes, conditionsOf, type TaskFilter, type TimeRange, tasksById } from './task-filter.ts'

/** Walks over the tasks of all accounts, newest first, each by an index and a bounded part at a time. */

/**
 * The index of a walk and the part of it that is walked: tasks by their ids, those of an account by their acceptance,
 * those that failed with a code by their ids, or ended tasks by their end.
 */
export type TaskWalk =
  | { readonly by: 'id'; readonly from: string; readonly before: string }
  | { readonly by: 'account'; readonly accountId: string; readonly range: TimeRange }
  | { readonly by: 'code'; readonly code: TaskErrorCode; readonly from: string; readonly before: string }
  | { readonly by: 'end'; readonly range: TimeRange }

/** A place in a walk. */
export interface TaskPlace {
  readonly id: string
  /** 0 in a walk by something else, as the others. */
  readonly createdAtMs: number
  readonly completedAtMs: number
  readonly errorCode: TaskErrorCode | undefined
}

/** Sorts before every id, and after them. */
const beforeEveryId = '0'
export const afterEveryId = '~'

/** Ids begin with the time of a process, `created_at` is the database's: so far apart may the two be. */
const clocksApartMs = 15 * 60_000

/** The range of ids that has every task accepted in the time. */
export function idsOfRange({ fromMs, beforeMs }: TimeRange): {
  readonly from: string
  readonly before: string
} {
  return {
    from: fromMs <= clocksApartMs ? beforeEveryId : taskIdFrom(fromMs - clocksApartMs),
    before: beforeMs >= allTimes.beforeMs ? afterEveryId : taskIdFrom(beforeMs + clocksApartMs),
  }
}

const tasksByAccount = sql<Tables['tasks']>`tasks`.as<'tasks'>(sql`tasks /*! force index (tasks_account) */`)
const tasksByCode = sql<Tables['tasks']>`tasks`.as<'tasks'>(sql`tasks /*! force index (tasks_failed) */`)

type Row = ExpressionBuilder<Pick<Tables, 'tasks'>, 'tasks'>

/** How many tasks the next part of a walk has, up to `size`, and the place where it ends. */
export async function measurePart(
  db: Reader,
  walk: TaskWalk,
  { after, size }: { readonly after: TaskPlace | undefined; readonly size: number },
): Promise<{ readonly tasks: number; readonly end: TaskPlace }> {
  const part = ordered(rangeOf(db, walk, after), walk)
    .select(columnsOf(walk))
    .limit(size)
    .as('part')
  const row = await db
    .selectFrom(part)
    .select((part) => [
      part.fn.countAll<bigint>().as('tasks'),
      part.fn.min<string | bigint | null>(columnsOf(walk)[0]).as('end'),
    ])
    .executeTakeFirstOrThrow()
  const end =
    typeof row.end === 'string' ? { id: row.end, atMs: 0 } : { id: beforeEveryId, atMs: Number(row.end) }
  return {
    tasks: Number(row.tasks),
    end: { id: end.id, createdAtMs: end.atMs, completedAtMs: end.atMs, errorCode: undefined },
  }
}

/**
 * The places of the tasks that match in the part of a walk between `after` and `end`, in their order, up to `limit`. A
 * filter that needs no other column than those of the walk's index is answered by it alone.
 */
export async function findInPart(
  db: Reader,
  walk: TaskWalk,
  request: {
    readonly after: TaskPlace | undefined
    readonly end: TaskPlace
    readonly filter: TaskFilter
    readonly limit: number
  },
): Promise<TaskPlace[]> {
  const { after, end, filter, limit } = request
  const rows = await ordered(rangeOf(db, walk, after), walk)
    .where((row) => row.and([downTo(row, walk, end), ...conditionsOf(besides(filter, walk))]))
    .select(columnsOf(walk))
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAtMs: Number(row.created_at ?? 0n),
    completedAtMs: Number(row.completed_at ?? 0n),
    errorCode: row.error_code ?? undefined,
  }))
}

/** Read in a millisecond. */
const failedCountedMax = 5_000

/** How many tasks failed with these codes; undefined if they are too many to count. Reads the index alone. */
export async function countFailed(db: Reader, codes: readonly TaskErrorCode[]): Promise<number | undefined> {
  const failed = db
    .selectFrom(tasksByCode)
    .select('error_code')
    .where('error_code', 'in', codes)
    .limit(failedCountedMax + 1)
    .as('failed')
  const row = await db
    .selectFrom(failed)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const count = Number(row.count)
  return count > failedCountedMax ? undefined : count
}

/** What the index of a walk orders by; with an index alone they are read without the rows. */
function columnsOf(walk: TaskWalk) {
  const columns = {
    id: ['id'],
    code: ['id'],
    account: ['created_at', 'id'],
    end: ['completed_at', 'error_code', 'id'],
  } as const satisfies Record<TaskWalk['by'], readonly (keyof Tables['tasks'])[]>
  return columns[walk.by]
}

function rangeOf(db: Reader, walk: TaskWalk, after: TaskPlace | undefined) {
  const query = db.selectFrom(
    { id: tasksById, account: tasksByAccount, code: tasksByCode, end: tasksByEnd }[walk.by],
  )
  switch (walk.by) {
    case 'id':
      return query.where('id', '>=', walk.from).where('id', '<', after?.id ?? walk.before)
    case 'code':
      return query
        .where('error_code', '=', walk.code)
        .where('id', '>=', walk.from)
        .where('id', '<', after?.id ?? walk.before)
    case 'account': {
      const inAccount = query
        .where('account_id', '=', walk.accountId)
        .where('created_at', '>=', BigInt(walk.range.fromMs))
      if (after === undefined) return inAccount.where('created_at', '<', BigInt(walk.range.beforeMs))
      const createdAt = BigInt(after.createdAtMs)
      return inAccount
        .where('created_at', '<=', createdAt)
        .where((row) => row.or([row('created_at', '<', createdAt), row('id', '<', after.id)]))
    }
    case 'end': {
      const ended = query.where('completed_at', '>=', BigInt(walk.range.fromMs))
      if (after === undefined) return ended.where('completed_at', '<', BigInt(walk.range.beforeMs))
      const completedAt = BigInt(after.completedAtMs)
      return ended
        .where('completed_at', '<=', completedAt)
        .where((row) => row.or([row('completed_at', '<', completedAt), behindInMoment(row, after)]))
    }
  }
}

/** Of the tasks that ended in the same moment: those with a code come first, by it, and then those without. */
function behindInMoment(row: Row, { errorCode, id }: TaskPlace) {
  if (errorCode === undefined) return row.and([row('error_code', 'is', null), row('id', '<', id)])
  return row.or([
    row('error_code', '<', errorCode),
    row('error_code', 'is', null),
    row.and([row('error_code', '=', errorCode), row('id', '<', id)]),
  ])
}

function ordered(query: ReturnType<typeof rangeOf>, walk: TaskWalk) {
  return columnsOf(walk).reduce((sorted, column) => sorted.orderBy(column, 'desc'), query)
}

/** What the range of the walk does not say already. */
function besides(filter: TaskFilter, walk: TaskWalk): TaskFilter {
  switch (walk.by) {
    case 'id':
      return filter
    case 'account':
      return { ...filter, accountId: undefined, created: undefined }
    case 'code':
      return { ...filter, status: undefined, errorCode: undefined }
    case 'end':
      return { ...filter, ended: undefined }
  }
}

/** With the whole moment in which the part ends. */
function downTo(row: Row, { by }: TaskWalk, end: TaskPlace) {
  if (by === 'account') return row('created_at', '>=', BigInt(end.createdAtMs))
  if (by === 'end') return row('completed_at', '>=', BigInt(end.completedAtMs))
  return row('id', '>=', end.id)
}
