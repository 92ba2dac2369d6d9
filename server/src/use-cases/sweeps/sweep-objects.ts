import { limits } from '@mediagen/contract/limits'
import { taskIdFrom, uploadIdFrom } from '../../core/domain/ids.ts'
import { dayMs } from '../../core/domain/utc-day.ts'
import type { ObjectStore, StoredObject } from '../../core/ports/object-store.ts'
import type { Database } from '../../database/database.ts'
import {
  claimSweep,
  moveSweepPosition,
  readSweepPosition,
  recordSweep,
  sweepPositionLength,
} from '../../database/sweep-runs.ts'
import type { Reader } from '../../database/tables.ts'
import {
  listReferencedArchives,
  listReferencedInputs,
  listReferencedResults,
} from '../../database/uploads/object-references.ts'
import { deleteObjects } from './retention.ts'
import { batchMax, hourlyMs } from './sweeps.ts'

/**
 * Younger inputs and results may still wait for the row that refers to them. Twice the longest attempt leaves
 * ample margin.
 */
const graceMs = Math.max(4 * limits.uploadWindowSeconds * 1000, 2 * 60 * 60 * 1000)
/**
 * Files as sent by clients. None is needed after its window, and by then every PUT that began within it has
 * ended.
 */
const stagedGraceMs = 2 * limits.uploadWindowSeconds * 1000
/**
 * An archive's row is there before its files, so that files without one are left of a process that lost its claim; or
 * the database was restored to an earlier day, and may be restored to a later one yet.
 */
const archiveGraceMs = 31 * dayMs
/** The objects of tasks and uploads that began within it are looked at in every run: most leavings are theirs. */
const youngMs = 8 * 60 * 60_000
/** Objects of whatever age that a run looks at besides, one after the other: 3.6 million a day. */
const inTurnMaxDefault = 150_000
/**
 * How long after its last write an object that nothing refers to is gone, while a worker runs and the store has at
 * most 100 million objects.
 */
export const unreferencedMsMax = 31 * dayMs

interface SweepRun {
  readonly database: Database
  readonly objectStore: ObjectStore
  readonly nowMs: number
}

/** Objects whose keys begin with the id of what refers to them. */
interface ObjectKind {
  readonly prefix: string
  /** Objects last written within it are not judged. */
  readonly graceMs: number
  /** Sorts before the ids that are made at that time or later. */
  readonly idFrom: (timeMs: number) => string
  readonly findReferenced: (db: Reader, keys: readonly string[]) => Promise<Set<string>>
}

/** In the order of their keys. */
const kinds: readonly ObjectKind[] = [
  {
    prefix: 'archive/',
    graceMs: archiveGraceMs,
    idFrom: taskIdFrom,
    findReferenced: listReferencedArchives,
  },
  { prefix: 'inputs/', graceMs, idFrom: uploadIdFrom, findReferenced: listReferencedInputs },
  { prefix: 'results/', graceMs, idFrom: taskIdFrom, findReferenced: listReferencedResults },
]

/**
 * Deletes objects that nothing refers to, if the sweep is due, in one process for all: from abandoned uploads, from
 * PUTs after verification, and from processes that died between writing bytes and committing their row. A run looks
 * at all that is young, and at the next of all objects from where the run before has got to, so that it costs the
 * same however many there are. Returns how many it deleted; undefined if it was not due.
 */
export async function sweepObjects(
  deps: Pick<SweepRun, 'database' | 'objectStore'>,
  { inTurnMax = inTurnMaxDefault }: { readonly inTurnMax?: number } = {},
): Promise<number | undefined> {
  const { database, objectStore } = deps
  if (!(await database.transaction((tx) => claimSweep(tx, 'sweep-objects', hourlyMs)))) return undefined
  const nowMs = await database.nowMs()
  const run = { database, objectStore, nowMs }
  let deleted = await sweepStaged(objectStore, nowMs - stagedGraceMs)
  for (const kind of kinds) if (kind.graceMs < youngMs) deleted += await sweepYoung(run, kind)
  deleted += await sweepInTurn(run, inTurnMax)
  deleted += (await objectStore.deleteUnfinished?.(nowMs - graceMs)) ?? 0
  await database.transaction((tx) => recordSweep(tx, 'sweep-objects', deleted))
  return deleted
}

/** All of them, which are never many: each is deleted when its upload is verified or expires. */
async function sweepStaged(objectStore: ObjectStore, oldestKeptMs: number): Promise<number> {
  let deleted = 0
  for await (const batch of batchesOf(objectStore.list('uploads/'))) {
    const old = batch.filter(({ lastModifiedMs }) => lastModifiedMs < oldestKeptMs).map(({ key }) => key)
    await deleteObjects(objectStore, old)
    deleted += old.length
  }
  return deleted
}

/** What began too recently has no object yet that may be judged. */
async function sweepYoung(run: SweepRun, kind: ObjectKind): Promise<number> {
  const first = kind.prefix + kind.idFrom(run.nowMs - youngMs)
  const end = kind.prefix + kind.idFrom(run.nowMs - kind.graceMs)
  let deleted = 0
  for await (const batch of batchesOf(run.objectStore.list(kind.prefix, first))) {
    const young = batch.filter(({ key }) => key < end)
    deleted += await deleteUnreferenced(run, kind, young)
    if (young.length < batch.length) break
  }
  return deleted
}

/** From the recorded position on, which a run that dies leaves behind the last batch that it has dealt with. */
async function sweepInTurn(run: SweepRun, inTurnMax: number): Promise<number> {
  const { database, objectStore } = run
  let position = await database.read((db) => readSweepPosition(db, 'sweep-objects'))
  const isMoved = async (to: string): Promise<boolean> => {
    const from = position
    position = to
    return moveSweepPosition(database, 'sweep-objects', { from, to })
  }
  let deleted = 0
  let looks = 0
  for (const kind of kinds) {
    const isBegun = position.startsWith(kind.prefix)
    if (!isBegun && position > kind.prefix) continue
    for await (const batch of batchesOf(objectStore.list(kind.prefix, isBegun ? position : undefined))) {
      deleted += await deleteUnreferenced(run, kind, batch)
      looks += batch.length
      const last = batch.at(-1)?.key ?? position
      // Otherwise another process goes on from there, because this one takes longer than an hour.
      const isOurs = await isMoved(last.slice(0, sweepPositionLength))
      if (!isOurs || looks >= inTurnMax) return deleted
    }
  }
  await isMoved('')
  return deleted
}

async function deleteUnreferenced(
  { database, objectStore, nowMs }: SweepRun,
  { graceMs, findReferenced }: ObjectKind,
  objects: readonly StoredObject[],
): Promise<number> {
  const oldestKeptMs = nowMs - graceMs
  const keys = objects.filter(({ lastModifiedMs }) => lastModifiedMs < oldestKeptMs).map(({ key }) => key)
  if (keys.length === 0) return 0
  const referenced = await database.read((db) => findReferenced(db, keys))
  const unreferenced = keys.filter((key) => !referenced.has(key))
  await deleteObjects(objectStore, unreferenced)
  return unreferenced.length
}

async function* batchesOf(objects: AsyncIterable<StoredObject>): AsyncGenerator<StoredObject[]> {
  let batch: StoredObject[] = []
  for await (const object of objects) {
    batch.push(object)
    if (batch.length < batchMax) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
