import { hexPixel } from '../../core/colour.js'
import { clamp01, lerp, smoothstep } from '../../core/interpolation.js'
import { valueNoisePlane } from '../../core/noise.js'
import { lumaPlane, type Picture, planeFrom, recolour } from '../../core/picture.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { edgeStrengthOf } from '../primitives/edges.js'
import { blendOver, gradientAt, saturate, screen, vignetteAt } from '../primitives/grading.js'
import { displace } from '../primitives/sampling.js'

const night = ['#05030f', '#0b1440', '#11466b', '#1a8a99', '#8fe3e0'].map(hexPixel)
const magenta = hexPixel('#ff2bd6')
const cyan = hexPixel('#18f0ff')

/** Night in teal, contours lit as magenta and cyan tubes with glow, colours out of register, scan lines. */
export function cyberpunk(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const lightness = lumaPlane(input)
  const edges = edgeStrengthOf(blurPlane(lightness, 1.7 * unit))
  const tubes = planeFrom(input, (index) => smoothstep(0.012, 0.055, edges.values[index]))
  const core = blurPlane(tubes, 1.1 * unit).values
  const near = blurPlane(tubes, 7 * unit).values
  const far = blurPlane(tubes, 30 * unit).values
  const zones = valueNoisePlane({ widthPx, heightPx, cellPx: 330 * unit, octaves: 2, seed }).values
  const lit = recolour(input, (colour, x, y, index) => {
    const tone = lightness.values[index]
    const dark = gradientAt(night, tone * 0.86)
    saturate(colour, 1.3)
    colour.red *= 0.42 + 0.3 * tone
    colour.green *= 0.3 + 0.3 * tone
    colour.blue *= 0.6 + 0.3 * tone
    blendOver(colour, dark, 0.58)
    const side = smoothstep(
      0.42,
      0.58,
      zones[index] + (x / widthPx - 0.5) * 0.35 - (y / heightPx - 0.5) * 0.1,
    )
    const neon = {
      red: lerp(magenta.red, cyan.red, side),
      green: lerp(magenta.green, cyan.green, side),
      blue: lerp(magenta.blue, cyan.blue, side),
    }
    screen(colour, neon, 1.25 * far[index])
    screen(colour, neon, 1.15 * near[index])
    screen(colour, neon, 1.2 * core[index])
    const hot = Math.max(0, core[index] - 0.5) * 0.9
    screen(colour, { red: 1, green: 1, blue: 1 }, hot)
  })
  return scanned(slipped(lit, 2.6 * unit), unit)
}

/** Red moves left and blue moves right, more towards the sides, as through a cheap lens. */
function slipped(picture: Picture, byPx: number): Picture {
  const { widthPx } = picture
  const shift = (sign: number) =>
    displace(picture, (point) => {
      point.x += sign * byPx * (0.35 + Math.abs(point.x / widthPx - 0.5) * 1.6)
    })
  return { ...picture, channels: [shift(1).channels[0], picture.channels[1], shift(-1).channels[2]] }
}

function scanned(picture: Picture, unit: number): Picture {
  const pitchPx = Math.max(2, Math.round(4 * unit))
  return recolour(picture, (colour, x, y) => {
    const line = y % pitchPx < pitchPx / 2 ? 1.06 : 0.8
    const shade = line * vignetteAt(x, y, picture, 0.6)
    colour.red = clamp01(colour.red * shade)
    colour.green = clamp01(colour.green * shade)
    colour.blue = clamp01(colour.blue * shade)
  })
}
