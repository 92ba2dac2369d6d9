/** A slow sway from -1 to 1 that never repeats, as of a hand or the wind. `phase` sets two of them apart. */
export function sway(seconds: number, phase: number): number {
  return (
    0.55 * Math.sin(seconds * 0.83 + phase * 6.283) +
    0.3 * Math.sin(seconds * 1.37 + phase * 17.1) +
    0.15 * Math.sin(seconds * 2.29 + phase * 29.7)
  )
}
