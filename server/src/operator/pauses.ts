import { newActionId } from '../core/domain/ids.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import { productNames } from '../core/domain/products.ts'
import type { Database } from '../database/database.ts'
import { findWritten } from '../database/find-written.ts'
import { hasAuditEntry } from '../database/operator/audit-entries.ts'
import {
  deletePause,
  insertPause,
  listPauses,
  type Pause,
  type PausedThing,
} from '../database/providers/pauses.ts'
import { record } from './actions.ts'
import type { EngineList } from './inspection.ts'

/** A thing with its pause, undefined if it is not paused. */
export interface PauseState extends PausedThing {
  readonly pause: Pause | undefined
}

/** Nothing has this name, so that a slip of the pen does not look like a pause. */
class UnknownNameError extends OperatorError {
  constructor({ kind, name }: PausedThing, known: readonly string[]) {
    const names = known.length === 0 ? 'There is none.' : `There are: ${known.join(', ')}.`
    super('UNKNOWN_ID', `There is no ${kind} ${name}. ${names}`)
  }
}

/**
 * Operators' pauses of engines and products, which all processes follow within seconds. Repeating one is harmless, and
 * is recorded once.
 */
export function createPauseAdministration(database: Database, actor: string, engines: EngineList) {
  const pausesNow = () => database.read(listPauses)

  /** What is paused has its name, whatever the providers file says by now. */
  async function requireThing(thing: PausedThing): Promise<void> {
    if ((await stateOf(thing)).pause !== undefined) return
    const known = thing.kind === 'product' ? productNames : (await engines()).map(({ name }) => name)
    if (!known.some((name) => name === thing.name)) throw new UnknownNameError(thing, known)
  }

  async function stateOf({ kind, name }: PausedThing): Promise<PauseState> {
    const pause = (await pausesNow()).find((one) => one.kind === kind && one.name === name)
    return { kind, name, pause }
  }

  return {
    /** What is paused now, by kind and name. */
    listPauses: pausesNow,
    /** Nothing begins there any more; what has begun goes on. Throws UNKNOWN_ID. */
    async pause(thing: PausedThing, reason: string): Promise<PauseState> {
      await requireThing(thing)
      const actionId = newActionId(Date.now())
      const pauseOnce = () =>
        database.transaction(async (tx) => {
          if (await findWritten(tx, () => hasAuditEntry(tx.db, actionId))) return
          const pause = { ...thing, actor, reason, pausedAtMs: tx.nowMs }
          if (!(await insertPause(tx, pause))) return
          const action = thing.kind === 'engine' ? 'pause-engine' : 'pause-product'
          await record(tx, { actor, actionId, action, subject: thing.name, details: { reason } })
        })
      await pauseOnce().catch((error: unknown) => {
        // Another operator was faster.
        if (database.classify(error) !== 'duplicate') throw error
        return pauseOnce()
      })
      return stateOf(thing)
    },
    /** Ends a pause; also that of an engine that the providers file no longer names. Throws UNKNOWN_ID. */
    async resume(thing: PausedThing, reason?: string): Promise<PauseState> {
      await requireThing(thing)
      const actionId = newActionId(Date.now())
      await database.transaction(async (tx) => {
        if (!(await deletePause(tx, thing))) return
        const action = thing.kind === 'engine' ? 'resume-engine' : 'resume-product'
        await record(tx, { actor, actionId, action, subject: thing.name, details: { reason } })
      })
      return stateOf(thing)
    },
  }
}
