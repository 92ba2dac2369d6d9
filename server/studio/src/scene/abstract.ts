import { type Colour, hex, mix, rotateHue, scale } from '../core/colour.js'
import { clamp01, lerp, smoothstep } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import { paintDab } from './brush.js'
import { paintSphere } from './celestial.js'
import type { Stage } from './composition.js'
import { rasterFor, unitXAt, unitYAt, type Viewport } from './frame.js'
import { namedColours } from './palette-colours.js'

/** Colours that go together, one of which the seed turns into its own. */
const schemes = [
  ['#0f1b3d', '#2f5fa8', '#e8744f', '#ffd9a0'],
  ['#1c0f2e', '#7a2f8f', '#f0568a', '#ffe0b8'],
  ['#06292e', '#1f8a80', '#f2b84a', '#fff3d0'],
  ['#2a1210', '#b83f2a', '#f2a03f', '#ffe9c0'],
  ['#141a24', '#4f6a8a', '#b8c8c8', '#fdf6e8'],
  ['#10240f', '#4f8a3a', '#c8d85a', '#fdf8d0'],
] as const

/** The four colours of an abstract picture, dark to light. */
export function schemeOf(stage: Stage): readonly [Colour, Colour, Colour, Colour] {
  const random = stage.random('scheme')
  const scheme = random.pick(schemes)
  const turn = random.range(-35, 35)
  const { placeColour, colours } = stage.description
  const named = [...(placeColour ? [placeColour] : []), ...colours].map((name) => namedColours[name])
  const tone = (index: 0 | 1 | 2 | 3) => rotateHue(hex(scheme[index]), turn)
  const first = named.at(0)
  const second = named.at(1)
  if (!first) return [tone(0), tone(1), tone(2), tone(3)]
  return [scale(first, 0.3), first, second ?? mix(first, tone(2), 0.2), mix(second ?? first, [1, 1, 1], 0.6)]
}

/**
 * Folded, flowing colour that is lit like silk: noise bent by noise, with the light of its own slopes.
 * Opaque.
 */
export function paintFlow(stage: Stage, viewport: Viewport): Raster {
  const raster = rasterFor(viewport)
  const colours = schemeOf(stage)
  const random = stage.random('flow')
  const noise = stage.noise('flow')
  const grain = random.range(0.55, 1.25)
  const bend = random.range(0.7, 1.9)
  const stripes = random.pick([0, 0, 5, 9])
  const stretch = random.range(0.5, 1.5)
  const { widthPx: columns, heightPx: rows } = viewport
  const heights = new Float32Array(columns * rows)
  const shades = new Float32Array(columns * rows)
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const x = (unitXAt(viewport, column) / 1000) * grain * stretch
      const y = (unitYAt(viewport, row) / 1000) * grain
      const bendX = noise.fbm(x * 1.4, y * 1.4, 3)
      const bendY = noise.fbm(x * 1.4 + 5.2, y * 1.4 + 1.3, 3)
      const fold = noise.fbm(x * 1.7 + bendX * bend * 1.5, y * 1.7 + bendY * bend * 1.5, 4)
      heights[at] = stripes > 0 ? fold + Math.sin(fold * stripes * 4) * 0.07 : fold + 0.4 * bendX
      shades[at] = 0.5 + fold * 1.15 + bendY * 0.35
    }
  }
  const step = Math.max(1, Math.round(viewport.scale * 2))
  const reach = 90 / (step / viewport.scale)
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const right = heights[row * columns + Math.min(columns - 1, column + step)]
      const below = heights[Math.min(rows - 1, row + step) * columns + column]
      const height = heights[at]
      const slope = (height - right) * -stage.lightSide * reach + (height - below) * -reach * 0.7
      const light = clamp01(0.62 + slope * 0.16)
      const share = clamp01(shades[at]) * 3
      const index = Math.min(2, Math.floor(share))
      const colour = mix(colours[index], colours[index + 1], smoothstep(0, 1, share - index))
      const gleam = smoothstep(0.86, 1, light) * 0.5
      for (let channel = 0; channel < 3; channel++) {
        const value = colour[channel] * (0.35 + light * 0.95)
        raster.rgba[at * 4 + channel] = lerp(value, colours[3][channel], gleam) * 255
      }
      raster.rgba[at * 4 + 3] = 255
    }
  }
  return raster
}

/**
 * Balls, rings and motes that float before the flow, from far and veiled to near and clear, each with its
 * shadow.
 */
export function paintFloaters(stage: Stage, target: Raster, viewport: Viewport, isNear: boolean): void {
  const colours = schemeOf(stage)
  const random = stage.random(`floaters/${isNear}`)
  const { frame, lightSide } = stage
  const count = isNear ? random.whole(3, 6) : random.whole(6, 12)
  const heart = { x: frame.width * random.range(0.3, 0.7), y: frame.height * random.range(0.3, 0.7) }
  const isRing = random.chance(0.35)
  for (let index = 0; index < count; index++) {
    const reach = random.range(0.08, 0.5) * frame.width
    const angle = random.range(0, Math.PI * 2)
    const x = heart.x + Math.cos(angle) * reach
    const y = heart.y + Math.sin(angle) * reach * (frame.height / frame.width)
    const radius = (isNear ? random.range(38, 150) : random.range(9, 46)) * (index === 0 ? 1.3 : 1)
    const base = mix(random.pick(colours.slice(1)), colours[0], isNear ? 0 : 0.4)
    if (isNear)
      paintDab(target, viewport, {
        x: x - lightSide * radius * 0.5,
        y: y + radius * 0.6,
        radiusX: radius * 1.25,
        radiusY: radius * 1.2,
        colour: scale(colours[0], 0.4),
        opacity: 0.45,
        softness: 1,
      })
    paintSphere(target, viewport, { x, y, radius }, (nx, ny) => {
      const distance = Math.hypot(nx, ny)
      const nz = Math.sqrt(Math.max(0, 1 - distance * distance))
      const facing = nx * lightSide * 0.6 - ny * 0.65 + nz * 0.45
      const light = smoothstep(-0.4, 1, facing)
      const gloss = Math.max(0, nx * lightSide * 0.42 - ny * 0.5 + nz * 0.76) ** 40
      const bounce = (1 - nz) ** 3 * 0.5
      const surface = mix(mix(scale(base, 0.16 + light * 1.05), colours[3], gloss * 0.85), colours[2], bounce)
      const ring = isRing && index % 2 === 1 ? smoothstep(0.62, 0.7, distance) : 1
      return [surface, ring * (isNear ? 1 : 0.85)]
    })
  }
  for (let mote = 0; mote < (isNear ? 40 : 90); mote++) {
    const radius = random.range(0.8, isNear ? 4.5 : 2.4)
    paintDab(target, viewport, {
      x: random.range(-0.1, 1.1) * frame.width,
      y: random.range(-0.1, 1.1) * frame.height,
      radiusX: radius,
      radiusY: radius,
      colour: colours[3],
      opacity: random.range(0.2, 0.8),
      softness: 0.8,
    })
  }
}
