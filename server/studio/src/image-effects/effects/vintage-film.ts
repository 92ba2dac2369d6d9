import { hexPixel } from '../../core/colour.js'
import { clamp01, smoothstep } from '../../core/interpolation.js'
import { grainPlane, valueNoisePlane } from '../../core/noise.js'
import { type Picture, type Plane, pixelAt, recolour } from '../../core/picture.js'
import { xorshift32 } from '../../core/random.js'
import { blurPicture } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { addContrast, saturate, screen, splitTone, vignetteAt } from '../primitives/grading.js'

const fadedShadows = hexPixel('#3b4f63')
const yellowedLights = hexPixel('#ffdf9e')
const leak = hexPixel('#ff5a1f')
const leakCore = hexPixel('#ffc163')

/**
 * A faded colour print: lifted blacks, yellowed lights, a light leak from one side, grain, dust and a scratch
 * or two.
 */
export function vintageFilm(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const soft = blurPicture(input, 1.1 * unit)
  const halo = blurPicture(input, 16 * unit)
  const grain = grainPlane(widthPx, heightPx, seed).values
  const clumps = valueNoisePlane({ widthPx, heightPx, cellPx: 2.8 * unit, octaves: 2, seed: seed + 1 }).values
  const cloud = valueNoisePlane({ widthPx, heightPx, cellPx: 300 * unit, octaves: 2, seed: seed + 2 }).values
  const dust = dustPlane(input, seed + 3).values
  const fromRight = xorshift32(seed + 4)() > 0.5
  return recolour(soft, (colour, x, y, index) => {
    screen(colour, pixelAt(halo, index), 0.16)
    saturate(colour, 0.62)
    addContrast(colour, 0.82)
    splitTone(colour, fadedShadows, yellowedLights, 0.55)
    const vignette = vignetteAt(x, y, input, 0.7)
    colour.red = 0.11 + 0.86 * colour.red * vignette
    colour.green = 0.095 + 0.84 * colour.green * vignette
    colour.blue = 0.1 + 0.74 * colour.blue * vignette
    const side = (fromRight ? widthPx - x : x) / widthPx + (cloud[index] - 0.5) * 0.5
    screen(colour, leak, 0.95 * (1 - smoothstep(-0.08, 0.27, side)))
    screen(colour, leakCore, 0.9 * (1 - smoothstep(-0.12, 0.08, side)))
    const noise = grain[index] * 0.05 + (clumps[index] - 0.5) * 0.16
    const speck = dust[index]
    colour.red = clamp01(colour.red + noise + speck)
    colour.green = clamp01(colour.green + noise + speck)
    colour.blue = clamp01(colour.blue + noise * 0.9 + speck * 0.9)
  })
}

/** Specks, hairs and long scratches as light to add (or, where negative, to take away). */
function dustPlane(picture: Picture, seed: number): Plane {
  const { widthPx, heightPx } = picture
  const unit = unitPx(picture)
  const random = xorshift32(seed)
  const values = new Float32Array(widthPx * heightPx)
  const dab = (x: number, y: number, radiusPx: number, light: number) => {
    for (let row = Math.floor(y - radiusPx); row <= y + radiusPx; row++) {
      for (let column = Math.floor(x - radiusPx); column <= x + radiusPx; column++) {
        if (row < 0 || column < 0 || row >= heightPx || column >= widthPx) continue
        const cover = clamp01(radiusPx + 0.5 - Math.hypot(column - x, row - y))
        const at = row * widthPx + column
        values[at] = Math.abs(values[at]) > Math.abs(light * cover) ? values[at] : light * cover
      }
    }
  }
  for (let speck = 0; speck < 90; speck++) {
    dab(
      random() * widthPx,
      random() * heightPx,
      (0.5 + 1.6 * random() ** 3) * unit,
      random() < 0.75 ? 0.5 : -0.35,
    )
  }
  for (let hair = 0; hair < 7; hair++) {
    let x = random() * widthPx
    let y = random() * heightPx
    let angle = random() * 6.28
    const bend = (random() - 0.5) * 0.1
    for (let step = 0; step < 60; step++) {
      dab(x, y, 0.55 * unit, 0.4)
      angle += bend + (random() - 0.5) * 0.12
      x += Math.cos(angle) * unit
      y += Math.sin(angle) * unit
    }
  }
  for (let scratch = 0; scratch < 2; scratch++) {
    let x = random() * widthPx
    for (let y = 0; y < heightPx; y++) {
      x += (random() - 0.5) * 0.35
      if (random() < 0.82) dab(x, y, 0.5, 0.22)
    }
  }
  return { widthPx, heightPx, values }
}
