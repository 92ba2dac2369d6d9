/** The 4 x 4 Bayer matrix, row by row: thresholds 0 to 15 for ordered dithering. */
export const bayer4x4 = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const

/**
 * Ordered noise of up to one 8-bit step, with 16 fractional bits: it keeps a soft gradient from falling into
 * bands.
 */
export function ditherStep(index: number, row: number): number {
  return ((((index * 5) ^ (row * 3)) & 3) << 14) + 8192
}
