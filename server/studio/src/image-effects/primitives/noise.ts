import type { Plane } from './picture.js'
import { randomAt } from './random.js'

/** Smooth cloud-like noise, 0..1 around 0.5: each octave halves the cell and the weight of the one before. */
export function noisePlane(options: {
  readonly widthPx: number
  readonly heightPx: number
  readonly cellPx: number
  /** Cells may be stretched: the height of one, where it differs from `cellPx`. @default cellPx */
  readonly cellHeightPx?: number
  readonly octaves: number
  readonly seed: number
}): Plane {
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

/** Independent noise for each pixel, -1..1, bell-shaped: film grain. */
export function grainPlane(widthPx: number, heightPx: number, seed: number): Plane {
  const values = new Float32Array(widthPx * heightPx)
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      values[index] = randomAt(x, y, seed) + randomAt(x, y, seed + 7919) - 1
    }
  }
  return { widthPx, heightPx, values }
}

interface Octave {
  readonly widthPx: number
  readonly heightPx: number
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
        upper[column] = randomAt(column, row, seed)
        lower[column] = randomAt(column, row + 1, seed)
      }
      rowReady = row
    }
    const down = ease(y / cellHeightPx - row)
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
      values[index] += (left + (right - left) * ease(position - cell)) * weight
    }
  }
}

function ease(fraction: number): number {
  return fraction * fraction * (3 - 2 * fraction)
}
