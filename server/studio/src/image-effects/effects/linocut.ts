import { hexPixel } from '../../core/colour.js'
import { clamp01, smoothstep } from '../../core/interpolation.js'
import { grainPlane, valueNoisePlane } from '../../core/noise.js'
import { lumaPlane, type Picture, type Plane, planeFrom, recolour } from '../../core/picture.js'
import type { SizePx } from '../../core/size.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { smoothInsideShapes } from '../primitives/edge-preserving-smoothing.js'
import { flowOf, lineIntegral } from '../primitives/flow.js'
import { blendOver } from '../primitives/grading.js'

const paper = hexPixel('#f2e8d3')
const darkInk = hexPixel('#1d2433')
const accentInk = hexPixel('#cf4a2b')

/** Two blocks, one of dark ink and one of vermilion, with gouge marks that run along the shapes. */
export function linocut(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const calm = smoothInsideShapes(input, { sigmaPx: 14 * unit, tolerance: 0.5 })
  const lightness = equalised(lumaPlane(calm))
  const flow = flowOf(blurPlane(lightness, 2 * unit), 9 * unit)
  const gouges = contrasty(
    lineIntegral(flow, blurPlane(grainPlane(widthPx, heightPx, seed), 1.5 * unit), 14 * unit),
  )
  const inking = valueNoisePlane({ widthPx, heightPx, cellPx: 5 * unit, octaves: 3, seed: seed + 1 }).values
  const [reds, , blues] = calm.channels
  const warmths = equalised(planeFrom(calm, (index) => 0.5 + (reds[index] - blues[index]) / 2))
  return recolour(calm, (colour, x, y, index) => {
    const tone = lightness.values[index]
    const warmth = warmths.values[index]
    const gouge = gouges.values[index]
    const dark = smoothstep(-0.05, 0.05, 0.44 - tone + (gouge - 0.5) * 0.62)
    const accent = smoothstep(-0.05, 0.05, (warmth - 0.58) * 1.5 + 0.2 - tone * 0.3 + (gouge - 0.5) * 0.45)
    const margin = blockEdge(x, y, { widthPx, heightPx, unit }, inking[index])
    const worn = smoothstep(0.24, 0.34, inking[index])
    const fibre = 0.97 + 0.06 * inking[index]
    colour.red = paper.red * fibre
    colour.green = paper.green * fibre
    colour.blue = paper.blue * fibre
    blendOver(colour, accentInk, accent * margin * (0.8 + 0.2 * worn) * 0.94)
    blendOver(colour, darkInk, dark * margin * (0.72 + 0.28 * worn) * 0.97)
  })
}

/** Spreads the tones evenly, so that every picture gives the carver as much dark as light. */
function equalised(plane: Plane): Plane {
  const counts = new Float64Array(256)
  for (const value of plane.values) counts[Math.floor(clamp01(value) * 255)] += 1
  let sum = 0
  const ranks = counts.map((count) => {
    sum += count
    return sum / plane.values.length
  })
  return planeFrom(plane, (index) => {
    const value = clamp01(plane.values[index])
    return 0.6 * ranks[Math.floor(value * 255)] + 0.4 * value
  })
}

/** Smeared noise is pale; this spreads it over 0..1 again. */
function contrasty(plane: Plane): Plane {
  let squares = 0
  for (const value of plane.values) squares += value * value
  const spread = Math.sqrt(squares / plane.values.length) || 1
  return planeFrom(plane, (index) => clamp01(0.5 + plane.values[index] / spread / 3.4))
}

function blockEdge(x: number, y: number, sheet: SizePx & { readonly unit: number }, rough: number): number {
  const distancePx = Math.min(x, y, sheet.widthPx - 1 - x, sheet.heightPx - 1 - y)
  return smoothstep(20 * sheet.unit, 23 * sheet.unit, distancePx + (rough - 0.5) * 12 * sheet.unit)
}
