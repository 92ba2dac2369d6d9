import { clamp, clamp01 } from '../src/core/interpolation.ts'
import { add, dot, noiseAt, scale, subtract, type Vector } from './vector.ts'

export type Material =
  | 'table'
  | 'wall'
  | 'red'
  | 'green'
  | 'orange'
  | 'lemon'
  | 'jug'
  | 'petal'
  | 'heart'
  | 'leaf'
  | 'grape'

export interface Surface {
  readonly distance: number
  readonly material: Material
}

const flowers: readonly Vector[] = [
  [-1.15, 3.05, 0.1],
  [-0.62, 3.3, -0.15],
  [-1.6, 2.85, -0.2],
  [-0.3, 2.85, 0.2],
  [-1.0, 3.55, -0.35],
]
const grapes: readonly Vector[] = Array.from({ length: 17 }, (_, index): Vector => {
  const turn = index * 2.4
  const ring = 0.1 + 0.115 * Math.sqrt(index)
  return [1.75 + ring * Math.cos(turn), 0.16 + (index < 7 ? 0.2 : 0), 1.15 + ring * 0.9 * Math.sin(turn)]
})

/** The surface nearest to a point, and how far it is. */
export function nearestSurface(point: Vector): Surface {
  const [x, y, z] = point
  let distance = y
  let material: Material = 'table'
  const offer = (other: number, name: Material) => {
    if (other < distance) {
      distance = other
      material = name
    }
  }
  offer(z + 2.6, 'wall')
  offer(apple(point, [0.25, 0.55, 0.55], 0.58), 'red')
  offer(apple(point, [1.25, 0.5, -0.35], 0.53), 'green')
  offer(ball(point, [-0.35, 0.42, 1.35], 0.42) + 0.006 * noiseAt(x * 26, y * 26, z * 26), 'orange')
  offer(lemon(point, [0.75, 0.3, 1.75]), 'lemon')
  if (x > 1.0 && z > 0.4) for (const grape of grapes) offer(ball(point, grape, 0.165), 'grape')
  offer(jug(point), 'jug')
  if (y > 2.2) {
    for (const [index, flower] of flowers.entries()) {
      offer(petals(point, flower, index), 'petal')
      offer(ball(point, add(flower, [0, 0.03, 0.14]), 0.12), 'heart')
    }
  }
  if (y > 1.7 && y < 3.4) {
    for (const [index, flower] of flowers.entries()) offer(stem(point, flower, index), 'leaf')
  }
  return { distance, material }
}

function ball(point: Vector, centre: Vector, radius: number): number {
  const offset = subtract(point, centre)
  return Math.sqrt(dot(offset, offset)) - radius
}

function apple(point: Vector, centre: Vector, radius: number): number {
  const [x, y, z] = subtract(point, centre)
  const round = Math.sqrt(x * x + z * z)
  const body = Math.sqrt((round - radius * 0.28) ** 2 + (y * 1.02) ** 2) - radius * 0.74
  const stalk = Math.max(
    Math.sqrt((x - 0.08 * y) ** 2 + z * z) - 0.025,
    Math.abs(y - radius * 0.75) - radius * 0.35,
  )
  return Math.min(body * 0.9, stalk)
}

function lemon(point: Vector, centre: Vector): number {
  const [x, y, z] = subtract(point, centre)
  const along = 0.86 * x + 0.5 * z
  const aside = 0.86 * z - 0.5 * x
  const body = Math.sqrt((along * 0.72) ** 2 + y * y + aside * aside) - 0.3
  const tip = Math.sqrt((Math.abs(along) - 0.41) ** 2 + y * y + aside * aside) - 0.07
  return Math.min(body, tip) * 0.8
}

function jug(point: Vector): number {
  const x = point[0] + 0.95
  const z = point[2] + 0.25
  const y = point[1]
  const round = Math.sqrt(x * x + z * z)
  const profile = 0.42 + 0.3 * Math.sin(clamp(y, 0, 2.1) * 1.75 + 0.15) * (y < 1.6 ? 1 : 0.95)
  const wall = Math.max(Math.abs(round - profile) - 0.04, Math.abs(y - 0.97) - 0.97)
  const handle = Math.sqrt((Math.sqrt((x + 0.62) ** 2 + (y - 1.35) ** 2) - 0.36) ** 2 + z * z) - 0.07
  return Math.min(wall, handle) * 0.6
}

function petals(point: Vector, centre: Vector, index: number): number {
  const [x, y, z] = subtract(point, centre)
  const angle = Math.atan2(y, x) + index
  const reach = Math.sqrt(x * x + y * y)
  const outline = 0.3 + 0.09 * Math.cos(angle * (7 + (index % 3)))
  const thickness = 0.05 - 0.06 * reach
  return Math.max(reach - outline, Math.abs(z - reach * reach * 0.7) - Math.max(0.012, thickness)) * 0.55
}

function stem(point: Vector, flower: Vector, index: number): number {
  const root: Vector = [-0.95 + 0.05 * index - 0.1, 1.7, -0.25]
  const along = subtract(flower, root)
  const offset = subtract(point, root)
  const fraction = clamp01(dot(offset, along) / dot(along, along))
  const side = subtract(offset, scale(along, fraction))
  const leaf = 0.03 + 0.13 * Math.max(0, Math.sin(fraction * 9 + index * 2)) ** 3
  return (Math.sqrt((side[0] * 0.7) ** 2 + side[1] ** 2 + (side[2] * 1.3) ** 2) - leaf * 0.6) * 0.5
}
