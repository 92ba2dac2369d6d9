import type { Plane } from '../../core/picture.js'

/** The values below which these shares of a plane lie, by every n-th of its pixels. */
export function quantilesOf(plane: Plane, everyNth: number, shares: readonly number[]): number[] {
  const sorted = plane.values.filter((_, index) => index % everyNth === 0).sort()
  return shares.map((share) => sorted[Math.floor(sorted.length * share)])
}
