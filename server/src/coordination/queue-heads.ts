import type { ProductName } from '../core/domain/products.ts'
import type { TaskLimits } from '../database/accounts/task-limits.ts'
import type { Database } from '../database/database.ts'
import { type Queue, type QueueHead, readQueue } from '../database/queue/queue.ts'
import { listReturnable } from '../database/queue/running-limits.ts'
import type { ClaimSource } from '../database/tasks/claim-tasks.ts'

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
  /** Where each product's waiting tasks begin, and which blocked ones may return to the queue. */
  readWaiting(taskLimits: TaskLimits): Promise<readonly ClaimSource[]>
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

  async function readQueueNow(): Promise<Queue> {
    let startedAtMs = performance.now()
    const isFull = startedAtMs >= fullScanDueAtMs
    const queue = await database.read((db) => {
      // Of the attempt that succeeds: the time of an outage says nothing about the queue.
      startedAtMs = performance.now()
      return readQueue(db, isFull ? new Map() : lastHeads)
    })
    const endedAtMs = performance.now()
    if (isFull) {
      const pauseMs = fullScanPauseFactor * (endedAtMs - startedAtMs)
      fullScanDueAtMs = endedAtMs + Math.min(pauseMs, fullScanPauseMsMax)
    }
    for (const { product, position } of queue.heads) lastHeads.set(product, position)
    return queue
  }

  return {
    async read() {
      return (await readQueueNow()).heads
    },
    async readWaiting(taskLimits) {
      const { heads, someAreBlocked, someArePaused } = await readQueueNow()
      const mayBePaused = someArePaused && { mayBePaused: true }
      const queued = heads.map(({ product, position }) => ({
        product,
        fromPosition: position,
        ...mayBePaused,
      }))
      if (!someAreBlocked) return queued
      const blocked = await database.read((db) => listReturnable(db, database.dialect, taskLimits))
      const others = new Set(blocked.map(({ type }) => type))
      for (const { product } of queued) others.delete(product)
      return [...queued, ...[...others].map((product) => ({ product, ...mayBePaused }))].map((waiting) => ({
        ...waiting,
        returnable: blocked.filter(({ type }) => type === waiting.product),
      }))
    },
  }
}
