import type { Raster } from '../core/raster.js'
import type { SizePx } from '../core/size.js'
import { uOfRgb, vOfRgb, yOfRgb } from '../core/yuv.js'

/**
 * One picture as a video stores it: BT.709 limited range, full-size brightness (`y`) and half-size colour
 * (`u`, `v`), all three being windows into `bytes` in the order an encoder takes them. Both sides are even.
 */
export interface YuvPicture extends SizePx {
  readonly bytes: Uint8Array
  readonly y: Uint8Array
  readonly u: Uint8Array
  readonly v: Uint8Array
}

/** A black picture. Throws when a side is odd, because half-size colour would not fit it. */
export function createYuvPicture(widthPx: number, heightPx: number): YuvPicture {
  if (widthPx % 2 !== 0 || heightPx % 2 !== 0)
    throw new Error(`A video's sides are even: ${widthPx}x${heightPx}.`)
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
export function yuvFromRaster(raster: Raster): YuvPicture {
  const { widthPx, heightPx, rgba } = raster
  const planes = createYuvPicture(widthPx, heightPx)
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
        y[at] = yOfRgb(red, green, blue)
        redSum += red
        greenSum += green
        blueSum += blue
      }
      const half = (row >> 1) * (widthPx >> 1) + (column >> 1)
      u[half] = uOfRgb(redSum / 4, greenSum / 4, blueSum / 4)
      v[half] = vOfRgb(redSum / 4, greenSum / 4, blueSum / 4)
    }
  }
  return planes
}
