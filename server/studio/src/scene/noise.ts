import { createRandom } from './random.js'

/** Smooth gradient noise over an unbounded plane; every function is pure and answers about -1 to 1. */
export interface Noise {
  /** One octave. */
  at(x: number, y: number): number
  /** Sum of octaves, each twice as fine and half as strong. */
  fractal(x: number, y: number, octaves: number): number
  /** Sharp crests and round valleys, 0 to 1: mountains and lightning. */
  ridged(x: number, y: number, octaves: number): number
}

// One table of unit gradients serves every seed: a seed only moves the plane under it. 256 x 256 repeats far
// outside of what a picture shows.
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
  const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10)
  const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10)
  const upper = a + u * (b - a)
  return (upper + v * (c + u * (d - c) - upper)) * 1.5
}

function dot(cell: number, dx: number, dy: number): number {
  return gradientX[cell] * dx + gradientY[cell] * dy
}

/** The noise of one seed. Octaves are turned against each other, so that no grid shows. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed)
  const shiftX = random.range(0, 4096)
  const shiftY = random.range(0, 4096)
  return {
    at: (x, y) => gradientNoise(x + shiftX, y + shiftY),
    fractal(x, y, octaves) {
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
