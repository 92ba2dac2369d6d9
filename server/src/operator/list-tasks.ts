import { mayBeId } from '../core/domain/ids.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import { productNames } from '../core/domain/products.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { TaskStatus } from '../core/domain/tasks/task-states.ts'
import type { Database } from '../database/database.ts'
import { listBlockedTasks } from '../database/operator/blocked-overview.ts'
import {
  glanceAtTasks,
  listLeasedTaskIds,
  listQueuePlaces,
  type TaskGlance,
} from '../database/operator/tasks-overview.ts'
import type { BlockedTask } from '../database/queue/blocked-tasks.ts'
import type { QueuePlace } from '../database/queue/queue-rows.ts'
import { glanceAtTasksOfAccount } from '../database/tasks/account-tasks.ts'
import { listTasksById } from '../database/tasks/tasks.ts'
import { UnknownIdError } from './actions.ts'

/**
 * The most tasks that one page reads. A status that is rare among the newest tasks is spread over several
 * pages, some of them empty, instead of needing a scan of millions.
 */
export const tasksLookedAtMax = 2_000

export interface TaskQuery {
  readonly status?: TaskStatus | undefined
  readonly accountId?: string | undefined
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
  readonly limit: number
}

export interface TaskPage {
  readonly tasks: readonly Task[]
  /** Where the next page begins; undefined at the end. */
  readonly next: string | undefined
}

/** The cursor is not one that this list has given. */
export class BadCursorError extends OperatorError {
  constructor() {
    super('BAD_CURSOR', 'The cursor is not one that this list has given.')
  }
}

/**
 * One page of tasks. Waiting ones come in the order in which workers claim them, including those that wait for
 * another attempt, and then those that are blocked; running ones oldest first; the rest newest first. No page reads
 * more than `tasksLookedAtMax` rows of a table that grows. Throws BadCursorError and UnknownIdError.
 */
export async function listTasks(database: Database, query: TaskQuery): Promise<TaskPage> {
  const { status, accountId, cursor } = query
  if (cursor !== undefined && !mayBeId(cursor)) throw new BadCursorError()
  if (accountId !== undefined && !mayBeId(accountId)) throw new UnknownIdError('account', accountId)
  if (accountId !== undefined) return listTasksOfAccount(database, { ...query, accountId })
  if (status === 'QUEUED') return listWaiting(database, query)
  if (status === 'PROCESSING') return listRunning(database, query)
  return listNewest(database, query)
}

/** The queue first: workers move tasks from there to the blocked ones. */
async function listWaiting(database: Database, { cursor, limit }: TaskQuery): Promise<TaskPage> {
  const blockedAfter = cursor === undefined ? undefined : toBlockedTask(cursor)
  const queueAfter = cursor === undefined || blockedAfter !== undefined ? undefined : toPlace(cursor)
  const places =
    blockedAfter === undefined
      ? await database.read((db) => listQueuePlaces(db, { after: queueAfter, limit }))
      : []
  const left = limit - places.length
  const blocked =
    left === 0 ? [] : await database.read((db) => listBlockedTasks(db, { after: blockedAfter, limit: left }))
  return {
    tasks: await readTasks(
      database,
      [...places, ...blocked].map(({ id }) => id),
    ),
    next: places.length + blocked.length < limit ? undefined : nextWaiting(places.at(-1), blocked.at(-1)),
  }
}

function nextWaiting(place: QueuePlace | undefined, blocked: BlockedTask | undefined): string | undefined {
  if (blocked !== undefined)
    return `blocked.${productNames.indexOf(blocked.type)}.${blocked.accountId}.${blocked.id}`
  return place && `${productNames.indexOf(place.type)}.${place.queuePosition}.${place.id}`
}

async function listRunning(database: Database, { cursor, limit }: TaskQuery): Promise<TaskPage> {
  const ids = await database.read((db) => listLeasedTaskIds(db, { after: cursor, limit }))
  return { tasks: await readTasks(database, ids), next: ids.length < limit ? undefined : ids.at(-1) }
}

async function listNewest(database: Database, query: TaskQuery): Promise<TaskPage> {
  const glances = await database.read((db) =>
    glanceAtTasks(db, { before: query.cursor, limit: lookOf(query) }),
  )
  return pageOf(database, query, glances, ({ id }) => id)
}

async function listTasksOfAccount(
  database: Database,
  query: TaskQuery & { readonly accountId: string },
): Promise<TaskPage> {
  const { accountId, cursor } = query
  const before = cursor === undefined ? undefined : toGlancePlace(cursor)
  const glances = await database.read((db) =>
    glanceAtTasksOfAccount(db, { accountId, before, limit: lookOf(query) }),
  )
  return pageOf(database, query, glances, ({ id, createdAtMs }) => `${createdAtMs}.${id}`)
}

/** Without a status, every row that is read is shown. */
function lookOf({ status, limit }: TaskQuery): number {
  return status === undefined ? limit : tasksLookedAtMax
}

async function pageOf(
  database: Database,
  query: TaskQuery,
  glances: readonly TaskGlance[],
  cursorOf: (glance: TaskGlance) => string,
): Promise<TaskPage> {
  const { status, limit } = query
  const matching = status === undefined ? glances : glances.filter((glance) => glance.status === status)
  const shown = matching.slice(0, limit)
  // After the last task shown or, if every row of the page was read, after the last row read.
  const last = matching.length > limit ? shown.at(-1) : glances.at(-1)
  const isEnd = matching.length <= limit && glances.length < lookOf(query)
  return {
    tasks: await readTasks(
      database,
      shown.map(({ id }) => id),
    ),
    next: isEnd || last === undefined ? undefined : cursorOf(last),
  }
}

/** In the order of the ids; a task that has changed status meanwhile is still shown, as it is now. */
async function readTasks(database: Database, ids: readonly string[]): Promise<Task[]> {
  const tasks = await database.read((db) => listTasksById(db, ids))
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** undefined for a cursor of the queue. */
function toBlockedTask(cursor: string): BlockedTask | undefined {
  const [, product, accountId, id] = /^blocked\.(\d)\.([0-9a-z]+)\.([0-9a-z]+)$/.exec(cursor) ?? []
  const type = productNames[Number(product)]
  if (type === undefined || accountId === undefined || id === undefined) return undefined
  return { id, type, accountId }
}

function toPlace(cursor: string): QueuePlace {
  const [, product, position, id = ''] = /^(\d)\.(\d{1,18})\.([0-9a-z]+)$/.exec(cursor) ?? []
  const type = productNames[Number(product)]
  if (type === undefined) throw new BadCursorError()
  return { id, type, queuePosition: Number(position) }
}

function toGlancePlace(cursor: string): Pick<TaskGlance, 'id' | 'createdAtMs'> {
  const [, createdAtMs, id] = /^(\d{1,15})\.([0-9a-z]+)$/.exec(cursor) ?? []
  if (createdAtMs === undefined || id === undefined) throw new BadCursorError()
  return { createdAtMs: Number(createdAtMs), id }
}
