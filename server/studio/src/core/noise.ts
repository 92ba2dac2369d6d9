import { cubicHermite, lerp, quinticFade } from './interpolation.js'
import type { Plane } from './picture.js'
import { createRandom, latticeHash } from './random.js'
import type { SizePx } from './size.js'

/**
 * Gradient noise (Perlin's) over an unbounded plane; every function is pure and gives about -1 to 1. Scenes
 * use it, which ask for single points at any scale.
 */
export interface GradientNoise {
  /** One octave. */
  at(x: number, y: number): number
  /** Fractional Brownian motion: a sum of octaves, each twice as fine and half as strong. */
  fbm(x: number, y: number, octaves: number): number
  /** A ridged multifractal, 0 to 1: sharp crests and round valleys, as of mountains. */
  ridged(x: number, y: number, octaves: number): number
}

// One table of unit gradients serves every seed: a seed only moves the plane under it. The table repeats
// every 256 cells, far outside of what a picture shows.
const side = 256
const mask = side - 1
const gradientX = new Float32Array(side * side)
const gradientY = new Float32Array(side * side)
const tableRandom = createRandom(20_011)
for (let cell = 0; cell < side * side; cell++) {
  const angle = tableRandom.next() * Math.PI * 2
  gradientX[cell] = Math.cos(angle)
  gradientY[cell] = Math.sin(angle)
}

/** The noise of one seed. Octaves are turned against each other, so that the lattice does not show. */
export function createGradientNoise(seed: number): GradientNoise {
  const random = createRandom(seed)
  const shiftX = random.range(0, 4096)
  const shiftY = random.range(0, 4096)
  return {
    at: (x, y) => gradientNoise(x + shiftX, y + shiftY),
    fbm(x, y, octaves) {
      let sum = 0
      let strength = 0.5
      let px = x + shiftX
      let py = y + shiftY
      for (let octave = 0; octave < octaves; octave++) {
        sum += strength * gradientNoise(px, py)
        const turned = px * 1.6 - py * 1.2
        py = px * 1.2 + py * 1.6
        px = turned
        strength *= 0.5
      }
      return sum
    },
    ridged(x, y, octaves) {
      let sum = 0
      let strength = 0.5
      let weight = 1
      let px = x + shiftX
      let py = y + shiftY
      for (let octave = 0; octave < octaves; octave++) {
        const crest = 1 - Math.min(1, Math.abs(gradientNoise(px, py)))
        const value = crest * crest * weight
        sum += strength * value
        weight = Math.min(1, value * 1.8)
        const turned = px * 1.6 - py * 1.2
        py = px * 1.2 + py * 1.6
        px = turned
        strength *= 0.52
      }
      return sum
    },
  }
}

function gradientNoise(x: number, y: number): number {
  const cellX = Math.floor(x)
  const cellY = Math.floor(y)
  const dx = x - cellX
  const dy = y - cellY
  const left = cellX & mask
  const right = (cellX + 1) & mask
  const top = (cellY & mask) << 8
  const bottom = ((cellY + 1) & mask) << 8
  const a = dot(top | left, dx, dy)
  const b = dot(top | right, dx - 1, dy)
  const c = dot(bottom | left, dx, dy - 1)
  const d = dot(bottom | right, dx - 1, dy - 1)
  const u = quinticFade(dx)
  const v = quinticFade(dy)
  const upper = a + u * (b - a)
  return (upper + v * (c + u * (d - c) - upper)) * 1.5
}

function dot(cell: number, dx: number, dy: number): number {
  return gradientX[cell] * dx + gradientY[cell] * dy
}

interface ValueNoise extends SizePx {
  readonly cellPx: number
  /** The height of a cell, where cells are stretched. @default cellPx */
  readonly cellHeightPx?: number
  readonly octaves: number
  readonly seed: number
}

/**
 * Value noise over a whole plane, 0..1 around 0.5: fractional Brownian motion, each octave with half the cell
 * and half the weight of the one before. Image effects use it, which need a number for every pixel.
 */
export function valueNoisePlane(options: ValueNoise): Plane {
  const { widthPx, heightPx, octaves, seed } = options
  const values = new Float32Array(widthPx * heightPx)
  let weightSum = 0
  for (let octave = 0; octave < octaves; octave++) {
    const weight = 0.5 ** octave
    weightSum += weight
    const cellWidthPx = Math.max(1, options.cellPx * weight)
    const cellHeightPx = Math.max(1, (options.cellHeightPx ?? options.cellPx) * weight)
    addOctave(values, { widthPx, heightPx, cellWidthPx, cellHeightPx, weight, seed: seed + octave * 101 })
  }
  for (let index = 0; index < values.length; index++) values[index] /= weightSum
  return { widthPx, heightPx, values }
}

interface Octave extends SizePx {
  readonly cellWidthPx: number
  readonly cellHeightPx: number
  readonly weight: number
  readonly seed: number
}

function addOctave(values: Float32Array, octave: Octave): void {
  const { widthPx, heightPx, cellWidthPx, cellHeightPx, weight, seed } = octave
  const columns = Math.ceil(widthPx / cellWidthPx) + 2
  const upper = new Float32Array(columns)
  const lower = new Float32Array(columns)
  let rowReady = -1
  for (let y = 0; y < heightPx; y++) {
    const row = Math.floor(y / cellHeightPx)
    if (row !== rowReady) {
      for (let column = 0; column < columns; column++) {
        upper[column] = latticeHash(column, row, seed)
        lower[column] = latticeHash(column, row + 1, seed)
      }
      rowReady = row
    }
    const down = cubicHermite(y / cellHeightPx - row)
    let column = -1
    let left = 0
    let right = 0
    for (let x = 0, index = y * widthPx; x < widthPx; x++, index++) {
      const position = x / cellWidthPx
      const cell = Math.floor(position)
      if (cell !== column) {
        column = cell
        left = upper[cell] * (1 - down) + lower[cell] * down
        right = upper[cell + 1] * (1 - down) + lower[cell + 1] * down
      }
      values[index] += lerp(left, right, cubicHermite(position - cell)) * weight
    }
  }
}

/** White noise for each pixel, -1..1, triangular in its distribution: film grain. */
export function grainPlane(widthPx: number, heightPx: number, seed: number): Plane {
  const values = new Float32Array(widthPx * heightPx)
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      values[index] = latticeHash(x, y, seed) + latticeHash(x, y, seed + 7919) - 1
    }
  }
  return { widthPx, heightPx, values }
}
