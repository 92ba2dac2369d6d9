import type { Plane } from '../../core/picture.js'
import { sobel } from './edges.js'

/**
 * How light from the upper left falls on a surface whose height the plane tells: 1 on level ground, more on
 * slopes that face the light, less on those that turn away. `depth` is how many pixels high a value of 1
 * stands.
 */
export function lightOnRelief(heights: Plane, depth: number): Plane {
  const { right, down } = sobel(heights)
  const light = new Float32Array(heights.values.length)
  for (let index = 0; index < light.length; index++) {
    const slopeX = right.values[index] * depth
    const slopeY = down.values[index] * depth
    // The normal is (-slopeX, -slopeY, 1); the light stands at (-0.5, -0.7, 1), scaled so that level ground
    // is 1.
    const facing = (1 + 0.5 * slopeX + 0.7 * slopeY) / Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY)
    light[index] = Math.max(0, facing)
  }
  return { widthPx: heights.widthPx, heightPx: heights.heightPx, values: light }
}
