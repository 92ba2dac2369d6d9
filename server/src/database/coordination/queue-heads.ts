import type { ProductName } from '../../core/domain/generation/products.ts'
import type { Database } from '../database.ts'
import { type QueueHead, readQueue } from '../task-queue.ts'

/**
 * The next full scan of the queue is due after this many times the duration of the last: 5 % of the time at
 * most.
 */
const fullScanPauseFactor = 20

export interface QueueHeads {
  /** The lowest waiting position of each product with waiting tasks, lowest first. Takes no lock. */
  read(): Promise<readonly QueueHead[]>
  /** Whether the last read found held tasks too. */
  readonly someAreHeld: boolean
}

/**
 * Finds the head of the queue without rereading deleted rows. InnoDB keeps those for as long as any snapshot
 * may see them; during a backup hundreds of thousands precede the first waiting row, and every scan from the
 * beginning reads them all. So a search starts at the last known head. Tasks queued ahead of it, for example
 * by an API process whose clock is slow, are found by full scans, which are frequent while they are fast and
 * rare when they are slow.
 */
export function createQueueHeads(database: Database): QueueHeads {
  const lastHeads = new Map<ProductName, number>()
  let fullScanDueAtMs = -Infinity
  let someAreHeld = false

  return {
    get someAreHeld() {
      return someAreHeld
    },
    async read() {
      const startedAtMs = performance.now()
      const isFull = startedAtMs >= fullScanDueAtMs
      const queue = await database.read((db) => readQueue(db, isFull ? new Map() : lastHeads))
      const endedAtMs = performance.now()
      if (isFull) fullScanDueAtMs = endedAtMs + fullScanPauseFactor * (endedAtMs - startedAtMs)
      for (const { product, position } of queue.heads) lastHeads.set(product, position)
      someAreHeld = queue.someAreHeld
      return queue.heads
    },
  }
}
