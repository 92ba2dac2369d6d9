import { clamp } from '../src/core/interpolation.ts'
import type { Raster } from '../src/core/raster.ts'
import { photograph } from './camera.ts'
import { type Material, nearestSurface } from './still-life-forms.ts'
import { add, blend, cloudAt, dot, multiply, normalize, scale, subtract, type Vector } from './vector.ts'

/**
 * A still life by window light: fruit, a glazed jug with flowers and a folded cloth on a wooden table,
 * ray-marched.
 */
export function photographStillLife(widthPx: number, heightPx: number): Raster {
  return photograph({
    widthPx,
    heightPx,
    from: [0.35, 2.7, 8.2],
    at: [0.1, 1.62, 0],
    halfView: 0.3,
    lightAlong,
  })
}

const sun = normalize([-0.75, 0.85, 0.6])
const sunlight: Vector = [1.5, 1.28, 0.98]
const skylight: Vector = [0.13, 0.16, 0.21]

function lightAlong(origin: Vector, direction: Vector): Vector {
  const hit = march(origin, direction, 14)
  if (hit === undefined) return [0.02, 0.02, 0.03]
  const normal = normalAt(hit.point)
  const { colour, gloss } = finishOf(hit.material, hit.point, normal)
  const facing = Math.max(0, dot(normal, sun))
  const shade = facing > 0 ? shadowAt(add(hit.point, scale(normal, 0.02))) : 0
  const open = opennessAt(hit.point, normal)
  const bounce: Vector = scale([0.16, 0.11, 0.07], Math.max(0, 0.5 - 0.5 * normal[1]) * open)
  const light = add(
    scale(sunlight, facing * shade),
    add(scale(skylight, (0.6 + 0.4 * normal[1]) * open), bounce),
  )
  const halfway = normalize(subtract(sun, direction))
  const shine = gloss * shade * Math.max(0, dot(normal, halfway)) ** 160 * 3.4
  const rim = gloss * (1 + dot(normal, direction)) ** 4 * 0.5 * open
  return add(multiply(colour, light), add(scale(sunlight, shine), scale(skylight, rim)))
}

function march(
  origin: Vector,
  direction: Vector,
  reach: number,
): { point: Vector; material: Material } | undefined {
  let travelled = 0
  for (let step = 0; step < 110 && travelled < reach; step++) {
    const point = add(origin, scale(direction, travelled))
    const { distance, material } = nearestSurface(point)
    if (distance < 0.0015 * travelled) return { point, material }
    travelled += distance
  }
  return undefined
}

function shadowAt(point: Vector): number {
  let open = 1
  for (let travelled = 0.03, step = 0; step < 36 && travelled < 6; step++) {
    const { distance } = nearestSurface(add(point, scale(sun, travelled)))
    if (distance < 0.001) return 0
    open = Math.min(open, (9 * distance) / travelled)
    travelled += Math.max(0.03, distance)
  }
  return Math.min(1, open)
}

function opennessAt(point: Vector, normal: Vector): number {
  let closed = 0
  for (let step = 1; step <= 4; step++) {
    const height = 0.09 * step * step * 0.6
    closed += (height - nearestSurface(add(point, scale(normal, height))).distance) / 2 ** step / height
  }
  return clamp(1 - 1.1 * closed, 0.12, 1)
}

function normalAt(point: Vector): Vector {
  const reach = 0.0015
  const slope = (x: number, y: number, z: number) =>
    nearestSurface(add(point, [x, y, z])).distance - nearestSurface(subtract(point, [x, y, z])).distance
  return normalize([slope(reach, 0, 0), slope(0, reach, 0), slope(0, 0, reach)])
}

function finishOf(material: Material, point: Vector, normal: Vector): { colour: Vector; gloss: number } {
  const [x, y, z] = point
  const mottle = cloudAt(x * 5, y * 5, z * 5, 3)
  switch (material) {
    case 'table': {
      const grain = cloudAt(x * 0.9, 0, z * 14 + cloudAt(x, 0, z, 2) * 3, 4)
      const seam = Math.abs(((z + 10) % 1.3) - 0.65) > 0.635 ? 0.35 : 1
      return { colour: scale(blend([0.34, 0.17, 0.07], [0.6, 0.36, 0.17], grain), seam), gloss: 0.12 }
    }
    case 'wall':
      return {
        colour: blend([0.1, 0.17, 0.19], [0.2, 0.29, 0.28], cloudAt(x * 1.1, y * 1.1, 3, 5)),
        gloss: 0,
      }
    case 'red':
      return {
        colour: blend(
          [0.62, 0.03, 0.03],
          [0.85, 0.42, 0.08],
          Math.max(0, normal[1] * 0.9 - 0.25) + mottle * 0.25 - 0.1,
        ),
        gloss: 0.8,
      }
    case 'green':
      return { colour: blend([0.25, 0.45, 0.05], [0.62, 0.66, 0.16], mottle), gloss: 0.8 }
    case 'orange':
      return { colour: [0.95, 0.36 + mottle * 0.06, 0.03], gloss: 0.45 }
    case 'lemon':
      return { colour: [0.95, 0.75, 0.08], gloss: 0.5 }
    case 'grape':
      return { colour: blend([0.13, 0.03, 0.2], [0.32, 0.14, 0.4], mottle), gloss: 0.7 }
    case 'jug': {
      const band = Math.abs(y - 1.5) < 0.07 || Math.abs(y - 0.35) < 0.05
      return {
        colour: band ? [0.85, 0.8, 0.68] : blend([0.04, 0.14, 0.36], [0.1, 0.28, 0.5], mottle),
        gloss: 1,
      }
    }
    case 'petal':
      return { colour: x < -0.9 ? [0.95, 0.9, 0.85] : [0.95, 0.48, 0.55], gloss: 0.05 }
    case 'heart':
      return { colour: [0.9, 0.6, 0.05], gloss: 0.05 }
    case 'leaf':
      return { colour: blend([0.06, 0.22, 0.05], [0.18, 0.4, 0.1], mottle), gloss: 0.2 }
  }
}
