import { randomInt } from 'node:crypto'

/** A given seed repeats a run; otherwise each run is another one. */
export const seed = Number(process.env.MEDIAGEN_SIMULATION_SEED ?? randomInt(2 ** 31))

/** How many sequences were asked for; undefined for as many as fit into the time of a short run. */
export const sequencesAsked =
  process.env.MEDIAGEN_FAULT_SEQUENCES === undefined
    ? undefined
    : Number(process.env.MEDIAGEN_FAULT_SEQUENCES)

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
