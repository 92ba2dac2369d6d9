import { createGradientNoise, type GradientNoise } from '../core/noise.js'
import { createRandom, type Random, seedOfText } from '../core/random.js'
import { type Frame, frameOf } from './frame.js'
import { choosePalette } from './palette.js'
import type { Palette } from './palette-colours.js'
import type { Element, Light, Place, SceneDescription } from './scene-description.js'

/** A described scene with its camera, its light and its colours: what every painter of a part is given. */
export interface Stage {
  readonly description: SceneDescription
  readonly frame: Frame
  readonly palette: Palette
  /** The line of the horizon, in units from the top. */
  readonly horizon: number
  /** The middle of the sun or moon, in units; its radius. */
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number }
  /** -1 where light comes from the left, 1 from the right. */
  readonly lightSide: -1 | 1
  /** Towards the light: x to the right, y up, z into the picture; length 1. */
  readonly lightDirection: readonly [number, number, number]
  /** Where the eye should go, in units from the left. */
  readonly focusX: number
  /** Units on the picture plane per unit of slope. */
  readonly focalLength: number
  readonly cameraHeight: number
  /** An own stream of numbers for one purpose: one part never changes another. */
  random(purpose: string): Random
  noise(purpose: string): GradientNoise
  has(element: Element): boolean
}

/** Where the horizon lies, as a share of the height. */
const horizonOfPlace: Readonly<Partial<Record<Place, readonly [number, number]>>> = {
  mountains: [0.56, 0.66],
  sea: [0.46, 0.6],
  beach: [0.42, 0.5],
  coast: [0.5, 0.6],
  lake: [0.44, 0.52],
  city: [0.66, 0.76],
  street: [0.56, 0.6],
  meadow: [0.42, 0.54],
  desert: [0.46, 0.6],
  savanna: [0.58, 0.68],
  sky: [0.8, 0.9],
  underwater: [0.64, 0.72],
  space: [0.9, 1.1],
  canyon: [0.42, 0.52],
  volcano: [0.55, 0.65],
  waterfall: [0.36, 0.42],
  forest: [0.5, 0.58],
  village: [0.5, 0.58],
  table: [0.56, 0.62],
  room: [0.62, 0.68],
  windowsill: [0.55, 0.6],
  planet: [0.52, 0.62],
  river: [0.4, 0.48],
}

/** Height of the sun over the horizon, as a share of the sky's height. */
const elevationOfLight = {
  dawn: [0.1, 0.22],
  morning: [0.4, 0.6],
  noon: [0.78, 0.95],
  golden: [0.22, 0.38],
  sunset: [0.04, 0.14],
  dusk: [0.02, 0.06],
  night: [0.5, 0.78],
} as const satisfies Record<Light, readonly [number, number]>

/** Sets camera, light and colours for a described scene in a picture of that shape. */
export function composeStage(description: SceneDescription, widthPx: number, heightPx: number): Stage {
  const frame = frameOf(widthPx, heightPx)
  const random = (purpose: string) => createRandom(seedOfText(`${description.seed}/${purpose}`))
  const layout = random('layout')
  const [horizonLow, horizonHigh] = horizonOfPlace[description.place] ?? [0.5, 0.62]
  // Tall pictures have their horizon a little lower: the sky takes the room that a wide picture does not
  // have.
  const tallness = Math.max(0, frame.height / frame.width - 1) * 0.07
  const horizon = frame.height * (layout.range(horizonLow, horizonHigh) + tallness)
  const lightSide = layout.chance(0.5) ? -1 : 1
  const focusX = frame.width * (0.5 - lightSide * layout.range(0.06, 0.16))
  const [elevationLow, elevationHigh] = elevationOfLight[description.light]
  const elevation = layout.range(elevationLow, elevationHigh)
  const radius = description.light === 'night' ? layout.range(34, 62) : layout.range(26, 44)
  const sun = {
    x: frame.width * (0.5 + lightSide * layout.range(0.16, 0.34)),
    y: Math.max(radius * 1.6, horizon - Math.min(horizon, 1000) * elevation),
    radius,
  }
  const rise = 0.3 + elevation * 0.75
  const length = Math.hypot(0.85, rise, 0.25)
  const elements = new Set(description.elements)
  return {
    description,
    frame,
    horizon,
    lightSide,
    focusX,
    sun,
    random,
    palette: choosePalette(description, random('palette')),
    lightDirection: [(lightSide * 0.85) / length, rise / length, -0.25 / length],
    focalLength: 900,
    cameraHeight: 1,
    noise: (purpose) => createGradientNoise(seedOfText(`${description.seed}/${purpose}`)),
    has: (element) => elements.has(element),
  }
}
