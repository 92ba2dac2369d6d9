import { createRaster, type Raster } from '../core/raster.js'

/** How stored pixels are turned for display, as EXIF numbers it. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Whether display swaps width and height. */
export function swapsSides(orientation: Orientation): boolean {
  return orientation >= 5
}

/**
 * Rotates and mirrors stored pixels by their orientation. Returns the same raster if nothing has to change.
 */
export function orientRaster(stored: Raster, orientation: Orientation): Raster {
  if (orientation === 1) return stored
  const { widthPx: width, heightPx: height } = stored
  const raster = swapsSides(orientation) ? createRaster(height, width) : createRaster(width, height)
  const from = new Uint32Array(stored.rgba.buffer, stored.rgba.byteOffset, width * height)
  const to = new Uint32Array(raster.rgba.buffer)
  const last = { x: width - 1, y: (height - 1) * width }
  // Where the first displayed pixel is stored, and how far apart its neighbours to the right and below are.
  const steps = {
    2: [last.x, -1, width],
    3: [last.x + last.y, -1, -width],
    4: [last.y, 1, -width],
    5: [0, width, 1],
    6: [last.y, -width, 1],
    7: [last.x + last.y, -width, -1],
    8: [last.x, width, -1],
  } satisfies Record<Exclude<Orientation, 1>, [number, number, number]>
  const [first, right, below] = steps[orientation]
  let index = 0
  for (let y = 0; y < raster.heightPx; y += 1) {
    let source = first + y * below
    for (let x = 0; x < raster.widthPx; x += 1, index += 1, source += right) to[index] = from[source]
  }
  return raster
}
