import { expect, test } from 'vitest'
import { xorshift32 } from '../../core/random.js'
import { type Point, triangulate } from './triangulation.js'

const random = xorshift32(5)
const corners: Point[] = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 0, y: 80 },
  { x: 100, y: 80 },
]
const points = [
  ...corners,
  ...Array.from({ length: 300 }, () => ({ x: 1 + random() * 98, y: 1 + random() * 78 })),
]

test('the triangles cover the whole hull exactly once', () => {
  const area = triangulate(points).reduce((sum, triangle) => {
    const [a, b, c] = triangle.map((corner) => points[corner])
    if (a === undefined || b === undefined || c === undefined) throw new Error('A corner is no point.')
    return sum + Math.abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2
  }, 0)
  expect(area).toBeCloseTo(100 * 80, 6)
})

test('every point is a corner, and there are as many triangles as Euler’s formula says', () => {
  const triangles = triangulate(points)
  expect(new Set(triangles.flat()).size).toBe(points.length)
  expect(triangles).toHaveLength(2 * points.length - 2 - corners.length)
})
