import { hexPixel } from '../../core/colour.js'
import { clamp01, smoothstep } from '../../core/interpolation.js'
import { valueNoisePlane } from '../../core/noise.js'
import { type Picture, type Plane, pixelAt, recolour } from '../../core/picture.js'
import { xorshift32 } from '../../core/random.js'
import { blurPicture, blurPlane } from '../primitives/blur.js'
import { designArea, unitPx } from '../primitives/design-unit.js'
import {
  addContrast,
  blendOver,
  clampPixel,
  filterLight,
  saturate,
  screen,
  splitTone,
} from '../primitives/grading.js'
import { displace } from '../primitives/sampling.js'

const wetShadows = hexPixel('#1d3440')
const greyLights = hexPixel('#c3d2da')
const haze = hexPixel('#93a5b0')
const rainLight = hexPixel('#dbe7f0')
/** Where the wet ground starts, as a fraction of the height. */
const waterLine = 0.72

/** An overcast grade, haze, a wet ground that mirrors what stands above it, and rain near and far. */
export function rainyDay(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const rain = rainPlane(input, seed).values
  const ripple = valueNoisePlane({
    widthPx,
    heightPx,
    cellPx: 70 * unit,
    cellHeightPx: 7 * unit,
    octaves: 3,
    seed: seed + 4,
  }).values
  const puddles = valueNoisePlane({
    widthPx,
    heightPx,
    cellPx: 190 * unit,
    cellHeightPx: 60 * unit,
    octaves: 3,
    seed: seed + 5,
  }).values
  const horizonPx = waterLine * heightPx
  const mirrored = displace(blurPicture(input, 2.2 * unit), (point, index) => {
    const below = Math.max(0, point.y - horizonPx)
    const wave = ripple[index] - 0.5
    point.x += wave * 46 * unit * (0.3 + below / (heightPx - horizonPx))
    point.y = horizonPx - below * 1.15 + wave * 40 * unit
  })
  return recolour(input, (colour, _x, y, index) => {
    const below = (y - horizonPx) / (heightPx - horizonPx)
    if (below > -0.2) {
      const wet = smoothstep(-0.2, 0.25, below) * smoothstep(0.34, 0.56, puddles[index] + 0.12 * below)
      const darkening = 1 - 0.35 * smoothstep(-0.2, 0.3, below)
      filterLight(colour, darkening, darkening, darkening)
      blendOver(colour, pixelAt(mirrored, index), wet * 0.52)
    }
    saturate(colour, 0.6)
    splitTone(colour, wetShadows, greyLights, 0.7)
    addContrast(colour, 0.92)
    filterLight(colour, 0.76, 0.84, 0.9)
    blendOver(colour, haze, 0.42 * (1 - smoothstep(0, 0.75, y / heightPx)))
    screen(colour, rainLight, clamp01(rain[index]))
    clampPixel(colour)
  })
}

/**
 * Slanting streaks: many short faint ones far off, few long bright ones close by; splashes where they meet
 * the ground.
 */
function rainPlane(picture: Picture, seed: number): Plane {
  const { widthPx, heightPx } = picture
  const unit = unitPx(picture)
  const random = xorshift32(seed)
  const values = new Float32Array(widthPx * heightPx)
  const area = designArea(picture)
  const layers = [
    { count: 2200, lengthPx: 26, light: 0.16, widthPx: 0 },
    { count: 800, lengthPx: 62, light: 0.26, widthPx: 0 },
    { count: 120, lengthPx: 130, light: 0.34, widthPx: 1 },
  ]
  for (const layer of layers) {
    for (let streak = 0; streak < layer.count * area; streak++) {
      const x = random() * widthPx * 1.2
      const y = random() * heightPx * 1.1 - 0.1 * heightPx
      const lengthPx = layer.lengthPx * unit * (0.6 + 0.8 * random())
      for (let step = 0; step < lengthPx; step++) {
        const fade = Math.sin((Math.PI * step) / lengthPx) * layer.light
        const left = Math.round(x - step * 0.22)
        const row = Math.round(y + step)
        for (let column = left; column <= left + layer.widthPx * Math.round(unit); column++) {
          if (row < 0 || row >= heightPx || column < 0 || column >= widthPx) continue
          values[row * widthPx + column] += fade
        }
      }
    }
  }
  for (let splash = 0; splash < 170 * area; splash++) {
    const x = Math.round(random() * widthPx)
    const y = Math.round((waterLine + 0.3 * random()) * heightPx)
    const reach = Math.round((2 + 4 * random()) * unit)
    for (let column = -reach; column <= reach; column++) {
      const row = y - Math.round(Math.sqrt(reach * reach - column * column) * 0.45)
      if (row < 0 || row >= heightPx || x + column < 0 || x + column >= widthPx) continue
      values[row * widthPx + x + column] += 0.4
    }
  }
  return blurPlane({ widthPx, heightPx, values }, 0.9 * unit)
}
