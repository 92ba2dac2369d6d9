import { type Colour, hex, mix, multiply, scale } from '../core/colour.js'
import { clamp, lerp } from '../core/interpolation.js'
import type { Random } from '../core/random.js'
import type { Raster } from '../core/raster.js'
import { paintBox, paintDab } from './brush.js'
import type { Stage } from './composition.js'
import { pxYAt, rasterFor, type Viewport } from './frame.js'

/** The rows of houses of a skyline, far to near; each stands on the horizon and hides the one behind. */
export function paintSkyline(stage: Stage, viewport: Viewport): Raster[] {
  return [0, 1, 2].map((row) => paintRow(stage, viewport, row))
}

function paintRow(stage: Stage, viewport: Viewport, row: number): Raster {
  const raster = rasterFor(viewport)
  const random = stage.random(`skyline/${row}`)
  const { palette, frame, horizon } = stage
  const share = row / 2
  const haze = 0.68 - share * 0.58
  const tallest = Math.min(horizon * 0.86, 780) * (1 - share * 0.3)
  const foot = horizon + 3 + row * 3
  const tower = random.range(0.2, 0.8)
  for (let x = -frame.width * 0.16; x < frame.width * 1.16; ) {
    const width = random.range(34, 86) * (0.75 + share * 0.55)
    const near = 1 - Math.abs(x / frame.width - tower)
    const height =
      tallest * (0.2 + random.next() ** 1.8 * 0.55 * near + (random.chance(0.08) ? 0.3 * near : 0))
    const tone = random.pick(['#6a7486', '#8a8078', '#5d6a7a', '#7a6a66', '#98948c'].map(hex))
    paintHouse(stage, raster, viewport, { left: x, width, top: foot - height, foot, tone, haze, random })
    x += width * random.range(0.82, 1.06)
  }
  // A little mist lies between the rows.
  paintDab(raster, viewport, {
    x: frame.width / 2,
    y: foot,
    radiusX: frame.width,
    radiusY: 60,
    colour: palette.haze,
    opacity: 0.22 * (1 - share),
    softness: 1,
  })
  return clipBelow(raster, viewport, foot)
}

function clipBelow(raster: Raster, viewport: Viewport, foot: number): Raster {
  const row = clamp(Math.round(pxYAt(viewport, foot)), 0, raster.heightPx)
  raster.rgba.fill(0, row * raster.widthPx * 4)
  return raster
}

interface House {
  readonly left: number
  readonly width: number
  readonly top: number
  readonly foot: number
  readonly tone: Colour
  readonly haze: number
  readonly random: Random
}

function paintHouse(stage: Stage, raster: Raster, viewport: Viewport, house: House): void {
  const { palette, lightSide } = stage
  const { left, width, top, foot, random } = house
  const right = left + width
  const lit = (level: number) =>
    mix(multiply(house.tone, mix(palette.ambient, palette.key, level)), palette.haze, house.haze)
  const edge = lightSide < 0 ? left + width * 0.72 : left + width * 0.28
  const bright = lit(0.62)
  const dim = scale(lit(0.1), 0.82)
  paintBox(raster, viewport, { left, top, right: edge, bottom: foot }, lightSide < 0 ? bright : dim)
  paintBox(raster, viewport, { left: edge, top, right, bottom: foot }, lightSide < 0 ? dim : bright)
  const roof = random.next()
  if (roof < 0.3)
    paintBox(
      raster,
      viewport,
      { left: left + width * 0.2, top: top - width * 0.3, right: right - width * 0.2, bottom: top },
      dim,
    )
  if (roof > 0.62)
    paintBox(
      raster,
      viewport,
      { left: left + width * 0.48, top: top - width * 1.1, right: left + width * 0.52, bottom: top },
      dim,
    )
  if (roof > 0.8) {
    for (let step = 1; step < 5; step++)
      paintBox(
        raster,
        viewport,
        {
          left: left + width * step * 0.1,
          top: top - width * 0.16 * step,
          right: right - width * step * 0.1,
          bottom: top - width * 0.16 * (step - 1),
        },
        step % 2 ? bright : dim,
      )
  }
  paintWindows(stage, raster, viewport, house)
  if (roof > 0.62 && palette.isDark && stage.has('lights'))
    paintDab(raster, viewport, {
      x: left + width / 2,
      y: top - width * 1.1,
      radiusX: 5,
      radiusY: 5,
      colour: hex('#ff4a4a'),
      opacity: 0.9,
      softness: 0.9,
    })
}

const nightWindows = ['#ffd27a', '#ffe9b0', '#ffb45a', '#bfe4ff'].map(hex)
const neonWindows = ['#ff3da0', '#22e6ff', '#ffd23f', '#9a5aff'].map(hex)

function paintWindows(stage: Stage, raster: Raster, viewport: Viewport, house: House): void {
  const { palette, description } = stage
  const { left, width, top, foot, random } = house
  const isNeon = description.medium === 'neon'
  const glowing = palette.isDark && stage.has('lights')
  const pitchX = random.range(7.5, 12)
  const pitchY = random.range(9, 15)
  const wide = pitchX * random.range(0.4, 0.75)
  const high = pitchY * random.range(0.35, 0.62)
  const share = random.range(0.25, 0.6)
  const day = mix(
    multiply(mix(palette.zenith, hex('#20283a'), 0.5), palette.ambient),
    palette.haze,
    house.haze,
  )
  const shades = isNeon ? neonWindows : nightWindows
  const favourite = random.pick(shades)
  for (let y = top + pitchY * 0.7; y < foot - pitchY; y += pitchY) {
    for (let x = left + pitchX * 0.5; x < left + width - wide - 2; x += pitchX) {
      const isOn = random.next() < share
      const shade = random.chance(0.7) ? favourite : random.pick(shades)
      if (glowing && isOn)
        paintBox(
          raster,
          viewport,
          { left: x, top: y, right: x + wide, bottom: y + high },
          mix(shade, palette.haze, house.haze * 0.55),
          0.95,
        )
      else if (!glowing)
        paintBox(
          raster,
          viewport,
          { left: x, top: y, right: x + wide, bottom: y + high },
          isOn ? mix(day, palette.middle, 0.35) : day,
          0.8,
        )
    }
  }
  if (isNeon && house.haze < 0.4 && random.chance(0.4)) {
    const colour = random.pick(neonWindows)
    const x = left + width * random.range(0.2, 0.7)
    const y = lerp(top, foot, random.range(0.15, 0.45))
    paintDab(raster, viewport, { x, y: y + 40, radiusX: 42, radiusY: 76, colour, opacity: 0.35, softness: 1 })
    paintBox(raster, viewport, { left: x - 7, top: y, right: x + 7, bottom: y + 84 }, colour)
    for (let bar = 0; bar < 5; bar++)
      paintBox(
        raster,
        viewport,
        { left: x - 4, top: y + 6 + bar * 16, right: x + 4, bottom: y + 15 + bar * 16 },
        hex('#fff4ff'),
        0.85,
      )
  }
}
