import { hexPixel } from '../../core/colour.js'
import { clamp01 } from '../../core/interpolation.js'
import { valueNoisePlane } from '../../core/noise.js'
import { blankPicture, type Picture, recolour } from '../../core/picture.js'
import { latticeHash } from '../../core/random.js'
import { unitPx } from '../primitives/design-unit.js'
import { addContrast, saturate } from '../primitives/grading.js'
import { type Palette, quantize } from '../primitives/quantization.js'
import { downscale } from '../primitives/sampling.js'

const linen = hexPixel('#e9e0cb')
const threads = 30
const stitchesAim = 86

/** One X of twisted thread for each cell of the linen, thirty thread colours, lit from the upper left. */
export function crossStitch(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const stitchPx = Math.max(4, Math.round(Math.max(widthPx, heightPx) / stitchesAim))
  const columns = Math.ceil(widthPx / stitchPx)
  const rows = Math.ceil(heightPx / stitchPx)
  const small = recolour(downscale(input, columns, rows), (colour) => {
    saturate(colour, 1.3)
    addContrast(colour, 1.1)
  })
  const palette = quantize(small, threads, seed)
  const choice = threadChoice(small, palette)
  const fuzz = valueNoisePlane({ widthPx, heightPx, cellPx: 3 * unitPx(input), octaves: 2, seed }).values
  return recolour(blankPicture(widthPx, heightPx), (colour, x, y, index) => {
    const column = Math.floor(x / stitchPx)
    const row = Math.floor(y / stitchPx)
    const cell = row * columns + column
    const across = (x + 0.5 - column * stitchPx) / stitchPx - 0.5
    const down = (y + 0.5 - row * stitchPx) / stitchPx - 0.5
    const rough = fuzz[index] - 0.5
    const lean = (latticeHash(column, row, seed) - 0.5) * 0.09
    const over = threadAt(across - down + lean, across + down, rough)
    const under = threadAt(across + down + lean, across - down, rough) * 0.78
    const light = Math.max(over, under)
    const thread = palette.colours[choice[cell]]
    if (light > 0) {
      colour.red = clamp01(thread.red * light * 1.08 + (light > 1 ? (light - 1) * 0.35 : 0))
      colour.green = clamp01(thread.green * light * 1.08 + (light > 1 ? (light - 1) * 0.35 : 0))
      colour.blue = clamp01(thread.blue * light * 1.08 + (light > 1 ? (light - 1) * 0.35 : 0))
      return
    }
    // Linen shows between the stitches, dark in its holes and tinted by the thread beside it.
    const weave = 0.86 + 0.4 * rough - 0.34 * Math.max(Math.abs(across), Math.abs(down))
    colour.red = (linen.red * 0.6 + thread.red * 0.4) * weave
    colour.green = (linen.green * 0.6 + thread.green * 0.4) * weave
    colour.blue = (linen.blue * 0.6 + thread.blue * 0.4) * weave
  })
}

/**
 * How light a thread is at this distance from its middle line, or 0 beside it; the twist shows as slanting
 * ridges.
 */
function threadAt(aside: number, along: number, rough: number): number {
  const halfWidth = 0.33 + rough * 0.1
  if (Math.abs(aside) > halfWidth || Math.abs(along) > 0.98) return 0
  const round = Math.sqrt(1 - (aside / halfWidth) ** 2 * 0.8)
  const twist = 0.12 * Math.sin((along * 5 + aside * 4) * Math.PI)
  return 0.5 + 0.55 * round + twist - 0.2 * along * along - aside * 0.3
}

function threadChoice(small: Picture, palette: Palette): Uint8Array {
  const choice = new Uint8Array(small.widthPx * small.heightPx)
  recolour(small, (colour, _x, _y, index) => {
    choice[index] = palette.nearest(colour)
  })
  return choice
}
