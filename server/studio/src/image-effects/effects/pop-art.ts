import { hexPixel } from '../../core/colour.js'
import { clamp01 } from '../../core/interpolation.js'
import { grainPlane } from '../../core/noise.js'
import { blankPicture, lumaPlane, type Picture, planeFrom } from '../../core/picture.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { inkLines } from '../primitives/edges.js'
import { quantilesOf } from '../primitives/quantiles.js'
import { downscale } from '../primitives/sampling.js'

/** Each panel's four inks, dark to light. */
const panels = [
  ['#1b1464', '#e6007e', '#ff9f1c', '#ffe94a'],
  ['#3a0ca3', '#0096c7', '#7ae582', '#fdf3a7'],
  ['#0b3d2e', '#f72585', '#4cc9f0', '#ffd6e8'],
  ['#5f0f40', '#e4572e', '#17bebb', '#fff3b0'],
].map((inks) => inks.map(hexPixel))

/** The picture four times, each panel in its own four inks, cut at the picture's own quartiles. */
export function popArt(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const gapPx = Math.max(1, Math.round(6 * unit))
  const halfWidth = Math.ceil(widthPx / 2)
  const halfHeight = Math.ceil(heightPx / 2)
  const small = blurPlane(lumaPlane(downscale(input, halfWidth, halfHeight)), 1.9 * unit)
  const lines = inkLines(small, { sigmaPx: 1.3 * unit, threshold: 0.016, hardness: 60 }).values
  const cuts = quantilesOf(small, 17, [0.2, 0.52, 0.82])
  const grain = grainPlane(halfWidth, halfHeight, seed).values
  const levels = planeFrom(small, (index) => {
    const tone = small.values[index] + grain[index] * 0.006
    return lines[index] < 0.5 ? 0 : cuts.filter((cut) => tone > cut).length
  }).values
  const result = blankPicture(widthPx, heightPx)
  const [reds, greens, blues] = result.channels
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      const column = x < halfWidth ? 0 : 1
      const row = y < halfHeight ? 0 : 1
      const inks = panels[row * 2 + column]
      const at = (y - row * halfHeight) * halfWidth + (x - column * halfWidth)
      const gap = Math.abs(x - halfWidth) < gapPx / 2 || Math.abs(y - halfHeight) < gapPx / 2
      const ink = inks[levels[at]]
      if (gap) {
        reds[index] = 0.98
        greens[index] = 0.97
        blues[index] = 0.95
        continue
      }
      const uneven = grain[at] * 0.018
      reds[index] = clamp01(ink.red + uneven)
      greens[index] = clamp01(ink.green + uneven)
      blues[index] = clamp01(ink.blue + uneven)
    }
  }
  return result
}
