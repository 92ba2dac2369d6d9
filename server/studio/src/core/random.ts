/**
 * Random numbers that are the same on every machine for the same seed. Streams (mulberry32, xorshift32) draw
 * one number after another; hashes give the number of a place, a particle or a text at once. There is more
 * than one algorithm of a kind because every result of the studio is promised byte for byte, so none can
 * replace another.
 */

/** A stream of random numbers with the ways to draw from it. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [low, high). */
  range(low: number, high: number): number
  /** A whole number in [low, high], both included. */
  whole(low: number, high: number): number
  /** True with that probability. */
  chance(probability: number): boolean
  /** One of the choices. Throws a RangeError on an empty list. */
  pick<T>(choices: readonly T[]): T
}

/** Starts a stream (mulberry32) from any 32-bit seed. */
export function createRandom(seed: number): Random {
  const next = mulberry32(seed)
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

function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return toUnit(bits ^ (bits >>> 14))
  }
}

/** A stream in [0, 1) for image effects, which draw millions of numbers: xorshift32 from a scrambled seed. */
export function xorshift32(seed: number): () => number {
  let state = lowbias32(seed) || 0x9e3779b9
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return toUnit(state)
  }
}

export function grainStream(seed: number): () => number {
  let state = seed | 1
  return () => {
    state = Math.imul(state ^ (state >>> 13), 0x5bd1e995) + 0x1234567
    return ((state >>> 8) & 0xffff) / 65_535
  }
}

/** The number in [0, 1) of a lattice point (whole coordinates), by lowbias32. */
export function latticeHash(x: number, y: number, seed: number): number {
  return toUnit(lowbias32(Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)))
}

/**
 * The number in [0, 1) of one channel of one particle: its place is a function of time, so no state is kept.
 */
export function particleHash(seed: number, particle: number, channel: number): number {
  const bits =
    Math.imul(seed ^ Math.imul(particle + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(channel + 1, 0xc2b2ae35)
  return toUnit(prospector32(bits))
}

/** The seed of one cell of an unbounded grid, whichever part of the grid is painted. */
export function cellSeed(column: number, row: number, seed: number): number {
  return Math.imul(row, 374_761_393) ^ Math.imul(column, 668_265_263) ^ seed
}

/**
 * A seed from any text: FNV-1a, finished as MurmurHash3 is; texts that differ in a character differ in half
 * the bits.
 */
export function seedOfText(text: string): number {
  let bits = fnv1a(text)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The seed that a prompt gives an image effect: FNV-1a as well, but finished by lowbias32. */
export function restyleSeedOfText(text: string): number {
  return lowbias32(fnv1a(text)) >>> 0
}

/**
 * A 32-bit mix that the search program hash-prospector found. The scenes of the gallery use it for their
 * noise too.
 */
export function prospector32(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d)
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39)
  return bits ^ (bits >>> 15)
}

function lowbias32(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return bits ^ (bits >>> 16)
}

function fnv1a(text: string): number {
  let bits = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  }
  return bits
}

/** 32 bits as a fraction of 2³². */
export function toUnit(bits: number): number {
  return (bits >>> 0) / 4294967296
}
