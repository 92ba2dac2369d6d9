import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.js'
import type { Clock } from '../domain/clock.js'
import type { ProductName } from '../domain/generation/products.js'
import { createCoalescingCache } from './coalescing-cache.js'
import { createQueueHeads } from './queue-heads.js'

/** The distance between two positions of one account: what stands between them is other accounts' turns. */
const stepMs = 1_000
/** How old the knowledge of the queue's head may be. Being late by that much costs an account a turn at most. */
const knowledgeMs = 50
const rememberedAccountsMax = 50_000

export interface FairQueue {
  /** Where a new task of the account goes among the waiting work of its product. */
  positionOf(accountId: string, product: ProductName): Promise<number>
}

/**
 * Lets accounts take turns (start-time fair queueing, after Goyal, Vin and Cheng). A task goes one step behind the task
 * that its account queued before, but never ahead of the queue's head; so an account with a thousand waiting tasks is
 * spread over a thousand steps, and another's first task goes next to the head. A product that has nothing waiting starts
 * afresh at the time of day, and what an account used before is forgiven.
 *
 * Each API process keeps its own memory of the accounts; with several, a greedy account gets as many turns in a round as
 * there are processes.
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
      const position = before === undefined ? start : Math.max(start, before + stepMs)
      last.set(key, position)
      // What was just placed is the head of an empty queue, whatever was read before.
      if (head === undefined) headsNow.set(product, position)
      return position
    },
  }
}
