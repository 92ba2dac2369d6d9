import type { Database, Tx } from '../../../server/src/database/database.ts'

/** The connections that a process has at most. */
export const poolSize = 10

/**
 * Runs the work on every connection of the pool, once all of them are in a transaction; so each is there, and
 * of use.
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
