/** A stream of numbers from 0 (included) to 1 (excluded) that is the same for the same seed on every machine. */
export function seededRandom(seed: number): () => number {
  let state = scramble(seed >>> 0) || 0x9e3779b9
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}

/** A number 0..1 that looks random and depends on nothing but a lattice point and the seed. */
export function randomAt(x: number, y: number, seed: number): number {
  return (
    scramble((Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)) >>> 0) /
    4294967296
  )
}

/** A 32-bit number from a text: equal texts give equal seeds. */
export function seedOfText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return scramble(hash >>> 0)
}

/** Spreads every bit of a 32-bit number over all of them. */
function scramble(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}
