import { productNames } from '../core/domain/products.ts'
import type { Database } from '../database/database.ts'
import { listBlockedTasks } from '../database/operator/blocked-overview.ts'
import { matchingAmong, type TaskFilter } from '../database/operator/task-filter.ts'
import {
  countQueueByProduct,
  listLeasedTaskIds,
  listQueuePlaces,
} from '../database/operator/tasks-overview.ts'
import type { BlockedTask } from '../database/queue/blocked-tasks.ts'
import type { QueuePlace } from '../database/queue/queue-rows.ts'
import {
  BadCursorError,
  filterNames,
  isFilteredBy,
  readMs,
  readTasks,
  type TaskPage,
  type TaskQuery,
} from './task-page.ts'

/** Tasks that have not ended, from the small tables that have only these. */

const idsReadMax = 1_000

/** A task of the queue, of the blocked ones or of the leases. */
interface Unended {
  readonly id: string
  readonly cursor: string
}

type ReadUnended = (request: {
  readonly cursor: string | undefined
  readonly limit: number
}) => Promise<readonly Unended[]>

/** The queue first: workers move tasks from there to the blocked ones. */
export async function listWaiting(database: Database, query: TaskQuery): Promise<TaskPage> {
  const { product } = query
  const products = productNames.filter((name) => product === undefined || name === product)
  const page = await listUnended(database, query, async ({ cursor, limit }) => {
    const blockedAfter = cursor === undefined ? undefined : toBlockedTask(cursor)
    const queueAfter = cursor === undefined || blockedAfter !== undefined ? undefined : toPlace(cursor)
    const places =
      blockedAfter === undefined
        ? await database.read((db) => listQueuePlaces(db, { products, after: queueAfter, limit }))
        : []
    const left = limit - places.length
    const blocked =
      left === 0
        ? []
        : await database.read((db) => listBlockedTasks(db, { after: blockedAfter, limit: left }))
    return [
      ...places.map((place) => ({ id: place.id, cursor: cursorOfPlace(place) })),
      ...blocked.map((task) => ({ id: task.id, cursor: cursorOfBlocked(task) })),
    ]
  })
  const counts = (await database.read(countQueueByProduct)).filter((count) =>
    products.includes(count.product),
  )
  const of = counts.reduce((sum, { waiting }) => sum + waiting, 0)
  return {
    ...page,
    read: page.read && { ...page.read, of },
    total: isFilteredBy(query, otherThanWaiting) ? undefined : of,
  }
}

const otherThanWaiting = filterNames.filter((name) => name !== 'status' && name !== 'product')

export function listRunning(database: Database, query: TaskQuery): Promise<TaskPage> {
  return listUnended(database, query, async ({ cursor, limit }) => {
    const ids = await database.read((db) => listLeasedTaskIds(db, { after: cursor, limit }))
    return ids.map((id) => ({ id, cursor: id }))
  })
}

/** A task that changes meanwhile is shown as it is then, but for what else was asked for than its status. */
async function listUnended(database: Database, query: TaskQuery, readMore: ReadUnended): Promise<TaskPage> {
  const { limit, readMsMax = readMs } = query
  const filter: TaskFilter = { ...query, status: undefined }
  const isFiltered = isFilteredBy({ ...query, status: undefined }, filterNames)
  const size = isFiltered ? idsReadMax : limit + 1
  const endMs = performance.now() + readMsMax
  const found: Unended[] = []
  let [cursor, read] = [query.cursor, 0]
  for (;;) {
    const batch = await readMore({ cursor, limit: size })
    const ids = batch.map(({ id }) => id)
    const matching = isFiltered
      ? await database.read((db) => matchingAmong(db, { ids, filter }))
      : new Set(ids)
    found.push(...batch.filter(({ id }) => matching.has(id)))
    read += batch.length
    cursor = batch.at(-1)?.cursor
    const isOver = batch.length < size
    if (!isOver && found.length <= limit && performance.now() < endMs) continue
    const shown = found.slice(0, limit)
    const tasks = await readTasks(
      database,
      shown.map(({ id }) => id),
    )
    const known = { tasks, read: undefined, total: undefined }
    if (found.length > limit) return { ...known, next: shown.at(-1)?.cursor }
    if (isOver) return { ...known, next: undefined }
    return { ...known, next: cursor, read: { tasks: read, of: undefined, backToMs: undefined } }
  }
}

function cursorOfPlace({ type, queuePosition, id }: QueuePlace): string {
  return `${productNames.indexOf(type)}.${queuePosition}.${id}`
}

function cursorOfBlocked({ type, accountId, id }: BlockedTask): string {
  return `blocked.${productNames.indexOf(type)}.${accountId}.${id}`
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
