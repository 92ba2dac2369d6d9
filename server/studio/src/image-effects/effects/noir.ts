import { clamp01, smoothstep } from '../../core/interpolation.js'
import { grainPlane, valueNoisePlane } from '../../core/noise.js'
import { type Picture, planeFrom, recolour } from '../../core/picture.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { quantilesOf } from '../primitives/quantiles.js'

/**
 * Hard black and white: slats of light through a blind, haze in the lights, coarse grain, corners lost in the
 * dark.
 */
export function noir(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const [reds, greens, blues] = input.channels
  // A yellow-orange filter, as on the film of the day: skies darken, skin and lamps shine.
  const tones = planeFrom(input, (index) => 0.46 * reds[index] + 0.44 * greens[index] + 0.1 * blues[index])
  const local = blurPlane(tones, 60 * unit).values
  const [median] = quantilesOf(tones, 41, [0.5])
  const printed = planeFrom(input, (index) => {
    const tone = tones.values[index]
    const crisp = tone + 0.35 * (tone - local[index])
    return smoothstep(median - 0.36, median + 0.4, crisp)
  })
  const haze = blurPlane(printed, 14 * unit).values
  const grain = grainPlane(widthPx, heightPx, seed).values
  const clumps = valueNoisePlane({ widthPx, heightPx, cellPx: 2.4 * unit, octaves: 2, seed: seed + 1 }).values
  const warp = blurPlane(tones, 26 * unit).values
  return recolour(input, (colour, x, y, index) => {
    const across = x / widthPx - 0.5
    const down = y / heightPx - 0.5
    // The slats bend a little over whatever is light or dark, as they would over its form.
    const slat = down * 13 + across * 3.6 + warp[index] * 1.3
    const phase = slat - Math.floor(slat)
    const lit = smoothstep(0.1, 0.2, phase) * (1 - smoothstep(0.66, 0.78, phase))
    const window = 1 - smoothstep(0.3, 0.62, Math.hypot(across * 0.95 + 0.03, down * 0.9 - 0.02))
    const light = 0.2 + 0.12 * window + 1.0 * window * lit
    const glow = haze[index] * 0.16 * window
    const noise = grain[index] * 0.045 + (clumps[index] - 0.5) * 0.15
    const tone = clamp01(printed.values[index] * light + glow + noise * (0.35 + 0.65 * light))
    colour.red = tone
    colour.green = tone
    colour.blue = clamp01(tone * 0.985 + 0.008)
  })
}
