import { limits } from '@mediagen/contract/limits'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { Database } from '../../database/database.ts'
import { listReferencedInputs, listReferencedResults } from '../../database/uploads/object-references.ts'

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
/** The sweep runs once an hour in each worker, and may take a while. */
const sweptWithinMs = 2 * 60 * 60_000
/** How long after its last write an object that nothing refers to is gone, while a worker runs. */
export const unreferencedMsMax = graceMs + sweptWithinMs
const batchMax = 500

/**
 * Deletes objects that nothing refers to: from abandoned uploads, from PUTs after verification, and from
 * processes that died between writing bytes and committing their row. Returns how many.
 */
export async function sweepObjects(deps: { database: Database; objectStore: ObjectStore }): Promise<number> {
  const nowMs = await deps.database.nowMs()
  const oldestKeptMs = nowMs - graceMs
  const staged = await sweepPrefix(deps, 'uploads/', nowMs - stagedGraceMs, async () => new Set())
  const inputs = await sweepPrefix(deps, 'inputs/', oldestKeptMs, (keys) =>
    deps.database.read((db) => listReferencedInputs(db, keys)),
  )
  const results = await sweepPrefix(deps, 'results/', oldestKeptMs, (keys) =>
    deps.database.read((db) => listReferencedResults(db, keys)),
  )
  const unfinished = (await deps.objectStore.deleteUnfinished?.(oldestKeptMs)) ?? 0
  return staged + inputs + results + unfinished
}

async function sweepPrefix(
  { objectStore }: { objectStore: ObjectStore },
  prefix: string,
  oldestKeptMs: number,
  findReferenced: (keys: string[]) => Promise<Set<string>>,
): Promise<number> {
  let deleted = 0
  let batch: string[] = []
  const flush = async (): Promise<void> => {
    const referenced = await findReferenced(batch)
    const orphans = batch.filter((key) => !referenced.has(key))
    for (const key of orphans) await objectStore.delete(key)
    deleted += orphans.length
    batch = []
  }
  for await (const { key, lastModifiedMs } of objectStore.list(prefix)) {
    if (lastModifiedMs < oldestKeptMs) batch.push(key)
    if (batch.length === batchMax) await flush()
  }
  if (batch.length > 0) await flush()
  return deleted
}
