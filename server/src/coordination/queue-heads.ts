import type { Database } from '../database/database.js'
import { type QueueHead, readQueueHeads } from '../database/task-queue.js'
import type { ProductName } from '../domain/generation/products.js'

/** A look over the whole queue is due again after so many times as long as the last one took: 5 % of the time at most. */
const fullLookPauseTimes = 20

export interface QueueHeads {
  /** The lowest position that waits of each product with waiting work, the lowest first. Takes no lock. */
  read(): Promise<readonly QueueHead[]>
}

/**
 * Finds where the queue begins without passing over what has left it. InnoDB keeps deleted rows for as long as any
 * transaction might look at them; while a back-up holds its snapshot, hundreds of thousands lie before the first row that
 * waits, and every look from the beginning reads them all. So a look begins where the last one found the head. What is
 * queued further ahead (by an API process whose clock is behind, say) is found by the looks over the whole, which come one
 * after the other while they are quick and seldom when they are not.
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
