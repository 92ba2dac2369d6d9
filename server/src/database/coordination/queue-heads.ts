import type { ProductName } from '../../core/domain/generation/products.ts'
import type { Database } from '../database.ts'
import { type QueueHead, readQueueHeads } from '../task-queue.ts'

/**
 * The next full scan of the queue is due after this many times the duration of the last: 5 % of the time at
 * most.
 */
const fullScanPauseFactor = 20
/** However slow a scan was: behind the last known head wait, above all, the tasks of workers that died. */
const fullScanPauseMsMax = 30_000

export interface QueueHeads {
  /** The lowest waiting position of each product with waiting tasks, lowest first. Takes no lock. */
  read(): Promise<readonly QueueHead[]>
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

  return {
    async read() {
      let startedAtMs = performance.now()
      const isFull = startedAtMs >= fullScanDueAtMs
      const heads = await database.read((db) => {
        // Of the attempt that succeeds: the time of an outage says nothing about the queue.
        startedAtMs = performance.now()
        return readQueueHeads(db, isFull ? new Map() : lastHeads)
      })
      const endedAtMs = performance.now()
      if (isFull) {
        const pauseMs = fullScanPauseFactor * (endedAtMs - startedAtMs)
        fullScanDueAtMs = endedAtMs + Math.min(pauseMs, fullScanPauseMsMax)
      }
      for (const { product, position } of heads) lastHeads.set(product, position)
      return heads
    },
  }
}
