import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/database.ts'
import { type KeyRefusal, openSpendingDay } from '../../database/money/key-spending.ts'

/** Keys to remember; for others the rows of the day are added again, which changes nothing. */
const rememberedMax = 10_000

/**
 * Opens days for orders with keys that have limits. The first order of a UTC day finds no row to count on, and is
 * refused as if a limit were reached. Adding the row in a transaction of its own leaves the acceptance a single
 * statement.
 */
export interface SpendingDays {
  /** False if the rows of the day were there: the limit is really reached. */
  open(refusal: KeyRefusal): Promise<boolean>
}

export function createSpendingDays(database: Database): SpendingDays {
  /** The latest day whose row is known to exist, by limits. */
  const opened = new LRUCache<string, bigint>({ max: rememberedMax })
  return {
    async open({ limitsIds, day }) {
      const missing = limitsIds.filter((id) => opened.get(id) !== day)
      if (missing.length === 0) return false
      await openSpendingDay(database, missing, day)
      for (const id of missing) opened.set(id, day)
      return true
    },
  }
}
