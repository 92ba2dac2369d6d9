import { findFailing, recentEndsMs } from '../../core/domain/generation/failing-products.ts'
import { taskIdTimeMs } from '../../core/domain/ids.ts'
import type { ProductName } from '../../core/domain/products.ts'
import type { Database } from '../../database/database.ts'
import { countQueueByProduct } from '../../database/operator/tasks-overview.ts'
import { countEnds } from '../../database/tasks/task-ends.ts'

/** A product that can be ordered, and is not served as it should be. */
export interface Trouble {
  readonly product: ProductName
  /** Most of its tasks that ended in the last 15 minutes failed; or one that is not blocked waits for long. */
  readonly kind: 'fails' | 'waits'
}

/** Whoever asks within this time is told the same: the answer is public, and reads the ends of 15 minutes. */
const keptMs = 10_000
/** As the alert MediagenQueueOld says. */
const waitMsMax = 300_000

export function createListTroubles(
  database: Database,
  elapsedMs: () => number,
): () => Promise<readonly Trouble[]> {
  let kept: { readonly untilMs: number; readonly troubles: Promise<readonly Trouble[]> } | undefined
  return () => {
    if (kept === undefined || elapsedMs() >= kept.untilMs)
      kept = { untilMs: elapsedMs() + keptMs, troubles: readTroubles(database) }
    return kept.troubles
  }
}

async function readTroubles(database: Database): Promise<Trouble[]> {
  const nowMs = await database.nowMs()
  const ends = await database.read((db) => countEnds(db, nowMs - recentEndsMs))
  // Not what a customer's input is blamed for: one customer could say to all others that the service fails.
  const blamed = ends.filter(({ errorCode }) => errorCode !== 'INVALID_INPUT')
  const failing = findFailing(blamed).filter(({ ended, failed }) => 2 * failed > ended)
  const waiting = (await database.read(countQueueByProduct)).filter(
    ({ oldestTaskId }) => oldestTaskId !== undefined && nowMs - taskIdTimeMs(oldestTaskId) >= waitMsMax,
  )
  return [
    ...failing.map(({ product }) => ({ product, kind: 'fails' as const })),
    ...waiting.map(({ product }) => ({ product, kind: 'waits' as const })),
  ]
}
