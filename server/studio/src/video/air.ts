import { lerp } from '../core/interpolation.js'
import { particleHash } from '../core/random.js'
import type { SizePx } from '../core/size.js'
import { unitPx } from './design-unit.js'
import type { Weather } from './direction.js'
import { drawSpot, drawStreak } from './spots.js'
import { sway } from './sway.js'
import { createWash, fillWash, layWash, type Wash } from './wash.js'
import type { YuvPicture } from './yuv-picture.js'

/**
 * What hangs or falls in the air. Every particle's place is a pure function of time, so no state has to be
 * kept.
 */
export interface Air {
  readonly seed: number
  /** 1 is plenty; more makes a storm. */
  readonly density: number
  readonly speed: number
  /** -1 blows left, 1 right. */
  readonly wind: number
}

/** Draws one kind of weather over a frame at that second. 'none' draws nothing. */
export function drawWeather(target: YuvPicture, weather: Weather, air: Air, seconds: number): void {
  if (weather === 'snow') drawSnow(target, air, seconds)
  else if (weather === 'rain') drawRain(target, air, seconds)
  else if (weather === 'fireflies') drawFireflies(target, air, seconds)
  else if (weather === 'embers') drawEmbers(target, air, seconds)
  else if (weather === 'fog') drawFog(target, air, seconds)
}

/** Flakes at every distance: far ones small, slow and many, near ones large, fast and out of focus. */
export function drawSnow(target: YuvPicture, air: Air, seconds: number): void {
  const { widthPx, heightPx } = target
  const unit = unitPx(target)
  const count = Math.round(420 * air.density * areaFactor(target))
  for (let index = 0; index < count; index++) {
    const near = particleHash(air.seed, index, 0) ** 3
    const radiusPx = lerp(1.1, 7.5, near) * unit
    const fallPx = (lerp(45, 210, near) + 30 * particleHash(air.seed, index, 1)) * unit * air.speed * seconds
    const driftPx =
      (lerp(14, 60, near) * air.wind * seconds * air.speed +
        16 * sway(seconds, particleHash(air.seed, index, 2))) *
      unit
    const margin = radiusPx * 2
    drawSpot(
      target,
      {
        x: wrap(particleHash(air.seed, index, 3) * widthPx + driftPx, widthPx, margin),
        y: wrap(particleHash(air.seed, index, 4) * heightPx + fallPx, heightPx, margin),
        radiusPx,
        strength: lerp(0.85, 0.5, near),
        shape: 'soft',
      },
      { y: 232, u: 129, v: 127 },
    )
  }
}

/** Streaks as long as a drop falls while a frame is exposed. */
export function drawRain(target: YuvPicture, air: Air, seconds: number): void {
  const { widthPx, heightPx } = target
  const unit = unitPx(target)
  const count = Math.round(300 * air.density * areaFactor(target))
  for (let index = 0; index < count; index++) {
    const near = particleHash(air.seed, index, 0) ** 2
    const lengthPx = lerp(16, 62, near) * unit
    const fallPx = lerp(620, 1750, near) * unit * air.speed * seconds
    const slant = air.wind * (0.16 + 0.03 * particleHash(air.seed, index, 1))
    const rounds = Math.floor((particleHash(air.seed, index, 4) * heightPx + fallPx) / (heightPx + lengthPx))
    // Each fall starts somewhere else, or the eye finds the same drop again.
    const start = particleHash(air.seed + rounds, index, 3) * widthPx * 1.3 - widthPx * 0.15
    const y = wrap(particleHash(air.seed, index, 4) * heightPx + fallPx, heightPx, lengthPx)
    drawStreak(
      target,
      {
        x: start + slant * y,
        y,
        reachXPx: slant * lengthPx,
        reachYPx: lengthPx,
        thicknessPx: lerp(0.8, 1.9, near) * unit,
        strength: lerp(0.16, 0.36, near),
      },
      222,
    )
  }
}

/** Warm lights that wander and breathe, a few of them near and out of focus. */
export function drawFireflies(target: YuvPicture, air: Air, seconds: number): void {
  const { widthPx, heightPx } = target
  const unit = unitPx(target)
  const count = Math.round(46 * air.density)
  for (let index = 0; index < count; index++) {
    const phase = particleHash(air.seed, index, 0)
    const time = seconds * air.speed
    const glow =
      Math.max(0, Math.sin(time * lerp(0.9, 1.9, particleHash(air.seed, index, 1)) + phase * 6.283)) ** 1.5
    if (glow < 0.02) continue
    const near = particleHash(air.seed, index, 2) ** 2
    const x = particleHash(air.seed, index, 3) * widthPx + 70 * unit * sway(time, phase)
    const y =
      lerp(0.22, 1.02, particleHash(air.seed, index, 4)) * heightPx +
      45 * unit * sway(time * 1.2, phase + 0.37)
    const colour = {
      y: 205,
      u: 62 + 30 * particleHash(air.seed, index, 5),
      v: 138 + 12 * particleHash(air.seed, index, 6),
    }
    if (index % 9 === 0) {
      drawSpot(target, { x, y, radiusPx: 34 * unit, strength: 0.34 * glow, shape: 'lens' }, colour)
    } else {
      drawSpot(
        target,
        { x, y, radiusPx: lerp(12, 26, near) * unit, strength: 0.5 * glow, shape: 'soft' },
        colour,
      )
      drawSpot(
        target,
        { x, y, radiusPx: lerp(2, 4, near) * unit, strength: glow, shape: 'soft' },
        { y: 235, u: 104, v: 134 },
      )
    }
  }
}

/** Glowing specks that rise from below, waver and go out on the way up. */
export function drawEmbers(target: YuvPicture, air: Air, seconds: number): void {
  const { widthPx, heightPx } = target
  const unit = unitPx(target)
  const count = Math.round(110 * air.density)
  for (let index = 0; index < count; index++) {
    const near = particleHash(air.seed, index, 0) ** 2
    const phase = particleHash(air.seed, index, 1)
    const life = (phase + seconds * air.speed * lerp(0.13, 0.3, particleHash(air.seed, index, 2))) % 1
    const x =
      particleHash(air.seed, index, 3) * widthPx +
      (40 * sway(seconds * 1.6, phase) + 90 * air.wind * life) * unit
    const y = heightPx * (1.03 - life * lerp(0.6, 1.1, particleHash(air.seed, index, 4)))
    const flicker = 0.7 + 0.3 * Math.sin(seconds * 17 + phase * 90)
    const strength = Math.min(1, life * 8) * (1 - life) * flicker
    drawSpot(
      target,
      { x, y, radiusPx: lerp(4, 11, near) * unit, strength: strength * 0.4, shape: 'soft' },
      { y: 140, u: 80, v: 190 },
    )
    drawSpot(
      target,
      { x, y, radiusPx: lerp(1.2, 3, near) * unit, strength, shape: 'soft' },
      { y: 205, u: 70, v: 165 },
    )
  }
}

const fogWashes = new WeakMap<YuvPicture, Wash>()

/** Two veils that pass each other, thicker towards the ground. */
export function drawFog(target: YuvPicture, air: Air, seconds: number): void {
  const wash = fogWashes.get(target) ?? createWash(target)
  fogWashes.set(target, wash)
  const time = seconds * air.speed * 0.35
  const phase = particleHash(air.seed, 0, 0) * 6.283
  fillWash(wash, (across, down) => {
    const one = Math.sin(across * 5.1 - time * air.wind + Math.sin(down * 4 + phase) * 1.3)
    const two = Math.sin(
      across * 8.7 + down * 3 - time * 1.7 * air.wind + phase * 2 + Math.sin(across * 3 + time),
    )
    const height = Math.min(1, 0.25 + down * 0.9)
    return Math.min(0.85, air.density * 0.5 * height * (0.62 + 0.24 * one + 0.16 * two))
  })
  layWash(target, wash, { y: 196, u: 130, v: 126 })
}

/**
 * How many times the area of 1280 x 720 design pixels a picture has, at least 1: a long picture holds more.
 */
function areaFactor({ widthPx, heightPx }: SizePx): number {
  const unit = unitPx({ widthPx, heightPx })
  return Math.max(1, (widthPx * heightPx) / (921600 * unit * unit))
}

/** Keeps falling things coming: past the far edge they return at the near one, both out of sight. */
function wrap(value: number, size: number, margin: number): number {
  const span = size + margin * 2
  return ((((value + margin) % span) + span) % span) - margin
}
