import { hexPixel } from '../../core/colour.js'
import { clamp01, smoothstep } from '../../core/interpolation.js'
import { valueNoisePlane } from '../../core/noise.js'
import { lumaPlane, type Picture, type Plane, planeFrom, recolour } from '../../core/picture.js'
import { xorshift32 } from '../../core/random.js'
import { blurPlane } from '../primitives/blur.js'
import { designArea, unitPx } from '../primitives/design-unit.js'
import { sobel } from '../primitives/edges.js'
import { blendOver, saturate, splitTone } from '../primitives/grading.js'

const coldShadows = hexPixel('#27406b')
const coldLights = hexPixel('#dcecff')
const snow = hexPixel('#f4f8ff')
const mist = hexPixel('#c4d3e6')

/**
 * A cold grade, snow lying on what faces up, flakes at three distances, and frost creeping in from the
 * borders.
 */
export function snowfall(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const cover = lyingSnow(input, seed)
  const frost = frostPlane(input, seed + 5).values
  const flakes = fallingSnow(input, seed + 9).values
  const drift = valueNoisePlane({ widthPx, heightPx, cellPx: 260 * unit, octaves: 3, seed: seed + 2 }).values
  return recolour(input, (colour, _x, y, index) => {
    saturate(colour, 0.55)
    splitTone(colour, coldShadows, coldLights, 0.75)
    colour.red = colour.red * 0.86 + 0.05
    colour.green = colour.green * 0.92 + 0.06
    colour.blue = colour.blue * 1.02 + 0.08
    blendOver(colour, snow, cover.values[index] * 0.92)
    blendOver(colour, mist, clamp01(0.32 - 0.22 * (y / heightPx) + (drift[index] - 0.5) * 0.5))
    blendOver(colour, snow, Math.min(0.96, flakes[index] + frost[index]))
  })
}

/**
 * Snow stays where something lighter lies under something darker seen from above: the upper edges of things.
 */
function lyingSnow(picture: Picture, seed: number): Plane {
  const unit = unitPx(picture)
  const { widthPx, heightPx } = picture
  const steps = sobel(blurPlane(lumaPlane(picture), 2.2 * unit))
  const rough = valueNoisePlane({ widthPx, heightPx, cellPx: 14 * unit, octaves: 3, seed }).values
  const ledges = planeFrom(picture, (index) => {
    const down = Math.abs(steps.down.values[index])
    const across = Math.abs(steps.right.values[index])
    return smoothstep(0.012, 0.045, down - across * 0.6)
  })
  const piled = blurPlane(ledges, 3.4 * unit)
  const lift = Math.round(3 * unit)
  return planeFrom(picture, (index, _x, y) => {
    const below = Math.min(heightPx - 1, y + lift) - y
    const pile = piled.values[index + below * widthPx]
    return smoothstep(0.24, 0.52, pile * (0.55 + 0.9 * rough[index]))
  })
}

function frostPlane(picture: Picture, seed: number): Plane {
  const unit = unitPx(picture)
  const { widthPx, heightPx } = picture
  const fern = valueNoisePlane({ widthPx, heightPx, cellPx: 60 * unit, octaves: 5, seed }).values
  return planeFrom(picture, (index, x, y) => {
    const border = Math.min(x / widthPx, y / heightPx, 1 - x / widthPx, 1 - y / heightPx)
    const needles = 1 - Math.abs(fern[index] * 2 - 1) * 2.6
    return clamp01((1 - smoothstep(0, 0.13, border)) * (0.3 + 0.65 * clamp01(needles)))
  })
}

/** Many small flakes far away, fewer large ones close by, each blurred by its distance from the focus. */
function fallingSnow(picture: Picture, seed: number): Plane {
  const { widthPx, heightPx } = picture
  const unit = unitPx(picture)
  const random = xorshift32(seed)
  const values = new Float32Array(widthPx * heightPx)
  const area = designArea(picture)
  const layers = [
    { count: 1700, radiusPx: 1.5, softness: 0.9, light: 0.62 },
    { count: 420, radiusPx: 3.3, softness: 0.6, light: 0.92 },
    { count: 46, radiusPx: 10, softness: 1, light: 0.5 },
  ]
  for (const layer of layers) {
    for (let flake = 0; flake < layer.count * area; flake++) {
      const x = random() * widthPx
      const y = random() * heightPx
      const radiusPx = layer.radiusPx * unit * (0.6 + 0.8 * random())
      stampFlake(
        { widthPx, heightPx, values },
        { x, y, radiusPx, softness: layer.softness, light: layer.light },
      )
    }
  }
  return { widthPx, heightPx, values }
}

function stampFlake(
  plane: Plane,
  flake: { x: number; y: number; radiusPx: number; softness: number; light: number },
): void {
  const reach = flake.radiusPx * 1.5
  const bottom = Math.min(plane.heightPx - 1, Math.ceil(flake.y + reach))
  const right = Math.min(plane.widthPx - 1, Math.ceil(flake.x + reach))
  for (let y = Math.max(0, Math.floor(flake.y - reach)); y <= bottom; y++) {
    for (let x = Math.max(0, Math.floor(flake.x - reach)); x <= right; x++) {
      const distance = Math.hypot(x - flake.x, (y - flake.y) * 0.86 + (x - flake.x) * 0.16) / flake.radiusPx
      const light =
        flake.light * (1 - smoothstep(1 - 0.75 * flake.softness, 1 + 0.4 * flake.softness, distance))
      const at = y * plane.widthPx + x
      plane.values[at] = 1 - (1 - plane.values[at]) * (1 - light)
    }
  }
}
