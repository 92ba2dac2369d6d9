import type { Database } from '../database/database.ts'
import type { TaskFilter } from '../database/operator/task-filter.ts'
import { findInPart, measurePart, type TaskPlace, type TaskWalk } from '../database/operator/task-walks.ts'

export interface WalkRequest {
  readonly after: TaskPlace | undefined
  readonly filter: TaskFilter
  readonly limit: number
  /** The time after which no further part is begun. */
  readonly msMax: number
}

export interface Walked {
  /** The tasks that match, in the order of the walks, up to the limit. */
  readonly places: readonly TaskPlace[]
  /** How many tasks were read for them. */
  readonly read: number
  /** Where the walks go on; undefined if they have ended or have found enough. */
  readonly stoppedAt: TaskPlace | undefined
}

/** A part grows as long as it is read within a share of the time: tasks that are not in memory take ten times as long. */
const part = { sizeMin: 1_000, sizeMax: 20_000, growthMax: 4 }

/** Looks for tasks in one walk, or in several that are ordered by id. */
export async function walkTasks(
  database: Database,
  walks: readonly TaskWalk[],
  { msMax, ...request }: WalkRequest,
): Promise<Walked> {
  const endMs = performance.now() + msMax
  const all: Walked[] = []
  for (const [index, walk] of walks.entries()) {
    const nowMs = performance.now()
    const ownMs = (endMs - nowMs) / (walks.length - index)
    all.push(await walkOne(database, walk, { ...request, endMs: nowMs + ownMs }))
  }
  const [first] = all
  return all.length === 1 && first !== undefined ? first : merged(all, request.limit)
}

async function walkOne(
  database: Database,
  walk: TaskWalk,
  { after, filter, limit, endMs }: Omit<WalkRequest, 'msMax'> & { readonly endMs: number },
): Promise<Walked> {
  const places: TaskPlace[] = []
  let [from, size, read] = [after, part.sizeMin, 0]
  for (;;) {
    const beganMs = performance.now()
    const next = { after: from, size }
    const { tasks, end } = await database.read((db) => measurePart(db, walk, next))
    const wanted = { after: from, end, filter, limit: limit - places.length }
    if (tasks > 0) places.push(...(await database.read((db) => findInPart(db, walk, wanted))))
    read += tasks
    if (places.length >= limit || tasks < size) return { places, read, stoppedAt: undefined }
    const nowMs = performance.now()
    if (nowMs >= endMs) return { places, read, stoppedAt: end }
    from = end
    size = nextSize(size, { tookMs: nowMs - beganMs, leftMs: endMs - nowMs })
  }
}

/** As many as are likely to be read in half of the time that is left. */
function nextSize(
  size: number,
  { tookMs, leftMs }: { readonly tookMs: number; readonly leftMs: number },
): number {
  const inTime = Math.floor((size * leftMs) / 2 / Math.max(tookMs, 0.1))
  return Math.max(part.sizeMin, Math.min(part.sizeMax, size * part.growthMax, inTime))
}

/** What all of them have read. */
function merged(all: readonly Walked[], limit: number): Walked {
  const [stop] = all.flatMap(({ stoppedAt }) => stoppedAt ?? []).toSorted(newestFirst)
  const places = all
    .flatMap((one) => one.places)
    .filter(({ id }) => stop === undefined || id >= stop.id)
    .toSorted(newestFirst)
  const isEnough = places.length >= limit
  return {
    places: places.slice(0, limit),
    read: all.reduce((sum, { read }) => sum + read, 0),
    stoppedAt: isEnough ? undefined : stop,
  }
}

function newestFirst(one: TaskPlace, other: TaskPlace): number {
  return one.id > other.id ? -1 : 1
}
