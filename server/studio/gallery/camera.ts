import { clamp01 } from '../src/core/interpolation.ts'
import { createRaster, type Raster } from '../src/core/raster.ts'
import { add, cross, normalize, scale, subtract, type Vector } from './vector.ts'

const raysPerPixel = 4

/** Renders a scene the way a camera sees it: four rays a pixel, a filmic tone curve, sRGB. */
export function photograph(options: {
  readonly widthPx: number
  readonly heightPx: number
  readonly from: Vector
  readonly at: Vector
  /** The tangent of half the vertical angle of view. */
  readonly halfView: number
  /** The light that comes from a direction, linear. */
  readonly lightAlong: (origin: Vector, direction: Vector) => Vector
}): Raster {
  const { widthPx, heightPx, from, halfView } = options
  const forward = normalize(subtract(options.at, from))
  const right = normalize(cross(forward, [0, 1, 0]))
  const up = cross(right, forward)
  const picture = createRaster(widthPx, heightPx)
  const { rgba } = picture
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      let sum: Vector = [0, 0, 0]
      for (let ray = 0; ray < raysPerPixel; ray++) {
        const across = (((x + 0.25 + (ray % 2) * 0.5) / widthPx) * 2 - 1) * halfView * (widthPx / heightPx)
        const down = (((y + 0.25 + (ray >> 1) * 0.5) / heightPx) * 2 - 1) * halfView
        const direction = normalize(add(forward, add(scale(right, across), scale(up, -down))))
        sum = add(sum, options.lightAlong(from, direction))
      }
      const at = (y * widthPx + x) * 4
      for (const [channel, value] of sum.entries()) rgba[at + channel] = 255 * toneCurve(value / raysPerPixel)
      rgba[at + 3] = 255
    }
  }
  return picture
}

function toneCurve(light: number): number {
  const video = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14)
  return clamp01(video) ** (1 / 2.2)
}
