import type { Database, Tx } from '../../../server/src/database/database.ts'

/** The maximum connections of a process. */
export const poolSize = 10

/**
 * Runs the work on every connection of the pool, once all of them are in a transaction; so each exists and is
 * usable.
 */
export async function onWholePool<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T[]> {
  let arrived = 0
  let open: () => void = () => undefined
  const allThere = new Promise<void>((resolve) => {
    open = resolve
  })
  return Promise.all(
    Array.from({ length: poolSize }, () =>
      database.transaction(async (tx) => {
        arrived += 1
        if (arrived === poolSize) open()
        await allThere
        return work(tx)
      }),
    ),
  )
}
