import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/database.ts'
import { KeyLimitError, openSpendingDay } from '../../database/money/key-spending.ts'

/** Keys to remember; for others the rows of the day are added again, which changes nothing. */
const rememberedMax = 10_000

/**
 * Runs acceptances that count towards the limits of keys. The first order of a UTC day finds no row to count
 * on, which looks like a limit that is reached: then the row is added, and the acceptance runs again. Adding
 * it in a transaction of its own leaves the acceptance a single statement, and an acceptance that really
 * exceeds a limit fails at once after that.
 */
export function createSpendingDays(database: Database): <T>(accept: () => Promise<T>) => Promise<T> {
  /** The latest day whose row is known to exist, by limits. */
  const opened = new LRUCache<string, bigint>({ max: rememberedMax })
  return async function acceptOn<T>(accept: () => Promise<T>): Promise<T> {
    try {
      return await accept()
    } catch (error) {
      if (!(error instanceof KeyLimitError)) throw error
      const { limitsIds, day } = error
      const missing = limitsIds.filter((id) => opened.get(id) !== day)
      if (missing.length === 0) throw error
      await openSpendingDay(database, missing, day)
      for (const id of missing) opened.set(id, day)
      // Ends, because each round adds the row of another day.
      return acceptOn(accept)
    }
  }
}
