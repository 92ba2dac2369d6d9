import { cubicHermite, lerp } from '../src/core/interpolation.ts'
import { prospector32, toUnit } from '../src/core/random.ts'

/** A point, a direction or a linear-light colour. */
export type Vector = readonly [number, number, number]

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

export function scale(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor]
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

export function multiply(a: Vector, b: Vector): Vector {
  return [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function normalize(a: Vector): Vector {
  return scale(a, 1 / Math.sqrt(dot(a, a)))
}

export function blend(a: Vector, b: Vector, fraction: number): Vector {
  return [lerp(a[0], b[0], fraction), lerp(a[1], b[1], fraction), lerp(a[2], b[2], fraction)]
}

/** Smooth noise in space, 0..1, the same everywhere. */
export function noiseAt(x: number, y: number, z: number): number {
  const [cellX, cellY, cellZ] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const [u, v, w] = [cubicHermite(x - cellX), cubicHermite(y - cellY), cubicHermite(z - cellZ)]
  const edge = (dy: number, dz: number) => {
    const left = lattice(cellX, cellY + dy, cellZ + dz)
    return lerp(left, lattice(cellX + 1, cellY + dy, cellZ + dz), u)
  }
  const near = lerp(edge(0, 0), edge(1, 0), v)
  const far = lerp(edge(0, 1), edge(1, 1), v)
  return lerp(near, far, w)
}

/** Noise of several octaves, 0..1 around 0.5. */
export function cloudAt(x: number, y: number, z: number, octaves: number): number {
  let sum = 0
  let weights = 0
  for (let octave = 0, size = 1, weight = 1; octave < octaves; octave++, size *= 2.03, weight *= 0.5) {
    sum += noiseAt(x * size, y * size + octave * 17, z * size) * weight
    weights += weight
  }
  return sum / weights
}

function lattice(x: number, y: number, z: number): number {
  return toUnit(prospector32(Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x5bd1e995)))
}
