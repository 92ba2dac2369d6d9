import { OperatorError } from '../core/domain/operator-error.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { Database } from '../database/database.ts'
import type { TaskFilter } from '../database/operator/task-filter.ts'
import { listTasksById } from '../database/tasks/tasks.ts'

export interface TaskQuery extends TaskFilter {
  /** The id of one task, or its beginning. */
  readonly id?: string | undefined
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
  readonly limit: number
  /** The time after which a page is no longer filled, but says how far it has come. @default 100 */
  readonly readMsMax?: number | undefined
}

export interface TaskPage {
  readonly tasks: readonly Task[]
  /** Where the next page begins; undefined at the end. */
  readonly next: string | undefined
  /** undefined if the page is full or ends the list, so that nothing was left unread. */
  readonly read: TasksRead | undefined
  /** How many match in all; undefined if no index counts them. */
  readonly total: number | undefined
}

/** How far a page has come that stopped before it was full. */
export interface TasksRead {
  readonly tasks: number
  /** How many there are in all; undefined if no index counts them. */
  readonly of: number | undefined
  /** Everything newer was read: by acceptance, or by the end where tasks are listed by it. */
  readonly backToMs: number | undefined
}

/** The cursor is not one that this list has given. */
export class BadCursorError extends OperatorError {
  constructor() {
    super('BAD_CURSOR', 'The cursor is not one that this list has given.')
  }
}

/** The time after which a page is no longer filled. */
export const readMs = 100
export const nothing: TaskPage = { tasks: [], next: undefined, read: undefined, total: 0 }

/** Everything that a query may be narrowed by. */
export const filterNames = [
  'id',
  'status',
  'errorCode',
  'engine',
  'product',
  'tier',
  'accountId',
  'keyId',
  'created',
  'ended',
] as const satisfies readonly (keyof TaskQuery)[]

export function isFilteredBy(query: TaskQuery, names: readonly (typeof filterNames)[number][]): boolean {
  return names.some((name) => query[name] !== undefined)
}

/** In the order of the ids; a task that has changed status meanwhile is still shown, as it is now. */
export async function readTasks(database: Database, ids: readonly string[]): Promise<Task[]> {
  const tasks = ids.length === 0 ? [] : await database.read((db) => listTasksById(db, ids))
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
