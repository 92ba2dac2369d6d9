import { clamp } from '../../core/interpolation.js'
import { lumaPlane, type Picture, recolour } from '../../core/picture.js'
import { xorshift32 } from '../../core/random.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { edgeStrengthOf } from '../primitives/edges.js'
import { addContrast, saturate } from '../primitives/grading.js'
import { type Point, type Triangles, triangulate } from '../primitives/triangulation.js'

const pointsAim = 2600

/**
 * Triangles over points that crowd along contours; each takes the mean colour beneath it and a facet's slight
 * shade.
 */
export function lowPoly(input: Picture, seed: number): Picture {
  const random = xorshift32(seed)
  const points = scatteredPoints(input, random)
  const triangles = triangulate(points)
  const facets = facetOfPixels(input, points, triangles)
  const colours = facetColours(input, facets, triangles.length)
  const shades = triangles.map((corners) => facetShade(corners, points))
  return recolour(input, (colour, _x, _y, index) => {
    const facet = facets[index]
    if (facet < 0) return
    const shade = shades[facet]
    colour.red = colours[facet * 3] * shade
    colour.green = colours[facet * 3 + 1] * shade
    colour.blue = colours[facet * 3 + 2] * shade
    saturate(colour, 1.3)
    addContrast(colour, 1.08)
  })
}

/**
 * The border, a loose grid, and random points kept where the picture has contours. No two are nearer than
 * `gapPx`.
 */
function scatteredPoints(picture: Picture, random: () => number): Point[] {
  const { widthPx, heightPx } = picture
  const unit = unitPx(picture)
  const edges = blurPlane(edgeStrengthOf(blurPlane(lumaPlane(picture), 1.5 * unit)), 2.5 * unit).values
  const gapPx = Math.max(2, 7 * unit)
  const columns = Math.ceil(widthPx / gapPx) + 1
  const taken = new Uint8Array(columns * (Math.ceil(heightPx / gapPx) + 1))
  const points: Point[] = []
  const place = (x: number, y: number) => {
    const cell = Math.floor(y / gapPx) * columns + Math.floor(x / gapPx)
    if (taken[cell] === 1) return
    taken[cell] = 1
    points.push({ x, y })
  }
  const stepPx = Math.max(4, 58 * unit)
  for (const x of [0, widthPx]) for (const y of [0, heightPx]) place(x, y)
  for (let x = stepPx; x < widthPx - gapPx; x += stepPx * (0.7 + 0.6 * random()))
    for (const y of [0, heightPx]) place(x, y)
  for (let y = stepPx; y < heightPx - gapPx; y += stepPx * (0.7 + 0.6 * random()))
    for (const x of [0, widthPx]) place(x, y)
  for (let y = stepPx / 2; y < heightPx; y += stepPx) {
    for (let x = stepPx / 2; x < widthPx; x += stepPx) {
      place(
        inside(x + (random() - 0.5) * stepPx * 0.8, widthPx),
        inside(y + (random() - 0.5) * stepPx * 0.8, heightPx),
      )
    }
  }
  for (let attempt = 0; attempt < pointsAim * 14 && points.length < pointsAim; attempt++) {
    const x = random() * widthPx
    const y = random() * heightPx
    const edge = edges[Math.floor(y) * widthPx + Math.floor(x)]
    if (random() < edge * 9) place(inside(x, widthPx), inside(y, heightPx))
  }
  // Neighbours in the list are neighbours in the picture: the triangulation's walks stay short.
  return points.sort((a, b) => Math.floor(a.y / stepPx) - Math.floor(b.y / stepPx) || a.x - b.x)
}

function inside(value: number, limit: number): number {
  return clamp(value, 1, limit - 1)
}

/** Which triangle each pixel's middle lies in, or -1. */
function facetOfPixels(picture: Picture, points: readonly Point[], triangles: Triangles): Int32Array {
  const { widthPx, heightPx } = picture
  const facets = new Int32Array(widthPx * heightPx).fill(-1)
  for (const [facet, corners] of triangles.entries()) {
    const [a, b, c] = corners.map((corner) => points[corner])
    const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y)))
    const bottom = Math.min(heightPx - 1, Math.ceil(Math.max(a.y, b.y, c.y)))
    for (let y = top; y <= bottom; y++) {
      const crossings = [crossing(a, b, y + 0.5), crossing(b, c, y + 0.5), crossing(c, a, y + 0.5)]
      const found = crossings.filter((x) => x !== undefined)
      if (found.length < 2) continue
      const left = Math.max(0, Math.floor(Math.min(...found)))
      const right = Math.min(widthPx - 1, Math.ceil(Math.max(...found)))
      for (let x = left; x <= right; x++) facets[y * widthPx + x] = facet
    }
  }
  return facets
}

function crossing(from: Point, to: Point, y: number): number | undefined {
  if (from.y > y === to.y > y) return undefined
  return from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)
}

function facetColours(picture: Picture, facets: Int32Array, count: number): Float64Array {
  const sums = new Float64Array(count * 3)
  const sizes = new Float64Array(count)
  const [reds, greens, blues] = picture.channels
  for (let index = 0; index < facets.length; index++) {
    const facet = facets[index]
    if (facet < 0) continue
    sizes[facet] += 1
    sums[facet * 3] += reds[index]
    sums[facet * 3 + 1] += greens[index]
    sums[facet * 3 + 2] += blues[index]
  }
  return sums.map((sum, place) => sum / Math.max(1, sizes[Math.floor(place / 3)]))
}

/**
 * Facets lean by the direction of their longest corner, as folded paper would: up to 11 % lighter or darker.
 */
function facetShade(corners: readonly [number, number, number], points: readonly Point[]): number {
  const [a, b, c] = corners.map((corner) => points[corner])
  const angle = Math.atan2((a.y + b.y) / 2 - c.y, (a.x + b.x) / 2 - c.x)
  return 1 + 0.11 * Math.cos(angle - 0.8)
}
