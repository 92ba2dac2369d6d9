import { clamp01, smoothstep } from '../../core/interpolation.js'
import { lumaPlane, type Picture, recolour } from '../../core/picture.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { smoothInsideShapes } from '../primitives/edge-preserving-smoothing.js'
import { edgeStrengthOf, inkLines } from '../primitives/edges.js'
import { flowOf, lineIntegral } from '../primitives/flow.js'
import { blendOver, saturate } from '../primitives/grading.js'

const ink = { red: 0.06, green: 0.05, blue: 0.09 }
const tones = 4

/** Flat, loud colours in four tones, dots where one tone passes into the next, and a brush-inked outline. */
export function comicBook(input: Picture): Picture {
  const unit = unitPx(input)
  const flat = smoothInsideShapes(input, { sigmaPx: 30 * unit, tolerance: 0.38, rounds: 3 })
  const lightness = lumaPlane(flat)
  const flow = flowOf(lightness, 4.5 * unit)
  const lines = lineIntegral(
    flow,
    inkLines(lightness, { sigmaPx: 2.8 * unit, threshold: 0.008, hardness: 70 }),
    5 * unit,
  )
  const borders = blurPlane(edgeStrengthOf(blurPlane(lightness, 1.4 * unit)), 1.3 * unit).values
  // Where everything is an edge, as in leaves, only the strongest are inked: else the page fills with black.
  const crowding = blurPlane({ ...lightness, values: borders }, 22 * unit).values
  const pitchPx = 9 * unit
  return recolour(flat, (colour, x, y, index) => {
    const tone = clamp01(lightness.values[index] * 1.18 + 0.02)
    const place = tone * tones - 0.5
    const lower = Math.floor(place)
    const dots = dotAt(x, y, pitchPx)
    const stepped = (lower + (place - lower > 0.25 + 0.5 * dots ? 1 : 0) + 0.6) / tones
    const gain = stepped / Math.max(0.08, tone)
    colour.red = clamp01(colour.red * gain)
    colour.green = clamp01(colour.green * gain)
    colour.blue = clamp01(colour.blue * gain)
    saturate(colour, 1.75)
    const border = smoothstep(0, 0.022, borders[index] - 0.024 - 0.9 * crowding[index])
    const solid = 1 - smoothstep(0.1, 0.15, tone)
    blendOver(colour, ink, Math.max(solid, 1 - smoothstep(0.35, 0.75, lines.values[index]), border))
  })
}

/** A grid of round dots turned by 45 degrees: 0 in the middle of a dot, 1 farthest from all of them. */
function dotAt(x: number, y: number, pitchPx: number): number {
  const across = (((x + y) * Math.SQRT1_2) / pitchPx) % 1
  const down = (((((x - y) * Math.SQRT1_2) / pitchPx) % 1) + 1) % 1
  return Math.sqrt((across - 0.5) ** 2 + (down - 0.5) ** 2) * Math.SQRT2
}
