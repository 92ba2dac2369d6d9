import { randomInt } from 'node:crypto'
import { runNumber, runOption } from '../../support/run-option.ts'

/** A given seed repeats a run; otherwise each run is another one. */
export const seed = runNumber('seed', randomInt(2 ** 31))

/** How many sequences were asked for; undefined for as many as fit into the time of a short run. */
export const sequencesAsked =
  runOption('sequences') === undefined ? undefined : Number(runOption('sequences'))

/**
 * A property that, in a short run, passes without being tried once its time is over. A failure lifts the
 * limit, so that it is shrunk.
 */
export function withinTime<Value>(ms: number, run: (value: Value) => Promise<void>) {
  let endsAtMs = sequencesAsked === undefined ? performance.now() + ms : Number.POSITIVE_INFINITY
  return async (value: Value) => {
    if (performance.now() > endsAtMs) return
    try {
      await run(value)
    } catch (error) {
      endsAtMs = Number.POSITIVE_INFINITY
      throw error
    }
  }
}
