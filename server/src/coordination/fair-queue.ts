import { LRUCache } from 'lru-cache'
import type { Clock } from '../core/domain/clock.ts'
import type { ProductName } from '../core/domain/products.ts'
import type { Database } from '../database/database.ts'
import { queueStepMs } from '../database/queue/queue-rows.ts'
import { createCoalescingCache } from './coalescing-cache.ts'
import { createQueueHeads } from './queue-heads.ts'

/** Maximum age of the known queue head. A stale head costs an account one turn at most. */
const knowledgeMs = 50
const rememberedAccountsMax = 50_000

export interface FairQueue {
  /** The queue position of an account's new task, among the waiting tasks of its product. */
  positionOf(accountId: string, product: ProductName): Promise<number>
}

/**
 * Lets accounts take turns (start-time fair queueing, after Goyal, Vin and Cheng). A task goes one step
 * behind the previous task of its account, but never ahead of the queue's head. So an account with a thousand
 * waiting tasks is spread over a thousand steps, and another account's first task goes next to the head. A
 * product whose queue is empty restarts at the current time, and past use is forgotten.
 *
 * Each API process has its own memory of the accounts. With several processes, a greedy account gets one turn
 * per process in each round.
 */
export function createFairQueue(database: Database, clock: Clock): FairQueue {
  const queueHeads = createQueueHeads(database)
  const last = new LRUCache<string, number>({ max: rememberedAccountsMax })
  const heads = createCoalescingCache({
    read: async () =>
      new Map((await queueHeads.read()).map(({ product, position }) => [product, position] as const)),
    ageMsMax: knowledgeMs,
    nowMs: () => clock.nowMs(),
  })

  return {
    async positionOf(accountId, product) {
      const headsNow = await heads.get()
      const head = headsNow.get(product)
      const key = `${product} ${accountId}`
      const before = head === undefined ? undefined : last.get(key)
      const start = head ?? clock.nowMs()
      const position = before === undefined ? start : Math.max(start, before + queueStepMs)
      last.set(key, position)
      // In an empty queue the new task is the head, whatever was read before.
      if (head === undefined) headsNow.set(product, position)
      return position
    },
  }
}
