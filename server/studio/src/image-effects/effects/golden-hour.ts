import { hexPixel } from '../../core/colour.js'
import { smoothstep } from '../../core/interpolation.js'
import { valueNoisePlane } from '../../core/noise.js'
import { lumaPlane, type Picture, pixelAt, planeFrom, recolour } from '../../core/picture.js'
import { blurPicture, blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { addContrast, clampPixel, filterLight, saturate, screen, splitTone } from '../primitives/grading.js'
import { lightOnRelief } from '../primitives/relief.js'

const coolShadows = hexPixel('#3a3f6b')
const goldenLights = hexPixel('#ffb347')
const sun = hexPixel('#ffc766')
const sunCore = hexPixel('#fff3cf')
/** Where the sun stands, as fractions of the width and the height. */
const sunAt = { across: 0.1, down: 0.08 }

/**
 * The last hour of sun from the upper left: warm light, glowing highlights, rays, a haze, shadows going blue.
 */
export function goldenHour(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const lightness = lumaPlane(input)
  const relief = lightOnRelief(blurPlane(lightness, 5 * unit), 16 * unit).values
  const bright = recolour(input, (colour, _x, _y, index) => {
    const share = smoothstep(0.45, 0.9, lightness.values[index])
    filterLight(colour, share, share * 0.78, share * 0.45)
  })
  const bloom = blurPicture(bright, 22 * unit)
  const rays = valueNoisePlane({ widthPx: 512, heightPx: 1, cellPx: 16, octaves: 3, seed }).values
  const longEdgePx = Math.max(widthPx, heightPx)
  const distances = planeFrom(
    input,
    (_, x, y) => Math.hypot(x - sunAt.across * widthPx, y - sunAt.down * heightPx) / longEdgePx,
  )
  return recolour(input, (colour, x, y, index) => {
    const distance = distances.values[index]
    const facing = 0.72 + 0.28 * relief[index]
    const falloff = 1.16 - 0.42 * distance
    filterLight(colour, 1.13 * facing * falloff, 0.95 * facing * falloff, 0.74 * facing * falloff)
    splitTone(colour, coolShadows, goldenLights, 0.45)
    addContrast(colour, 1.08)
    saturate(colour, 1.2)
    screen(colour, pixelAt(bloom, index), 0.7)
    const angle = Math.atan2(y - sunAt.down * heightPx, x - sunAt.across * widthPx)
    const ray = smoothstep(0.45, 0.75, rays[Math.floor(((angle + Math.PI) / (2 * Math.PI)) * 511)])
    screen(colour, sun, 0.3 * ray * (1 - smoothstep(0.1, 0.95, distance)))
    screen(colour, sun, 0.6 * Math.exp(-distance * 3.6))
    screen(colour, sunCore, Math.exp(-((distance / 0.075) ** 2)))
    clampPixel(colour)
  })
}
