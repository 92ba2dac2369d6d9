import { hex, mix, rotateHue, scale } from '../core/colour.js'
import { clamp01, smoothstep } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import { paintDab } from './brush.js'
import { paintSphere } from './celestial.js'
import type { Stage } from './composition.js'
import type { Viewport } from './frame.js'
import { namedColours } from './palette-colours.js'

/** A planet's place on the picture, and its looks. */
interface Planet {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly seed: string
  readonly hue: number
  readonly isBanded: boolean
  readonly isRinged: boolean
}

/** Planets with clouds or bands, a night side, air that glows at the rim, and rings. */
export function paintPlanets(stage: Stage, target: Raster, viewport: Viewport): void {
  const random = stage.random('planets')
  const { frame, description } = stage
  const isSpace = description.place === 'space'
  const count = stage.has('planets') ? random.whole(1, 3) : isSpace ? 1 : 0
  for (let index = 0; index < count; index++) {
    const lead = index === 0
    const hasSubject = description.subjects.length > 0
    const radius =
      (lead ? random.range(isSpace ? 190 : 90, isSpace ? 330 : 170) : random.range(22, 70)) *
      (hasSubject && isSpace ? 0.8 : 1)
    const side = lead ? -1 : 1
    const planet: Planet = {
      x: frame.width * (0.5 + side * stage.lightSide * -random.range(0.14, 0.34)),
      y: isSpace
        ? frame.height * random.range(lead ? 0.5 : 0.15, lead ? 0.72 : 0.4)
        : stage.horizon * random.range(0.22, 0.5),
      radius,
      seed: `planet/${index}`,
      hue: random.range(0, 360),
      isBanded: random.chance(0.45),
      isRinged: random.chance(lead ? 0.5 : 0.25),
    }
    paintPlanet(stage, target, viewport, planet)
  }
}

function paintPlanet(stage: Stage, target: Raster, viewport: Viewport, planet: Planet): void {
  const { description, lightSide } = stage
  const noise = stage.noise(planet.seed)
  const named =
    planet.seed === 'planet/0' ? (description.placeColour ?? description.colours.at(0)) : undefined
  const base =
    named && description.place === 'space' ? namedColours[named] : rotateHue(hex('#b0704a'), planet.hue)
  const [low, high, pole] = [
    scale(base, 0.7),
    mix(base, hex('#fff2dc'), 0.5),
    mix(rotateHue(base, 40), [1, 1, 1], 0.6),
  ]
  const air = mix(rotateHue(base, 20), hex('#9ad0ff'), 0.55)
  if (planet.isRinged) paintRing(stage, target, viewport, planet, air, true)
  paintDab(target, viewport, {
    x: planet.x,
    y: planet.y,
    radiusX: planet.radius * 1.25,
    radiusY: planet.radius * 1.25,
    colour: air,
    opacity: 0.3,
    softness: 0.55,
  })
  paintSphere(target, viewport, planet, (nx, ny) => {
    const nz = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny))
    const longitude = Math.atan2(nx, nz + 0.15)
    const bend = noise.fbm(longitude * 1.4, ny * 2.2, 4)
    const pattern = planet.isBanded
      ? 0.5 + 0.5 * Math.sin(ny * 15 + bend * 2.6) + noise.fbm(longitude * 3, ny * 14, 3) * 0.4
      : smoothstep(-0.15, 0.25, noise.fbm(longitude * 2 + bend, ny * 2.4 + bend, 5)) +
        noise.fbm(longitude * 7, ny * 7, 3) * 0.25
    const frost = planet.isBanded ? 0 : smoothstep(0.78, 0.9, Math.abs(ny) + bend * 0.1)
    const cloud = planet.isBanded
      ? 0
      : smoothstep(0.12, 0.4, noise.fbm(longitude * 2.4 + 9, ny * 4 + bend, 5))
    const surface = mix(mix(mix(low, high, clamp01(pattern)), pole, frost), [1, 1, 1], cloud * 0.6)
    const facing = nx * lightSide * 0.75 - ny * 0.45 + nz * 0.5
    const light = smoothstep(-0.15, 0.85, facing)
    const rim = (1 - nz) ** 3 * smoothstep(-0.25, 0.5, facing)
    return [mix(scale(surface, 0.035 + 1.15 * light), air, rim * 0.85), 1]
  })
  if (planet.isRinged) paintRing(stage, target, viewport, planet, air, false)
}

/** Rings of dust; the half behind the planet is painted before it. */
function paintRing(
  stage: Stage,
  target: Raster,
  viewport: Viewport,
  planet: Planet,
  tint: ReturnType<typeof mix>,
  isBehind: boolean,
): void {
  const noise = stage.noise(`${planet.seed}/ring`)
  const tilt = 0.3
  const reach = planet.radius * 2.3
  const turn = 0.3 * -stage.lightSide
  paintSphere(target, viewport, { x: planet.x, y: planet.y, radius: reach }, (nx, ny) => {
    const x = nx * Math.cos(turn) + ny * Math.sin(turn)
    const y = (-nx * Math.sin(turn) + ny * Math.cos(turn)) / tilt
    const distance = Math.hypot(x, y)
    const isFar = y < 0
    if (isFar !== isBehind || distance < 0.56 || distance > 1) return [tint, 0]
    const grooves = 0.55 + noise.at(distance * 26, 0) * 0.5 + noise.at(distance * 70, 4) * 0.25
    const edge = smoothstep(0.56, 0.6, distance) * smoothstep(1, 0.95, distance)
    return [mix(tint, hex('#f2dcb8'), 0.55), clamp01(grooves) * edge * 0.85]
  })
}
