import type { Database } from '../database/database.js'
import { DatabaseUnavailableError } from '../database/database-unavailable-error.js'
import { insertIdempotencyKeys, type NewIdempotencyKey } from '../database/idempotency-keys.js'
import { acceptTasks, type NewTask } from '../database/move-task.js'
import { findTask } from '../database/tasks.js'

/** One acceptance to be written: the task, and its idempotency key where the caller sent one. */
export interface NewAcceptance {
  readonly task: NewTask
  readonly key: NewIdempotencyKey | undefined
}

export interface AcceptWriter {
  /**
   * Writes the acceptance in one transaction and answers with the time of its acceptance. Throws INSUFFICIENT_BALANCE, or
   * the database's refusal of a duplicate: the key is another's, or our own lost COMMIT has landed after all.
   */
  write(acceptance: NewAcceptance): Promise<{ createdAtMs: number }>
}

/** Rows of one transaction at most: enough to be limited by the processor, few enough to keep locks short. */
const batchMax = 64

interface Waiting {
  readonly acceptance: NewAcceptance
  readonly resolve: (written: { createdAtMs: number }) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit. An acceptance that finds a free lane is written at once, alone; those that arrive while all lanes are busy
 * share the next transaction, so a busy service pays for one COMMIT instead of many and an idle one waits for nothing.
 * Whenever a shared transaction is refused (one caller's balance, one duplicate key, one row that cannot be stored), each
 * is written by itself, so that everyone gets a verdict of their own.
 */
export function createAcceptWriter(database: Database): AcceptWriter {
  const waiting: Waiting[] = []
  let busyLanes = 0

  async function runLane(): Promise<void> {
    busyLanes += 1
    while (waiting.length > 0) await writeBatch(database, waiting.splice(0, batchMax))
    busyLanes -= 1
  }

  return {
    write: (acceptance) =>
      new Promise((resolve, reject) => {
        waiting.push({ acceptance, resolve, reject })
        if (busyLanes < database.dialect.acceptingAtOnce) void runLane()
      }),
  }
}

/** Never throws: every outcome goes to whoever waits for it. */
async function writeBatch(database: Database, batch: readonly Waiting[]): Promise<void> {
  try {
    const written = await writeTogether(
      database,
      batch.map(({ acceptance }) => acceptance),
    )
    for (const { resolve } of batch) resolve(written)
  } catch (error) {
    // What is refused says nothing about the others; only where the database is away would asking again be in vain.
    const isAway = error instanceof DatabaseUnavailableError
    if (batch.length > 1 && !isAway) {
      for (const one of batch) await writeBatch(database, [one])
    } else {
      for (const { reject } of batch) reject(error)
    }
  }
}

async function writeTogether(
  database: Database,
  acceptances: readonly NewAcceptance[],
): Promise<{ createdAtMs: number }> {
  return database.transaction(async (tx) => {
    const [first] = acceptances
    if (tx.mayHaveCommitted && acceptances.length === 1 && first !== undefined) {
      const written = await findTask(tx.db, first.task.accountId, first.task.id)
      if (written !== undefined) return written
    }
    await insertIdempotencyKeys(
      tx,
      acceptances.flatMap(({ key }) => (key === undefined ? [] : [key])),
    )
    await acceptTasks(
      tx,
      acceptances.map(({ task }) => task),
    )
    return { createdAtMs: tx.nowMs }
  })
}
