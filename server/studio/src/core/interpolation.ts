/** The value limited to `low`..`high`; `high` where the limits cross. */
export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

/** The value limited to 0..1. */
export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** Linear interpolation; the fraction is not limited to 0..1. */
export function lerp(from: number, to: number, fraction: number): number {
  return from + (to - from) * fraction
}

/**
 * 0 below `low`, 1 above `high`, the cubic Hermite curve between; `low` may lie above `high`, and the curve
 * then falls.
 */
export function smoothstep(low: number, high: number, value: number): number {
  return cubicHermite(clamp01((value - low) / (high - low)))
}

/** 3t² - 2t³ for a fraction that already lies in 0..1: the curve of `smoothstep`. */
export function cubicHermite(fraction: number): number {
  return fraction * fraction * (3 - 2 * fraction)
}

/** 6t⁵ - 15t⁴ + 10t³, the fade of Perlin noise: its second derivative is 0 at both ends as well. */
export function quinticFade(fraction: number): number {
  return fraction * fraction * fraction * (fraction * (fraction * 6 - 15) + 10)
}

/**
 * Bilinear interpolation of four neighbours, row by row; `u` across and `v` down. By weights: where two rows
 * are interpolated by `lerp` instead, the last bit of the result differs, and it stays so.
 */
export function bilinear(a: number, b: number, c: number, d: number, u: number, v: number): number {
  const upper = a * (1 - u) + b * u
  const lower = c * (1 - u) + d * u
  return upper * (1 - v) + lower * v
}

/** Half a cosine wave: 0 to 1 over 0..1, at rest at both ends. */
export function easeInOutSine(progress: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * clamp01(progress))
}
