import { randomOf } from '../../breakage/random.ts'

/** Draws from one seed. The same seed and number always give the same draws, whatever was drawn before. */
export interface Draw {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number from 0 to `bound`, without `bound`. */
  below(bound: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
}

export function drawOf(seed: number, number: number): Draw {
  const next = randomOf((Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0)
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
    chance: (probability) => next() < probability,
  }
}
