import { clamp, clamp01 } from '../../core/interpolation.js'
import { valueNoisePlane } from '../../core/noise.js'
import { type Picture, type Plane, planeFrom, recolour } from '../../core/picture.js'
import { blurPicture, blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { smoothInsideShapes } from '../primitives/edge-preserving-smoothing.js'
import { saturate } from '../primitives/grading.js'
import { quantize } from '../primitives/quantization.js'
import { lightOnRelief } from '../primitives/relief.js'
import { resize } from '../primitives/sampling.js'

const sheets = 13

/**
 * Thirteen sheets of coloured card cut to smooth shapes and stacked, dark ones nearest, each throwing a soft
 * shadow.
 */
export function paperCut(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const vivid = recolour(input, (colour) => saturate(colour, 1.5))
  const flat = smoothInsideShapes(vivid, { sigmaPx: 40 * unit, tolerance: 0.4, rounds: 2 })
  const calm = blurPicture(flat, 1.6 * unit)
  const palette = quantize(calm, sheets, seed)
  const rank = new Float32Array(widthPx * heightPx)
  recolour(calm, (colour, _x, _y, index) => {
    rank[index] = palette.nearest(colour)
  })
  const smooth = rounded({ widthPx, heightPx, values: rank }, 3.2 * unit)
  // The palette runs from dark to light; the darkest sheet lies on top of the stack.
  const heights = planeFrom(smooth, (index) => sheets - 1 - smooth.values[index])
  const near = shifted(blurPlane(heights, 4 * unit), 4 * unit)
  const far = shifted(blurPlane(heights, 14 * unit), 11 * unit)
  const edge = lightOnRelief(blurPlane(heights, 0.8 * unit), 0.75).values
  const fibre = lightOnRelief(
    valueNoisePlane({ widthPx, heightPx, cellPx: 5 * unit, octaves: 3, seed: seed + 3 }),
    1.3 * unit,
  ).values
  return recolour(input, (colour, _x, _y, index) => {
    const card = palette.colours[Math.round(smooth.values[index])]
    const height = heights.values[index]
    const shadow =
      clamp((near.values[index] - height) * 0.4, 0, 0.5) + clamp((far.values[index] - height) * 0.2, 0, 0.34)
    const light = (1 - Math.min(0.72, shadow)) * (0.8 + 0.2 * fibre[index])
    const rim = Math.max(0, edge[index] - 1.02) * 0.4
    colour.red = card.red * 0.94 + 0.06
    colour.green = card.green * 0.94 + 0.06
    colour.blue = card.blue * 0.94 + 0.06
    colour.red = clamp01(colour.red * light * 1.05 + rim)
    colour.green = clamp01(colour.green * light * 1.03 + rim)
    colour.blue = clamp01(colour.blue * light + rim)
  })
}

/** Rounds off the outlines of the sheets by letting each pixel go with the majority around it. */
function rounded(ranks: Plane, sigmaPx: number): Plane {
  const best = new Float32Array(ranks.values.length).fill(-1)
  const winner = new Float32Array(ranks.values.length)
  // Shares are smooth, so half the resolution tells them as well in a quarter of the time.
  const half = { widthPx: Math.ceil(ranks.widthPx / 2), heightPx: Math.ceil(ranks.heightPx / 2) }
  for (let rank = 0; rank < sheets; rank++) {
    const own = planeFrom(half, (_, x, y) => (ranks.values[y * 2 * ranks.widthPx + x * 2] === rank ? 1 : 0))
    const share = resize(blurPlane(own, sigmaPx / 2), ranks.widthPx, ranks.heightPx).values
    for (let index = 0; index < share.length; index++) {
      if (share[index] > best[index]) {
        best[index] = share[index]
        winner[index] = rank
      }
    }
  }
  return { widthPx: ranks.widthPx, heightPx: ranks.heightPx, values: winner }
}

/** Moves a plane right and down, as shadows fall from a light at the upper left. */
function shifted(plane: Plane, byPx: number): Plane {
  const by = Math.round(byPx)
  return planeFrom(plane, (_, x, y) => {
    const at = Math.max(0, y - by) * plane.widthPx + Math.max(0, x - Math.round(by * 0.6))
    return plane.values[at]
  })
}
