import { CompiledQuery, type Selectable } from 'kysely'
import { mayBeId } from '../../core/domain/ids.ts'
import { Usd } from '../../core/domain/money/usd.ts'
import type { Task, TaskParameters } from '../../core/domain/tasks/task.ts'
import type { RemovedResult, StoredMedia, TaskStatus } from '../../core/domain/tasks/task-states.ts'
import { numberOf } from '../nullable-number.ts'
import { parseStored } from '../stored-json.ts'
import type { Reader, Tables } from '../tables.ts'

/** What a poll shows of a task. */
export type PolledTask = Pick<
  Task,
  | 'id'
  | 'type'
  | 'tier'
  | 'status'
  | 'parameters'
  | 'cost'
  | 'createdAtMs'
  | 'startedAtMs'
  | 'completedAtMs'
  | 'output'
  | 'error'
  | 'removed'
  | 'progress'
>

/** A task id and the account that asks for it. */
export interface TaskKey {
  readonly accountId: string
  readonly taskId: string
}

const columns = [
  'id',
  'account_id',
  'type',
  'tier',
  'status',
  'parameters',
  'cost',
  'created_at',
  'started_at',
  'completed_at',
  'output',
  'error_code',
  'error_message',
  'removed_at',
  'removed_code',
  'progress',
] as const satisfies readonly (keyof Tables['tasks'])[]

type PolledRow = Pick<Selectable<Tables['tasks']>, (typeof columns)[number]>

/**
 * The tasks of many callers in one statement, keyed by the request object. One that belongs to another
 * account, or is scrubbed, is absent, exactly as an unknown id is.
 */
export async function findPolledTasks(
  db: Reader,
  asked: readonly TaskKey[],
): Promise<ReadonlyMap<TaskKey, PolledTask>> {
  const ids = [...new Set(asked.map(({ taskId }) => taskId).filter(mayBeId))]
  if (ids.length === 0) return new Map()
  const listed = padded(ids)
  const { rows } = await db.executeQuery<PolledRow>(CompiledQuery.raw(textFor(listed.length), [...listed]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = new Map<TaskKey, PolledTask>()
  for (const key of asked) {
    const row = byId.get(key.taskId)
    if (row?.account_id === key.accountId) found.set(key, toPolledTask(row))
  }
  return found
}

/** The statement for a number of tasks. Kysely would make it anew each time, which takes 10 µs. */
function textFor(count: number): string {
  const known = texts.get(count)
  if (known !== undefined) return known
  const places = Array<string>(count).fill('?').join(', ')
  const text = `select ${columns.join(', ')} from tasks where id in (${places}) and scrubbed_at is null`
  texts.set(count, text)
  return text
}

/** A few: their numbers are powers of two. */
const texts = new Map<number, string>()

/** A task that has left a status, or its progress if it is still in it. */
export interface TaskBeyond {
  readonly taskId: string
  readonly progress: number | undefined
}

/**
 * Which of these tasks have left a status, and with their progress those that have any; takes no lock and returns
 * nothing for the others. That is enough: whatever else a poll shows changes with the status.
 */
export async function listTasksBeyond(
  db: Reader,
  status: TaskStatus,
  taskIds: readonly string[],
  { withProgress = false } = {},
): Promise<TaskBeyond[]> {
  if (taskIds.length === 0) return []
  const rows = await db
    .selectFrom('tasks')
    .select(withProgress ? ['id', 'status', 'progress'] : ['id', 'status'])
    .where('id', 'in', padded(taskIds))
    .where((row) =>
      withProgress
        ? row.or([row('status', '!=', status), row('progress', 'is not', null)])
        : row('status', '!=', status),
    )
    .execute()
  return rows.map((row) => ({
    taskId: row.id,
    progress: row.status !== status || row.progress == null ? undefined : Number(row.progress),
  }))
}

/** The longest list for one statement: MariaDB turns one of 1,000 into a subquery. */
export const taskIdsMax = 900

/**
 * Repeats the last id until their number is a power of two, or the longest: statements of a few lengths stay
 * prepared, those of every length would not.
 */
function padded(ids: readonly string[]): readonly string[] {
  const last = ids.at(-1)
  const length = Math.min(2 ** Math.ceil(Math.log2(ids.length)), Math.max(taskIdsMax, ids.length))
  return last === undefined || length === ids.length
    ? ids
    : [...ids, ...Array<string>(length - ids.length).fill(last)]
}

export function toPolledTask(row: PolledRow): PolledTask {
  return {
    id: row.id,
    type: row.type,
    tier: row.tier,
    status: row.status,
    parameters: parseStored<TaskParameters>(row.parameters),
    cost: Usd.ofMicros(row.cost),
    createdAtMs: Number(row.created_at),
    startedAtMs: numberOf(row.started_at),
    completedAtMs: numberOf(row.completed_at),
    output: row.output === null ? undefined : parseStored<StoredMedia[]>(row.output),
    error: row.error_code === null ? undefined : { code: row.error_code, message: row.error_message ?? '' },
    removed: toRemoved(row),
    progress: row.status === 'PROCESSING' ? numberOf(row.progress) : undefined,
  }
}

function toRemoved({
  removed_at: at,
  removed_code: code,
}: Pick<PolledRow, 'removed_at' | 'removed_code'>): RemovedResult | undefined {
  return at === null || code === null ? undefined : { code, removedAtMs: Number(at) }
}
