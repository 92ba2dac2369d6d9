import { clamp01, lerp, smoothstep } from '../../core/interpolation.js'
import { valueNoisePlane } from '../../core/noise.js'
import { lumaPlane, type Picture, recolour } from '../../core/picture.js'
import type { SizePx } from '../../core/size.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { smoothInsideShapes } from '../primitives/edge-preserving-smoothing.js'
import { edgeStrengthOf } from '../primitives/edges.js'
import { saturate } from '../primitives/grading.js'
import { lightOnRelief } from '../primitives/relief.js'
import { displace } from '../primitives/sampling.js'

const paper = { red: 0.985, green: 0.972, blue: 0.94 }

/**
 * Washes of pigment on paper: simplified shapes, wobbly borders, dark rims, granulation and a bare, ragged
 * margin.
 */
export function watercolour(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const cloud = (cellPx: number, octaves: number, offset: number) =>
    valueNoisePlane({ widthPx, heightPx, cellPx: cellPx * unit, octaves, seed: seed + offset }).values
  const wobbleX = cloud(26, 3, 1)
  const wobbleY = cloud(26, 3, 2)
  const wobbled = displace(input, (point, index) => {
    point.x += (wobbleX[index] - 0.5) * 14 * unit
    point.y += (wobbleY[index] - 0.5) * 14 * unit
  })
  const wash = smoothInsideShapes(wobbled, { sigmaPx: 26 * unit, tolerance: 0.55, rounds: 3 })
  const lightness = lumaPlane(wash)
  const rims = blurPlane(edgeStrengthOf(blurPlane(lightness, 1.2 * unit)), 1.4 * unit).values
  const grain = valueNoisePlane({ widthPx, heightPx, cellPx: 4.5 * unit, octaves: 3, seed: seed + 3 })
  const relief = lightOnRelief(grain, 2 * Math.max(1, unit)).values
  const pools = cloud(150, 4, 4)
  const blooms = cloud(60, 4, 5)
  const raggedness = cloud(44, 4, 6)
  return recolour(wash, (colour, x, y, index) => {
    // Pigment is what the wash keeps back from the paper; density above 1 lets less light through.
    colour.red = lift(colour.red)
    colour.green = lift(colour.green)
    colour.blue = lift(colour.blue)
    saturate(colour, 1.5)
    const dark = 1 - lightness.values[index]
    let density = 1 + (pools[index] - 0.5) * 2.2 + (grain.values[index] - 0.5) * 0.8 * (0.35 + dark)
    density += Math.min(1.1, rims[index] * 15)
    const bloom = Math.abs(blooms[index] - 0.53)
    if (bloom < 0.012) density += 0.3 * (1 - bloom / 0.012)
    const inside = insideMargin(x, y, { widthPx, heightPx, unit }, (raggedness[index] - 0.5) * 70 * unit)
    const rim = inside.edge * 0.35
    colour.red = absorb(colour.red, density + rim) * paper.red
    colour.green = absorb(colour.green, density + rim) * paper.green
    colour.blue = absorb(colour.blue, density + rim) * paper.blue
    const light = 0.78 + 0.22 * relief[index]
    colour.red = lerp(paper.red, colour.red, inside.cover) * light
    colour.green = lerp(paper.green, colour.green, inside.cover) * light
    colour.blue = lerp(paper.blue, colour.blue, inside.cover) * light
  })
}

function lift(value: number): number {
  return 0.13 + 0.87 * clamp01(value) ** 0.68
}

/** Kubelka-Munk in short: more pigment deepens middle tones most, and leaves black and white alone. */
function absorb(value: number, density: number): number {
  const clipped = clamp01(value)
  return clamp01(clipped - (clipped - clipped * clipped) * (density - 1))
}

function insideMargin(
  x: number,
  y: number,
  sheet: SizePx & { readonly unit: number },
  raggedPx: number,
): { cover: number; edge: number } {
  const distancePx = Math.min(x, y, sheet.widthPx - 1 - x, sheet.heightPx - 1 - y) + raggedPx
  const cover = smoothstep(26 * sheet.unit, 31 * sheet.unit, distancePx)
  const edge = cover * (1 - smoothstep(31 * sheet.unit, 40 * sheet.unit, distancePx))
  return { cover, edge }
}
