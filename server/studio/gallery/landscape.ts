import { clamp, clamp01 } from '../src/core/interpolation.ts'
import type { Raster } from '../src/core/raster.ts'
import { photograph } from './camera.ts'
import { add, blend, cloudAt, dot, multiply, noiseAt, normalize, scale, type Vector } from './vector.ts'

/**
 * A mountain lake on a clear morning: snowy peaks, a forested shore, a red cabin and their reflection,
 * ray-marched.
 */
export function photographLandscape(widthPx: number, heightPx: number): Raster {
  return photograph({ widthPx, heightPx, from: [0, 1.5, 12], at: [0, 2.1, 0], halfView: 0.42, lightAlong })
}

const sun = normalize([-0.6, 0.55, 0.35])
const sunlight: Vector = [1.25, 1.02, 0.74]
const skylight: Vector = [0.15, 0.21, 0.32]
const reach = 70

/** The height of the ground; the lake's surface lies at 0. */
function groundAt(x: number, z: number, octaves: number): number {
  const shore = 0.5 - 0.32 * Math.sqrt(x * x * 0.12 + (z - 4) * (z - 4) * 0.035) * -1
  const away = Math.max(0, -z - 6)
  const peaks = Math.max(0, cloudAt(x * 0.085 + 3.2, 0, z * 0.085, octaves) - 0.36) * away * 0.95
  const ridge =
    (1 - Math.abs(cloudAt(x * 0.2, 4, z * 0.2, Math.max(2, octaves - 2)) * 2 - 1)) *
    Math.min(2.2, away * 0.16)
  const hills = Math.abs(x) > 3 ? (Math.abs(x) - 3) * 0.16 : 0
  return shore - 1.65 + hills + peaks + ridge + 0.35 * cloudAt(x * 0.7, 9, z * 0.7, 3)
}

/** The ground and what grows on it, worked out once on a fine grid: the rays then only look it up. */
interface Relief {
  readonly ground: Float32Array
  readonly top: Float32Array
}

const grid = { left: -42, back: -60, perUnit: 22, columns: 84 * 22, rows: 73 * 22 }

function surveyed(): Relief {
  const ground = new Float32Array(grid.columns * grid.rows)
  const top = new Float32Array(ground.length)
  for (let row = 0, index = 0; row < grid.rows; row++) {
    for (let column = 0; column < grid.columns; column++, index++) {
      const x = grid.left + column / grid.perUnit
      const z = grid.back + row / grid.perUnit
      const height = groundAt(x, z, 6)
      ground[index] = height
      top[index] = forested(x, z, height) ? height + treeAt(x, z) : height
    }
  }
  return { ground, top }
}

let survey: Relief | undefined

function relief(): Relief {
  survey ??= surveyed()
  return survey
}

function lookUp(heights: Float32Array, x: number, z: number): number {
  const column = clamp((x - grid.left) * grid.perUnit, 0, grid.columns - 2)
  const row = clamp((z - grid.back) * grid.perUnit, 0, grid.rows - 2)
  const at = Math.floor(row) * grid.columns + Math.floor(column)
  const across = column % 1
  const upper = (heights[at] ?? 0) * (1 - across) + (heights[at + 1] ?? 0) * across
  const lower =
    (heights[at + grid.columns] ?? 0) * (1 - across) + (heights[at + grid.columns + 1] ?? 0) * across
  return upper + (lower - upper) * (row % 1)
}

/** Firs: cones on a jittered grid near the water, as a height over the ground. */
function treeAt(x: number, z: number): number {
  const cell = 0.42
  const column = Math.floor(x / cell)
  const row = Math.floor(z / cell)
  let height = 0
  for (let dx = 0; dx <= 1; dx++) {
    for (let dz = 0; dz <= 1; dz++) {
      const [i, j] = [column + dx, row + dz]
      const treeX = (i + (noiseAt(i * 7.3, j * 3.1, 1) - 0.5) * 0.8) * cell
      const treeZ = (j + (noiseAt(i * 2.9, j * 5.7, 2) - 0.5) * 0.8) * cell
      const tall = 0.55 + 0.75 * noiseAt(i * 1.7, j * 1.3, 5)
      const aside = Math.sqrt((x - treeX) ** 2 + (z - treeZ) ** 2)
      const wobble = 0.85 + 0.3 * noiseAt(x * 14, tall * 9, z * 14)
      height = Math.max(height, tall * (1 - (aside / 0.2) * wobble))
    }
  }
  return height
}

function forested(x: number, z: number, ground: number): boolean {
  return (
    ground > 0.12 &&
    ground < 2.6 &&
    z < 3 &&
    z > -26 &&
    noiseAt(x * 0.45 + 8, 2, z * 0.45) > 0.3 &&
    !nearCabin(x, z)
  )
}

const cabin = { x: 3.3, z: -2.2 }

function nearCabin(x: number, z: number): boolean {
  return Math.abs(x - cabin.x) < 0.95 && Math.abs(z - cabin.z) < 1.2
}

function lightAlong(origin: Vector, direction: Vector): Vector {
  if (direction[1] < 0) {
    const travelled = -origin[1] / direction[1]
    const hit = march(origin, direction, Math.min(reach, travelled))
    if (hit !== undefined) return hit
    if (travelled < reach * 2) return water(add(origin, scale(direction, travelled)), direction, travelled)
  }
  return march(origin, direction, reach) ?? skyAlong(direction)
}

function water(point: Vector, direction: Vector, travelled: number): Vector {
  const [x, , z] = point
  const swell = 0.05 / (1 + travelled * 0.05)
  const ripple = (cloudAt(x * 2.2, 1, z * 7, 3) - 0.5) * swell
  const mirrored = normalize([
    direction[0] + ripple,
    Math.max(0.004, -direction[1] + ripple * 1.5),
    direction[2],
  ])
  const reflection = march(add(point, [0, 0.01, 0]), mirrored, reach) ?? skyAlong(mirrored)
  const fresnel = 0.25 + 0.75 * (1 - Math.min(1, -direction[1] * 2.2)) ** 2
  return blend([0.02, 0.09, 0.1], reflection, fresnel)
}

function march(origin: Vector, direction: Vector, limit: number): Vector | undefined {
  let before = 0
  for (let travelled = 0.3, step = 0; step < 260 && travelled < limit; step++) {
    const point = add(origin, scale(direction, travelled))
    const wall = cabinAt(point)
    if (wall !== undefined) return hazed(wall, direction, travelled)
    const ground = lookUp(relief().ground, point[0], point[2])
    const top = lookUp(relief().top, point[0], point[2])
    if (point[1] < top)
      return hazed(
        groundLight(add(origin, scale(direction, (before + travelled) / 2)), ground, top),
        direction,
        travelled,
      )
    before = travelled
    travelled += Math.max(0.025 + travelled * 0.004, (point[1] - ground - 1.4) * 0.35)
  }
  return undefined
}

function groundLight(point: Vector, ground: number, top: number): Vector {
  const [x, y, z] = point
  const gap = 0.06
  const rise = (dx: number, dz: number) =>
    lookUp(relief().ground, x + dx, z + dz) - lookUp(relief().ground, x - dx, z - dz)
  const normal = normalize([-rise(gap, 0), 2 * gap, -rise(0, gap)])
  const mottle = cloudAt(x * 3, y * 3, z * 3, 3)
  let colour: Vector = blend([0.16, 0.2, 0.06], [0.36, 0.34, 0.13], mottle)
  if (top > ground + 0.02)
    colour = blend([0.015, 0.05, 0.025], [0.07, 0.15, 0.05], ((y - ground) / (top - ground)) * mottle * 1.6)
  else if (ground < 0.16) colour = [0.4, 0.34, 0.25]
  else if (ground > 2.2) {
    const rock = blend([0.2, 0.19, 0.2], [0.36, 0.33, 0.31], mottle)
    const snow = clamp01((ground - 3.4) * 0.7 + (normal[1] - 0.7) * 2.4 + (mottle - 0.5) * 2)
    colour = blend(rock, [0.92, 0.94, 1], snow)
  }
  const sunny = top > ground + 0.02 ? 0.35 + 0.5 * mottle : Math.max(0, dot(normal, sun))
  return multiply(colour, add(scale(sunlight, sunny), scale(skylight, 0.55 + 0.45 * normal[1])))
}

function cabinAt(point: Vector): Vector | undefined {
  const x = point[0] - cabin.x
  const z = point[2] - cabin.z
  const y = point[1] - 0.22
  if (Math.abs(x) > 0.75 || Math.abs(z) > 0.6 || y < -0.5 || y > 1.3) return undefined
  const roof = 1.15 - Math.abs(x) * 0.85
  if (y > roof) return undefined
  if (y > roof - 0.09) return multiply([0.1, 0.1, 0.12], add(scale(sunlight, x < 0 ? 0.9 : 0.25), skylight))
  if (Math.abs(x) > 0.58 || Math.abs(z) > 0.5) return undefined
  const window = Math.abs(Math.abs(x) - 0.28) < 0.11 && Math.abs(y - 0.35) < 0.14
  const frame = Math.abs(Math.abs(x) - 0.28) < 0.14 && Math.abs(y - 0.35) < 0.17
  const colour: Vector = window ? [0.9, 0.62, 0.25] : frame ? [0.85, 0.82, 0.75] : [0.5, 0.07, 0.045]
  return multiply(colour, add(scale(sunlight, 0.45), scale(skylight, 0.6)))
}

function hazed(light: Vector, direction: Vector, travelled: number): Vector {
  return blend(
    light,
    blend([0.3, 0.38, 0.52], [0.7, 0.55, 0.38], Math.max(0, dot(direction, sun)) ** 4),
    1 - Math.exp(-travelled * 0.0055),
  )
}

function skyAlong(direction: Vector): Vector {
  const height = Math.max(0, direction[1])
  const sky = blend([0.5, 0.58, 0.68], [0.07, 0.18, 0.45], Math.min(1, height * 2.4) ** 0.7)
  const glow = scale([1, 0.75, 0.45], Math.max(0, dot(direction, sun)) ** 12 * 0.9)
  const x = direction[0] / (height + 0.12)
  const z = direction[2] / (height + 0.12)
  const cover = Math.max(0, cloudAt(x * 0.55 + 4, 0.5, z * 0.9, 6) - 0.5) * 4.2
  return blend(add(sky, glow), [0.85, 0.8, 0.74], Math.min(0.9, cover) * Math.min(1, height * 9))
}
