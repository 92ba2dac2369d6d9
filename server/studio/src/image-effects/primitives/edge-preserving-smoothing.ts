import { lerp } from '../../core/interpolation.js'
import { blankPicture, type Picture } from '../../core/picture.js'

/**
 * Smooths colours inside shapes and keeps the borders between them (the recursive domain transform of Gastal
 * and Oliveira, 2011). `sigmaPx` is the reach inside a shape; `tolerance` (0..1) the colour step that counts
 * as a border.
 */
export function smoothInsideShapes(
  picture: Picture,
  options: { readonly sigmaPx: number; readonly tolerance: number; readonly rounds?: number },
): Picture {
  const { widthPx, heightPx } = picture
  const rounds = options.rounds ?? 2
  const distances = {
    right: stepDistances(picture, 1, options),
    down: stepDistances(picture, widthPx, options),
  }
  const result = blankPicture(widthPx, heightPx)
  for (const [index, channel] of result.channels.entries()) channel.set(picture.channels[index])
  for (let round = 0; round < rounds; round++) {
    // Each round reaches half as far, so that the stripes one direction leaves are wiped out by the next.
    const sigma = (options.sigmaPx * Math.sqrt(3) * 2 ** (rounds - round - 1)) / Math.sqrt(4 ** rounds - 1)
    const keepRight = feedback(distances.right, sigma)
    const keepDown = feedback(distances.down, sigma)
    for (const channel of result.channels) {
      sweepRows(channel, keepRight, widthPx, heightPx)
      sweepColumns(channel, keepDown, widthPx, heightPx)
    }
  }
  return result
}

/**
 * How far each pixel is from the one before it (`stride` earlier): 1 in a flat area, many across a border.
 */
function stepDistances(
  picture: Picture,
  stride: number,
  options: { readonly sigmaPx: number; readonly tolerance: number },
): Float32Array {
  const [reds, greens, blues] = picture.channels
  const scale = options.sigmaPx / options.tolerance
  const distances = new Float32Array(reds.length).fill(1)
  for (let index = stride; index < reds.length; index++) {
    const step =
      Math.abs(reds[index] - reds[index - stride]) +
      Math.abs(greens[index] - greens[index - stride]) +
      Math.abs(blues[index] - blues[index - stride])
    distances[index] = 1 + scale * step
  }
  return distances
}

function feedback(distances: Float32Array, sigma: number): Float32Array {
  const rate = -Math.SQRT2 / sigma
  return distances.map((distance) => Math.exp(rate * distance))
}

function sweepRows(values: Float32Array, keep: Float32Array, widthPx: number, heightPx: number): void {
  for (let y = 0; y < heightPx; y++) {
    const start = y * widthPx
    let carried = values[start]
    for (let index = start + 1; index < start + widthPx; index++) {
      const own = values[index]
      carried = lerp(own, carried, keep[index])
      values[index] = carried
    }
    for (let index = start + widthPx - 2; index >= start; index--) {
      const own = values[index]
      carried = lerp(own, carried, keep[index + 1])
      values[index] = carried
    }
  }
}

function sweepColumns(values: Float32Array, keep: Float32Array, widthPx: number, heightPx: number): void {
  const size = widthPx * heightPx
  for (let index = widthPx; index < size; index++) {
    const own = values[index]
    values[index] = lerp(own, values[index - widthPx], keep[index])
  }
  for (let index = size - widthPx - 1; index >= 0; index--) {
    const own = values[index]
    values[index] = lerp(own, values[index + widthPx], keep[index + widthPx])
  }
}
