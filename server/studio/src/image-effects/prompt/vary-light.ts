import { valueNoisePlane } from '../../core/noise.js'
import { pixelFromOklch } from '../../core/oklab.js'
import { type Picture, recolour } from '../../core/picture.js'
import { xorshift32 } from '../../core/random.js'
import { addContrast, clampPixel, filterLight, saturate, splitTone } from '../primitives/grading.js'

/**
 * Relights a picture the way its seed says: a hue for the shadows, another for the lights, a side the light
 * comes from and clouds it falls through. Two seeds never share a light; `strength` 1 is a restyling, 0.2 a
 * nuance.
 */
export function varyLight(input: Picture, seed: number, strength: number): Picture {
  const { widthPx, heightPx } = input
  const random = xorshift32(seed)
  const hue = random() * 360
  const shadows = pixelFromOklch(0.4, 0.16, hue)
  const lights = pixelFromOklch(0.8, 0.15, hue + 120 + random() * 120)
  const side = random() * 2 * Math.PI
  const sideX = Math.cos(side)
  const sideY = Math.sin(side)
  const contrast = 1 + strength * (random() * 0.34 - 0.1)
  const colourfulness = 1 + strength * (random() * 0.8 - 0.25)
  const cellPx = Math.max(widthPx, heightPx) / 3
  const clouds = valueNoisePlane({ widthPx, heightPx, cellPx, octaves: 3, seed }).values
  return recolour(input, (colour, x, y, index) => {
    const towards = (x / widthPx - 0.5) * sideX + (y / heightPx - 0.5) * sideY
    const light = 1 + strength * (towards * 0.55 + (clouds[index] - 0.5) * 0.5)
    saturate(colour, colourfulness)
    addContrast(colour, contrast)
    splitTone(colour, shadows, lights, strength * 0.85)
    filterLight(colour, light, light, light)
    clampPixel(colour)
  })
}
