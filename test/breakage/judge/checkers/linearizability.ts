/**
 * Whether concurrent operations on one object could have happened one after another, each at one moment
 * between its invocation and its response (Herlihy and Wing, 1990). The search is Wing and Gong's (1993) with
 * Lowe's memory of visited states (2017).
 */

/** What one object does, step by step. */
export interface SequentialModel<State, Step> {
  readonly initial: State
  /** The states that the object may be in after the step; undefined if the step is impossible in this state. */
  step(state: State, step: Step): State | undefined
  /** Equal for equal states, different for others. */
  keyOf(state: State): string
}

export interface TimedStep<Step> {
  readonly step: Step
  readonly start: number
  /** Infinite if the response is unknown: the step took effect at any later time, or never. */
  readonly end: number
}

/** A step with its two ends in a list of all ends in order of time. */
interface Entry<Step> {
  readonly id: number
  readonly step: Step
  /** For the start of a step: its end. */
  readonly match: Entry<Step> | undefined
  next: Entry<Step> | undefined
  previous: Entry<Step> | undefined
}

/**
 * Undefined if there is such an order; else the longest prefix of one that the search found, for a person to
 * see where it ends.
 */
export function findUnlinearizable<State, Step>(
  model: SequentialModel<State, Step>,
  steps: readonly TimedStep<Step>[],
): readonly Step[] | undefined {
  const head = entriesOf(steps)
  let done = 0n
  const visited = new Set<string>()
  const taken: { readonly entry: Entry<Step>; readonly before: State }[] = []
  let mustDo = steps.filter(({ end }) => end !== Number.POSITIVE_INFINITY).length
  let state = model.initial
  let longest: Step[] = []
  let entry = head.next
  while (mustDo > 0) {
    if (entry?.match !== undefined) {
      const after = model.step(state, entry.step)
      const doneAfter = done | (1n << BigInt(entry.id))
      const key = after === undefined ? '' : `${doneAfter.toString(36)} ${model.keyOf(after)}`
      if (after === undefined || visited.has(key)) {
        entry = entry.next
        continue
      }
      visited.add(key)
      taken.push({ entry, before: state })
      if (taken.length > longest.length) longest = taken.map((one) => one.entry.step)
      done = doneAfter
      if (isBounded(entry)) mustDo -= 1
      state = after
      lift(entry)
      entry = head.next
      continue
    }
    // A response whose step is not done yet, or no step is left: the last one taken was wrong.
    const last = taken.pop()
    if (last === undefined) return longest
    state = last.before
    done ^= 1n << BigInt(last.entry.id)
    if (isBounded(last.entry)) mustDo += 1
    unlift(last.entry)
    entry = last.entry.next
  }
  return undefined

  function isBounded({ id }: Entry<Step>): boolean {
    return steps[id]?.end !== Number.POSITIVE_INFINITY
  }
}

function entriesOf<Step>(steps: readonly TimedStep<Step>[]): Entry<Step> {
  const ends = steps.flatMap(({ step, start, end }, id) => {
    const response: Entry<Step> = { id, step, match: undefined, next: undefined, previous: undefined }
    const invocation: Entry<Step> = { id, step, match: response, next: undefined, previous: undefined }
    return [
      { time: start, entry: invocation },
      { time: end, entry: response },
    ]
  })
  const head: Entry<Step> = {
    id: -1,
    step: undefined as Step,
    match: undefined,
    next: undefined,
    previous: undefined,
  }
  let last = head
  for (const { entry } of ends.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))) {
    entry.previous = last
    last.next = entry
    last = entry
  }
  return head
}

function lift<Step>(entry: Entry<Step>): void {
  for (const one of [entry, entry.match]) {
    if (one === undefined) continue
    if (one.previous !== undefined) one.previous.next = one.next
    if (one.next !== undefined) one.next.previous = one.previous
  }
}

function unlift<Step>(entry: Entry<Step>): void {
  for (const one of [entry.match, entry]) {
    if (one === undefined) continue
    if (one.previous !== undefined) one.previous.next = one
    if (one.next !== undefined) one.next.previous = one
  }
}
