import { median } from '../support/figures.ts'

/** How the figures of one side stand to those of the other, turn by turn. */
export interface Comparison {
  readonly ratio: number
  /** The true median lies between them with at least 95 % certainty. */
  readonly from: number
  readonly to: number
}

/**
 * The second smallest and the second largest of nine independent ratios have their median between them in 96 % of
 * cases, whatever their distribution; with more turns, the bounds move inwards.
 */
export function compareTurns(figures: readonly number[], others: readonly number[]): Comparison {
  const ratios = figures
    .map((figure, index) => figure / (others[index] ?? Number.NaN))
    .sort((one, other) => one - other)
  const rank = outerRanks(ratios.length)
  return {
    ratio: median(ratios),
    from: ratios[rank] ?? Number.NaN,
    to: ratios.at(-1 - rank) ?? Number.NaN,
  }
}

/** How many ratios may be left out at each end: those with a binomial tail of at most 2.5 %. */
function outerRanks(count: number): number {
  let tail = 0
  let ways = 1
  for (let rank = 0; rank < count; rank += 1) {
    tail += ways / 2 ** count
    if (tail > 0.025) return Math.max(0, rank - 1)
    ways = (ways * (count - rank)) / (rank + 1)
  }
  return 0
}
