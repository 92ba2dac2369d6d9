import { hex, mix } from '../core/colour.js'
import { lerp, smoothstep } from '../core/interpolation.js'
import type { GradientNoise } from '../core/noise.js'
import type { Stage } from './composition.js'
import type { DepthRange, Ground } from './terrain.js'

/** The ground of a place and the strips that it is painted in, far to near. */
export interface Landscape {
  readonly ground: Ground
  readonly strips: readonly DepthRange[]
}

/** Height of a ground over its plane, in camera heights. */
export type Heights = (x: number, z: number) => number

/** Where the nearest strip of ground begins: just below the lower edge of the tallest picture. */
export const nearest = 0.62
/**
 * Strips between the given distances, far to near; each begins a little before its limit, behind the nearer
 * one.
 */
export const strips = (...limits: number[]): DepthRange[] =>
  limits
    .slice(1)
    .map((far, index) => ({ near: limits[index] * (index === 0 ? 1 : 0.8), far }))
    .reverse()

/** The height of a far range of sharp peaks. */
export function alpsAt(noise: GradientNoise, x: number, z: number, from: number): number {
  const rise = smoothstep(from, from + 22, z)
  if (rise <= 0) return 0
  return rise * (noise.ridged(x * 0.055, z * 0.055, 6) - 0.22) * 19
}

/** How fast the air hides what is far, in the weather of the stage. */
export function hazeOf(stage: Stage): number {
  const { weather, mood } = stage.description
  if (weather.includes('fog')) return 0.13
  const wet = weather.includes('rain') || weather.includes('storm') || weather.includes('snowfall')
  return (wet ? 0.035 : 0.019) * (mood === 'dreamy' ? 1.5 : 1)
}

/** Grass, turning to rock where it is steep and to snow where it is high; snow everywhere in winter. */
export function greenSurface(stage: Stage, treeLine: number): Ground['surface'] {
  const { palette, description } = stage
  const noise = stage.noise('patches')
  const isWinter = description.season === 'winter' && stage.has('snow')
  const isForest = description.place === 'forest'
  const isDry = description.place === 'savanna'
  const low = isDry
    ? mix(palette.dryGrass, hex('#d8b25a'), 0.6)
    : isForest
      ? mix(palette.grass, palette.earth, 0.35)
      : palette.grass
  const floor =
    description.season === 'autumn' && isForest
      ? mix(palette.earth, palette.foliage[1], 0.45)
      : palette.dryGrass
  return (x, z, height, steepness, out) => {
    const patch = 0.5 + 0.5 * noise.fbm(x * 0.55, z * 0.4, 3)
    const rocky = smoothstep(0.24, 0.5, steepness + patch * 0.12) * smoothstep(0.4, 2.6, height)
    const snowy = isWinter
      ? 1 - smoothstep(0.4, 0.6, steepness)
      : smoothstep(treeLine + 1.6, treeLine + 3.4, height + patch * 1.6) *
        (1 - smoothstep(0.5, 0.72, steepness))
    for (let channel = 0; channel < 3; channel++) {
      const grass = low[channel] + (floor[channel] - low[channel]) * patch * 0.75
      const bare = lerp(grass, palette.rock[channel] * (0.8 + patch * 0.4), rocky)
      out[channel] = lerp(bare, palette.snow[channel], snowy)
    }
  }
}

/** As the green surface, with a strip of sand or pebbles along the water. */
export function shoreSurface(stage: Stage, treeLine: number): Ground['surface'] {
  const green = greenSurface(stage, treeLine)
  const strand = mix(stage.palette.sand, stage.palette.rock, 0.4)
  return (x, z, height, steepness, out) => {
    green(x, z, height, steepness, out)
    const bare = 1 - smoothstep(0.04, 0.12 + z * 0.004, height)
    for (let channel = 0; channel < 3; channel++) {
      out[channel] += (strand[channel] * (0.6 + height * 3) - out[channel]) * bare
    }
  }
}
