import { createRaster, type Raster } from '../../core/raster.js'

/**
 * A small landscape with sky, sun, hills, a red house and a lake: smooth parts, hard borders and texture of
 * every hue.
 */
export function testPicture(widthPx = 240, heightPx = 180): Raster {
  const raster = createRaster(widthPx, heightPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [red, green, blue] = colourAt(x / widthPx, y / heightPx)
      // A fixed ripple stands for the fine texture that every photograph has.
      const texture = 9 * Math.sin(x * 1.7 + y * 0.9) * Math.sin(y * 2.3 - x * 0.4)
      raster.rgba.set([red + texture, green + texture, blue + texture, 255], (y * widthPx + x) * 4)
    }
  }
  return raster
}

function colourAt(across: number, down: number): readonly [number, number, number] {
  const hill = 0.5 + 0.09 * Math.sin(across * 7) + 0.04 * Math.sin(across * 19)
  if (across > 0.58 && across < 0.78 && down > 0.42 && down < 0.66) return [190, 50, 40]
  if (Math.hypot(across - 0.25, (down - 0.2) * 0.75) < 0.08) return [255, 240, 190]
  if (down < hill) return [110 + 90 * down, 165 + 70 * down, 235]
  if (down < 0.7) return [60 + 60 * (down - hill), 130 - 90 * (down - hill), 50]
  return [40 + 60 * across, 90 + 40 * across, 120 + 60 * (1 - down)]
}

/** The mean absolute difference of two rasters of one size, in steps of 0..255 over red, green and blue. */
export function meanDifference(a: Raster, b: Raster): number {
  let sum = 0
  for (let index = 0; index < a.rgba.length; index++) {
    if (index % 4 !== 3) sum += Math.abs(a.rgba[index] - b.rgba[index])
  }
  return sum / (a.rgba.length * 0.75)
}

/** The mean of each channel, 0..255. */
export function meanColour(raster: Raster): { red: number; green: number; blue: number } {
  const sums = [0, 0, 0, 0]
  for (let index = 0; index < raster.rgba.length; index++) sums[index % 4] += raster.rgba[index]
  const [red = 0, green = 0, blue = 0] = sums.map((sum) => sum / (raster.rgba.length / 4))
  return { red, green, blue }
}
