import { bayer4x4 } from '../../core/dither.js'
import { blankPicture, lumaPlane, type Picture, recolour } from '../../core/picture.js'
import { edgeStrengthOf } from '../primitives/edges.js'
import { addContrast, saturate } from '../primitives/grading.js'
import { type Palette, quantize } from '../primitives/quantization.js'
import { downscale } from '../primitives/sampling.js'

const blocksAim = 92
const paletteSize = 24

/**
 * About 92 square pixels on the long edge, 24 colours drawn from the picture, ordered dithering, darkened
 * contours.
 */
export function pixelArt(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const blockPx = Math.max(2, Math.round(Math.max(widthPx, heightPx) / blocksAim))
  const columns = Math.ceil(widthPx / blockPx)
  const rows = Math.ceil(heightPx / blockPx)
  const small = recolour(downscale(input, columns, rows), (colour) => {
    saturate(colour, 1.35)
    addContrast(colour, 1.12)
  })
  const palette = quantize(small, paletteSize, seed)
  const chosen = ditheredChoice(small, palette)
  const result = blankPicture(widthPx, heightPx)
  const [reds, greens, blues] = result.channels
  for (let y = 0, index = 0; y < heightPx; y++) {
    const row = Math.floor(y / blockPx) * columns
    for (let x = 0; x < widthPx; x++, index++) {
      const colour = palette.colours[chosen[row + Math.floor(x / blockPx)]]
      reds[index] = colour.red
      greens[index] = colour.green
      blues[index] = colour.blue
    }
  }
  return result
}

function ditheredChoice(small: Picture, palette: Palette): Uint8Array {
  const edges = edgeStrengthOf(lumaPlane(small)).values
  const chosen = new Uint8Array(small.widthPx * small.heightPx)
  recolour(small, (colour, x, y, index) => {
    const offset = (bayer4x4[(y % 4) * 4 + (x % 4)] / 15 - 0.5) * 0.055
    const outline = Math.max(0, edges[index] - 0.07) * 1.5
    chosen[index] = palette.nearest({
      red: colour.red + offset - outline,
      green: colour.green + offset - outline,
      blue: colour.blue + offset - outline,
    })
  })
  return chosen
}
