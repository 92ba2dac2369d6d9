import type { Raster } from '../raster.js'

/**
 * One picture as a film stores it: BT.709 limited range, full-size brightness (`y`) and half-size colour (`u`, `v`), all
 * three being windows into `bytes` in the order an encoder takes them. Both sides are even.
 */
export interface Planes {
  readonly widthPx: number
  readonly heightPx: number
  readonly bytes: Uint8Array
  readonly y: Uint8Array
  readonly u: Uint8Array
  readonly v: Uint8Array
}

/** A black picture. Throws when a side is odd, because half-size colour would not fit it. */
export function createPlanes(widthPx: number, heightPx: number): Planes {
  if (widthPx % 2 !== 0 || heightPx % 2 !== 0)
    throw new Error(`A film's sides are even: ${widthPx}x${heightPx}.`)
  const size = widthPx * heightPx
  const bytes = new Uint8Array(size + size / 2)
  const planes = {
    widthPx,
    heightPx,
    bytes,
    y: bytes.subarray(0, size),
    u: bytes.subarray(size, size + size / 4),
    v: bytes.subarray(size + size / 4),
  }
  planes.y.fill(16)
  planes.u.fill(128)
  planes.v.fill(128)
  return planes
}

/** Converts a picture; its alpha is ignored. Both sides must be even. */
export function planesFromRaster(raster: Raster): Planes {
  const { widthPx, heightPx, rgba } = raster
  const planes = createPlanes(widthPx, heightPx)
  const { y, u, v } = planes
  for (let row = 0; row < heightPx; row += 2) {
    for (let column = 0; column < widthPx; column += 2) {
      let redSum = 0
      let greenSum = 0
      let blueSum = 0
      for (let corner = 0; corner < 4; corner++) {
        const at = (row + (corner >> 1)) * widthPx + column + (corner & 1)
        const red = rgba[at * 4]
        const green = rgba[at * 4 + 1]
        const blue = rgba[at * 4 + 2]
        y[at] = brightnessOf(red, green, blue)
        redSum += red
        greenSum += green
        blueSum += blue
      }
      const half = (row >> 1) * (widthPx >> 1) + (column >> 1)
      u[half] = blueDifferenceOf(redSum / 4, greenSum / 4, blueSum / 4)
      v[half] = redDifferenceOf(redSum / 4, greenSum / 4, blueSum / 4)
    }
  }
  return planes
}

/** BT.709 brightness, 16 to 235, of an 8-bit colour. Fixed point, rounded. */
export function brightnessOf(red: number, green: number, blue: number): number {
  return (red * 11966 + green * 40254 + blue * 4064 + 1081344) >> 16
}

/** BT.709 blue difference (`u`), 16 to 240, 128 being none. */
export function blueDifferenceOf(red: number, green: number, blue: number): number {
  return (blue * 28784 - red * 6596 - green * 22188 + 8421376) >> 16
}

/** BT.709 red difference (`v`), 16 to 240, 128 being none. */
export function redDifferenceOf(red: number, green: number, blue: number): number {
  return (red * 28784 - green * 26145 - blue * 2639 + 8421376) >> 16
}
