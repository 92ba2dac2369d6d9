import type { SizePx } from './size.js'

/**
 * A picture as the decoder and the encoder take it: straight (not premultiplied) 8-bit RGBA, row by row.
 * Scenes are painted on it, because their layers need alpha and are seen only once rounded. Image effects
 * compute on a `Picture`.
 */
export interface Raster extends SizePx {
  readonly rgba: Uint8ClampedArray
}

/** A transparent raster. Throws a RangeError on sizes that are not positive whole numbers. */
export function createRaster(widthPx: number, heightPx: number): Raster {
  if (!Number.isInteger(widthPx) || !Number.isInteger(heightPx) || widthPx < 1 || heightPx < 1) {
    throw new RangeError(`A raster needs whole, positive sizes, not ${widthPx} x ${heightPx}.`)
  }
  return { widthPx, heightPx, rgba: new Uint8ClampedArray(widthPx * heightPx * 4) }
}
