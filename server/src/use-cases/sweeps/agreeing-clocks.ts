import { OperatorError } from '../../core/domain/operator-error.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { Database } from '../../database/database.ts'

/** Far more than machines with NTP differ by, and far less than what is erased has to be old. */
const apartMsMax = 5 * 60_000

/** Clocks differ, so that one of them is wrong. */
export class ClocksDisagreeError extends OperatorError {
  constructor(whose: string, aheadMs: number) {
    const minutes = Math.trunc(Math.abs(aheadMs) / 60_000)
    super(
      'CLOCKS_DISAGREE',
      `The clock of the ${whose} is ${minutes} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} this process's: nothing is erased until they agree.`,
    )
  }
}

/**
 * Throws ClocksDisagreeError if the clock of the database or of the object store differs from this process's by more
 * than five minutes: what is erased because it is old would be gone, whichever of them is wrong. Throws the errors of
 * either while it is away.
 */
export async function requireAgreeingClocks({
  database,
  objectStore,
}: {
  readonly database: Pick<Database, 'nowMs'>
  readonly objectStore: Pick<ObjectStore, 'clockAheadMs'> | undefined
}): Promise<void> {
  const ahead = {
    database: (await readDatabaseClock(database)).aheadMs,
    'object store': (await objectStore?.clockAheadMs?.()) ?? 0,
  }
  for (const [whose, aheadMs] of Object.entries(ahead))
    if (Math.abs(aheadMs) > apartMsMax) throw new ClocksDisagreeError(whose, aheadMs)
}

/** The database's clock, and how far it is ahead of this process's, at least; negative if it is behind. */
export async function readDatabaseClock(
  database: Pick<Database, 'nowMs'>,
): Promise<{ readonly nowMs: number; readonly aheadMs: number }> {
  const askedAtMs = Date.now()
  const nowMs = await database.nowMs()
  const answeredAtMs = Date.now()
  // A clock that said a time between question and answer may be right.
  const aheadMs = nowMs > answeredAtMs ? nowMs - answeredAtMs : Math.min(0, nowMs - askedAtMs)
  return { nowMs, aheadMs }
}
