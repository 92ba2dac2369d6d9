/** Clips to 0..1. */
export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** The point a fraction of the way from one value to another; the fraction is not clipped. */
export function mix(from: number, to: number, fraction: number): number {
  return from + (to - from) * fraction
}

/** 0 below `low`, 1 above `high`, and an S-shaped rise between them. */
export function smoothStep(low: number, high: number, value: number): number {
  const fraction = clamp01((value - low) / (high - low))
  return fraction * fraction * (3 - 2 * fraction)
}
