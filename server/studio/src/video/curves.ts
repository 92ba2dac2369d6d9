/** Starts and ends at rest: 0 to 1 over 0 to 1, with no jump in speed. */
export function ease(progress: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * clamp01(progress))
}

/** 0 up to `low`, 1 from `high` on, smooth between. */
export function smoothStep(low: number, high: number, value: number): number {
  const part = clamp01((value - low) / (high - low))
  return part * part * (3 - 2 * part)
}

export function lerp(from: number, to: number, part: number): number {
  return from + (to - from) * part
}

export function clamp01(value: number): number {
  return value < 0 ? 0 : Math.min(value, 1)
}

/** A slow, never repeating sway from -1 to 1: what a hand or the wind does. `phase` tells two of them apart. */
export function sway(seconds: number, phase: number): number {
  return (
    0.55 * Math.sin(seconds * 0.83 + phase * 6.283) +
    0.3 * Math.sin(seconds * 1.37 + phase * 17.1) +
    0.15 * Math.sin(seconds * 2.29 + phase * 29.7)
  )
}

/** A number in [0, 1) that belongs to these three whole numbers and to nothing else: scattered, yet the same every time. */
export function scatter(seed: number, index: number, channel: number): number {
  let mixed =
    Math.imul(seed ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(channel + 1, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
}
