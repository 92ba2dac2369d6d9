import type { Database } from '../database/database.js'
import { type QueueHead, readQueueHeads } from '../database/task-queue.js'
import type { ProductName } from '../domain/generation/products.js'

/**
 * The next full scan of the queue is due after this many times the duration of the last: 5 % of the time at
 * most.
 */
const fullLookPauseTimes = 20

export interface QueueHeads {
  /** The lowest waiting position of each product with waiting tasks, lowest first. Takes no lock. */
  read(): Promise<readonly QueueHead[]>
}

/**
 * Finds the head of the queue without rereading deleted rows. InnoDB keeps those for as long as any snapshot
 * may see them; during a back-up hundreds of thousands precede the first waiting row, and every scan from the
 * beginning reads them all. So a search starts at the last known head. Tasks queued ahead of it, for example
 * by an API process whose clock is slow, are found by full scans, which are frequent while they are fast and
 * rare when they are slow.
 */
export function createQueueHeads(database: Database): QueueHeads {
  const marks = new Map<ProductName, number>()
  let fullLookDueAtMs = -Infinity

  return {
    async read() {
      const startedAtMs = performance.now()
      const isFull = startedAtMs >= fullLookDueAtMs
      const heads = await database.read((db) => readQueueHeads(db, isFull ? new Map() : marks))
      const endedAtMs = performance.now()
      if (isFull) fullLookDueAtMs = endedAtMs + fullLookPauseTimes * (endedAtMs - startedAtMs)
      for (const { product, position } of heads) marks.set(product, position)
      return heads
    },
  }
}
