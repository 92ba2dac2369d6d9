import { clamp01, smoothstep } from '../../core/interpolation.js'
import { valueNoisePlane } from '../../core/noise.js'
import { type Picture, type Plane, planeFrom, recolour } from '../../core/picture.js'
import { latticeHash, xorshift32 } from '../../core/random.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { saturate, vignetteAt } from '../primitives/grading.js'
import { type Regions, regionColours, regionsOf } from '../primitives/regions.js'
import { lightOnRelief } from '../primitives/relief.js'

/**
 * Panes that follow the picture's shapes, each of one glass with ripples and a glow, held by rounded lead.
 */
export function stainedGlass(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const regions = regionsOf(input, { cellPx: 58 * unit, roundness: 0.13, random: xorshift32(seed) })
  const [reds, greens, blues] = regionColours(input, regions).channels
  const lead = leadBetween(regions, 2.9 * unit)
  const depth = blurPlane(lead, 7 * unit).values
  const relief = lightOnRelief(blurPlane(lead, 1.1 * unit), 7 * unit).values
  const ripple = valueNoisePlane({
    widthPx,
    heightPx,
    cellPx: 34 * unit,
    cellHeightPx: 9 * unit,
    octaves: 3,
    seed: seed + 1,
  })
  const ripples = lightOnRelief(ripple, 10 * unit).values
  return recolour(input, (colour, x, y, index) => {
    const pane = regions.of[index]
    const glass = 1.12 + (latticeHash(pane, 0, seed) - 0.5) * 0.5
    const own = 0.22
    colour.red = glass * (reds[pane] * (1 - own) + colour.red * own)
    colour.green = glass * (greens[pane] * (1 - own) + colour.green * own)
    colour.blue = glass * (blues[pane] * (1 - own) + colour.blue * own)
    saturate(colour, 1.85)
    // Light from behind is strongest in the middle of a pane and of the window; grime gathers along the lead.
    const shine =
      (1.22 - 0.85 * depth[index]) * (0.72 + 0.28 * ripples[index]) * vignetteAt(x, y, input, 0.45)
    colour.red = glow(colour.red * shine)
    colour.green = glow(colour.green * shine)
    colour.blue = glow(colour.blue * shine)
    const cover = smoothstep(0.35, 0.65, lead.values[index])
    const metal = 0.13 * relief[index] + Math.max(0, relief[index] - 1.15) * 0.5
    colour.red = colour.red * (1 - cover) + metal * cover
    colour.green = colour.green * (1 - cover) + metal * cover
    colour.blue = colour.blue * (1 - cover) + metal * 1.12 * cover
  })
}

function glow(value: number): number {
  return clamp01(1.03 * clamp01(value * 0.93) ** 0.86)
}

/**
 * 1 on the lead, 0 on glass, with a soft rim: where neighbouring pixels belong to different panes, thickened.
 */
function leadBetween(regions: Regions, halfWidthPx: number): Plane {
  const { widthPx, heightPx, of } = regions
  const borders = planeFrom(regions, (index, x, y) => {
    const own = of[index]
    const differs =
      (x + 1 < widthPx && of[index + 1] !== own) || (y + 1 < heightPx && of[index + widthPx] !== own)
    const frame =
      x < 3 * halfWidthPx ||
      y < 3 * halfWidthPx ||
      x >= widthPx - 3 * halfWidthPx ||
      y >= heightPx - 3 * halfWidthPx
    return differs || frame ? 1 : 0
  })
  const spread = blurPlane(borders, Math.max(1.5, halfWidthPx))
  const strength = 2.1 * Math.max(1.5, halfWidthPx)
  return planeFrom(regions, (index) => clamp01(spread.values[index] * strength * 0.62))
}
