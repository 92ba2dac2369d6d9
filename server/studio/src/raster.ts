/** Straight (not premultiplied) 8-bit RGBA, row by row. */
export interface Raster {
  readonly widthPx: number
  readonly heightPx: number
  readonly rgba: Uint8ClampedArray
}

/** A fully transparent raster of just that size. Throws a RangeError on sizes that are not positive whole numbers. */
export function createRaster(widthPx: number, heightPx: number): Raster {
  if (!Number.isInteger(widthPx) || !Number.isInteger(heightPx) || widthPx < 1 || heightPx < 1) {
    throw new RangeError(`A raster needs whole, positive sizes, not ${widthPx} x ${heightPx}.`)
  }
  return { widthPx, heightPx, rgba: new Uint8ClampedArray(widthPx * heightPx * 4) }
}
