/** A seeded source of numbers: the same seed and the same calls give the same numbers on every machine. */
export interface Random {
  /** Evenly spread in [0, 1). */
  next(): number
  /** Evenly spread in [low, high). */
  range(low: number, high: number): number
  /** A whole number in [low, high], both included. */
  whole(low: number, high: number): number
  /** True with that probability. */
  chance(probability: number): boolean
  /** One of the choices. Throws on an empty list. */
  pick<T>(choices: readonly T[]): T
}

/** Starts a generator (mulberry32) from any 32-bit seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const range = (low: number, high: number) => low + (high - low) * next()
  return {
    next,
    range,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick(choices) {
      const chosen = choices[Math.floor(next() * choices.length)]
      if (chosen === undefined) throw new RangeError('Nothing to pick from.')
      return chosen
    },
  }
}

/** A 32-bit seed from any text (FNV-1a with a final mix); texts that differ in one character differ in about half of the bits. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
