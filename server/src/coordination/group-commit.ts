import { DatabaseUnavailableError } from '../database/database-unavailable-error.js'

/** Items of one transaction at most: beyond it nothing is gained, and locks are held for longer. */
const batchMax = 256

export interface GroupCommit<Item, Written> {
  /** Writes the item and answers what its transaction answered, or throws what refused it. */
  write(item: Item): Promise<Written>
}

interface Waiting<Item, Written> {
  readonly item: Item
  readonly resolve: (written: Written) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit. Items that find a free lane are written at once, together with whatever else arrived in the same turn of the
 * event loop; those that arrive while all lanes are busy share the next transaction, so a busy service pays for one COMMIT instead of many and an idle one waits for nothing. Whenever a
 * shared transaction is refused, its halves are written each by itself, and so on down to single items, so that everyone
 * gets a verdict of their own and one that is refused costs the others little.
 */
export function createGroupCommit<Item, Written>(options: {
  /** Transactions that may be open at once. */
  readonly lanes: number
  /** Writes all items in one transaction, or throws and has written none. */
  readonly writeTogether: (items: readonly Item[]) => Promise<Written>
}): GroupCommit<Item, Written> {
  const waiting: Waiting<Item, Written>[] = []
  let busyLanes = 0
  let isStarting = false

  /** At the end of the turn: what ended or arrived together would else begin with a transaction for the first item alone. */
  function startLanes(): void {
    if (isStarting) return
    isStarting = true
    setImmediate(() => {
      isStarting = false
      while (busyLanes < options.lanes && waiting.length > 0) void runLane()
    })
  }

  async function runLane(): Promise<void> {
    busyLanes += 1
    while (waiting.length > 0) await writeBatch(waiting.splice(0, batchMax))
    busyLanes -= 1
  }

  /** Never throws: every outcome goes to whoever waits for it. */
  async function writeBatch(batch: readonly Waiting<Item, Written>[]): Promise<void> {
    try {
      const written = await options.writeTogether(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve(written)
    } catch (error) {
      // What is refused says nothing about the others; only where the database is away would asking again be in vain.
      const isAway = error instanceof DatabaseUnavailableError
      if (batch.length > 1 && !isAway) {
        const middle = Math.ceil(batch.length / 2)
        await writeBatch(batch.slice(0, middle))
        await writeBatch(batch.slice(middle))
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  return {
    write: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (busyLanes < options.lanes) startLanes()
      }),
  }
}
