/** A colour as videos store it: BT.709 limited range, Y 16 to 235, U and V 16 to 240 around 128. */
export interface Yuv {
  readonly y: number
  readonly u: number
  readonly v: number
}

/** Y (luma) of an 8-bit sRGB colour. Fixed point with 16 fractional bits, rounded, as are U and V. */
export function yOfRgb(red: number, green: number, blue: number): number {
  return (red * 11966 + green * 40254 + blue * 4064 + 1081344) >> 16
}

/** U (blue difference) of an 8-bit sRGB colour. */
export function uOfRgb(red: number, green: number, blue: number): number {
  return (blue * 28784 - red * 6596 - green * 22188 + 8421376) >> 16
}

/** V (red difference) of an 8-bit sRGB colour. */
export function vOfRgb(red: number, green: number, blue: number): number {
  return (red * 28784 - green * 26145 - blue * 2639 + 8421376) >> 16
}
