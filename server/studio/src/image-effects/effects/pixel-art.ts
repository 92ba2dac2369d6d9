import { edgeStrengthOf } from '../primitives/edges.js'
import { addContrast, saturate } from '../primitives/grading.js'
import { type Palette, paletteOf } from '../primitives/palette.js'
import { blankPicture, lightnessOf, type Picture, recolour } from '../primitives/picture.js'
import { shrink } from '../primitives/sampling.js'

const blocksAim = 92
const paletteSize = 24
const dither = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

/** About 92 square pixels on the long edge, 24 colours drawn from the picture, ordered dithering, darkened contours. */
export function pixelArt(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const blockPx = Math.max(2, Math.round(Math.max(widthPx, heightPx) / blocksAim))
  const columns = Math.ceil(widthPx / blockPx)
  const rows = Math.ceil(heightPx / blockPx)
  const small = recolour(shrink(input, columns, rows), (colour) => {
    saturate(colour, 1.35)
    addContrast(colour, 1.12)
  })
  const palette = paletteOf(small, paletteSize, seed)
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
  const edges = edgeStrengthOf(lightnessOf(small)).values
  const chosen = new Uint8Array(small.widthPx * small.heightPx)
  recolour(small, (colour, x, y, index) => {
    const offset = (dither[(y % 4) * 4 + (x % 4)] / 15 - 0.5) * 0.055
    const outline = Math.max(0, edges[index] - 0.07) * 1.5
    chosen[index] = palette.nearest({
      red: colour.red + offset - outline,
      green: colour.green + offset - outline,
      blue: colour.blue + offset - outline,
    })
  })
  return chosen
}
