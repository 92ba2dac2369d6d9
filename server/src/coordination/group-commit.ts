import { countingWaits, currentWaitedTime, type WaitedTime } from '../core/async/waited-time.ts'
import { DatabaseUnavailableError } from '../database/database-unavailable-error.ts'

/** Maximum items per transaction: larger batches gain nothing and hold locks for longer. */
const batchMax = 256

export interface GroupCommit<Item, Written> {
  /**
   * Writes the item and resolves with its transaction's result, or rejects with the error that refused it.
   */
  write(item: Item): Promise<Written>
}

interface Waiting<Item, Written> {
  readonly item: Item
  /** Of the work that writes it. */
  readonly waited: WaitedTime
  readonly sinceMs: number
  readonly resolve: (written: Written) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit. An item that arrives while a transaction slot is free is written at the end of the event-loop
 * turn, together with all others of that turn; items that arrive while all slots are busy share the next
 * transaction. So a busy service pays for one COMMIT instead of many, and an idle one waits for nothing. A
 * refused batch is split in half, recursively, so that every item gets its own result and one bad item costs
 * the others little. A batch waits for the database as long as its most impatient item may, and what it waits in vain
 * counts for those behind it, too.
 */
export function createGroupCommit<Item, Written>(options: {
  /** Maximum concurrent transactions. */
  readonly concurrency: number
  /** Writes all items in one transaction, or throws and writes none. */
  readonly writeTogether: (items: readonly Item[]) => Promise<Written>
  /** How long the first item of an idle group waits for others. @default to the end of the turn */
  readonly gatherMs?: () => number
}): GroupCommit<Item, Written> {
  const waiting: Waiting<Item, Written>[] = []
  let running = 0
  let isStarting = false

  /**
   * Deferred to the end of the turn: otherwise the first of several items would get a transaction of its own.
   */
  function startTransactions(): void {
    if (isStarting) return
    isStarting = true
    const start = (): void => {
      isStarting = false
      while (running < options.concurrency && waiting.length > 0) void runTransactions()
    }
    const gatherMs = options.gatherMs?.() ?? 0
    if (gatherMs > 0) setTimeout(start, gatherMs)
    else setImmediate(start)
  }

  async function runTransactions(): Promise<void> {
    running += 1
    while (waiting.length > 0) await writeBatch(waiting.splice(0, batchMax))
    running -= 1
  }

  /** Counts what is waited for all who wait, before any of them gets an outcome. */
  async function writeCounting(batch: readonly Waiting<Item, Written>[]): Promise<Written> {
    const begunMs = performance.now()
    const waited: WaitedTime = {
      ms: Math.max(...batch.map((one) => one.waited.ms)),
      allMs: Math.max(...batch.map((one) => (one.waited.allMs ?? 0) + begunMs - one.sinceMs)),
    }
    const beforeMs = waited.ms
    try {
      const items = batch.map(({ item }) => item)
      return await countingWaits(waited, () => options.writeTogether(items))
    } finally {
      const ms = waited.ms - beforeMs
      if (ms > 0) for (const all of [batch, waiting]) count(ms, all)
    }
  }

  /** Never throws: every outcome goes to the item's caller. */
  async function writeBatch(batch: readonly Waiting<Item, Written>[]): Promise<void> {
    try {
      const written = await writeCounting(batch)
      for (const { resolve } of batch) resolve(written)
    } catch (error) {
      // A refusal says nothing about the other items; only an unreachable database makes retrying pointless.
      const isUnavailable = error instanceof DatabaseUnavailableError
      if (batch.length > 1 && !isUnavailable) {
        const middle = Math.ceil(batch.length / 2)
        await writeBatch(batch.slice(0, middle))
        await writeBatch(batch.slice(middle))
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  function enqueue(item: Item, waited: WaitedTime, sinceMs: number): Promise<Written> {
    return new Promise((resolve, reject) => {
      waiting.push({ item, waited, sinceMs, resolve, reject })
      if (running < options.concurrency) startTransactions()
    })
  }

  return {
    async write(item) {
      const waited = currentWaitedTime() ?? { ms: 0 }
      const sinceMs = performance.now()
      try {
        return await enqueue(item, waited, sinceMs)
      } finally {
        waited.allMs = (waited.allMs ?? 0) + performance.now() - sinceMs
      }
    },
  }
}

/** Adds what was waited in vain to all who were waiting; to each no more than it was there for. */
function count(ms: number, all: readonly Pick<Waiting<unknown, unknown>, 'waited' | 'sinceMs'>[]): void {
  const nowMs = performance.now()
  for (const { waited, sinceMs } of all) waited.ms += Math.min(ms, nowMs - sinceMs)
}
