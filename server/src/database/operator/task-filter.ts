import { type SqlBool, sql } from 'kysely'
import type { ProductName } from '../../core/domain/products.ts'
import { type TaskErrorCode, type TaskStatus, taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Reader, Tables } from '../tables.ts'
import { lastEngine } from '../tasks/task-ends.ts'

/** What operators look for in tasks; an absent property matches all of them. */
export interface TaskFilter {
  readonly status?: TaskStatus | undefined
  readonly errorCode?: TaskErrorCode | undefined
  /** The engine that had the task last, or refused it last and so failed it. */
  readonly engine?: string | undefined
  readonly product?: ProductName | undefined
  readonly tier?: string | undefined
  readonly accountId?: string | undefined
  readonly keyId?: string | undefined
  readonly created?: TimeRange | undefined
  readonly ended?: TimeRange | undefined
}

/** `beforeMs` is not included. */
export interface TimeRange {
  readonly fromMs: number
  readonly beforeMs: number
}

export const allTimes: TimeRange = { fromMs: 0, beforeMs: Number.MAX_SAFE_INTEGER }

/** The table by its primary key. */
export const tasksById = sql<Tables['tasks']>`tasks`.as<'tasks'>(sql`tasks /*! force index (primary) */`)

/** Those of the tasks that match. */
export async function matchingAmong(
  db: Reader,
  { ids, filter }: { readonly ids: readonly string[]; readonly filter: TaskFilter },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom(tasksById)
    .select('id')
    .where('id', 'in', ids)
    .where((row) => row.and(conditionsOf(filter)))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A plus before the column keeps SQLite, which has no hints, from another index than the walk's. */
export function conditionsOf(filter: TaskFilter) {
  const is = (column: keyof Tables['tasks'], value: string | undefined) =>
    value === undefined ? [] : [sql<SqlBool>`+${sql.ref(column)} = ${value}`]
  const within = (column: 'created_at' | 'completed_at', range: TimeRange | undefined) =>
    range === undefined
      ? []
      : [
          sql<SqlBool>`+${sql.ref(column)} >= ${BigInt(range.fromMs)}`,
          sql<SqlBool>`+${sql.ref(column)} < ${BigInt(range.beforeMs)}`,
        ]
  // The same, as a constraint of the table says, and known to two indexes.
  const isFailed = filter.status === taskMoves.fail.to
  return [
    ...(isFailed && filter.errorCode === undefined
      ? [sql<SqlBool>`+${sql.ref('error_code')} is not null`]
      : []),
    ...is('status', isFailed ? undefined : filter.status),
    ...is('error_code', filter.errorCode),
    ...(filter.engine === undefined ? [] : [sql<SqlBool>`${lastEngine} = ${filter.engine}`]),
    ...is('type', filter.product),
    ...is('tier', filter.tier),
    ...is('account_id', filter.accountId),
    ...is('api_key_id', filter.keyId),
    ...within('created_at', filter.created),
    ...within('completed_at', filter.ended),
  ]
}
