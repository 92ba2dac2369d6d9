/** Corners of the triangles, three indices into the points for each. */
export type Triangles = readonly (readonly [number, number, number])[]

export interface Point {
  readonly x: number
  readonly y: number
}

interface Triangle {
  readonly corners: readonly [number, number, number]
  /** The triangle across the side that starts at the same place in `corners`; undefined outside. */
  readonly neighbours: [Triangle | undefined, Triangle | undefined, Triangle | undefined]
  removed: boolean
}

/**
 * Joins points into triangles that are as round as they can be (Delaunay, by Bowyer's and Watson's insertion,
 * each point found by walking from the one before). Points must differ from each other; the triangles cover
 * their convex hull.
 */
export function triangulate(points: readonly Point[]): Triangles {
  const all = [...points, ...surroundingTriangle(points)]
  const first: Triangle = {
    corners: [points.length, points.length + 1, points.length + 2],
    neighbours: [undefined, undefined, undefined],
    removed: false,
  }
  let alive: Triangle[] = [first]
  let start = first
  for (let index = 0; index < points.length; index++) {
    const made = insertPoint(all, index, start)
    alive.push(...made)
    start = made[0]
  }
  alive = alive.filter((triangle) => !triangle.removed)
  return alive
    .map(({ corners }) => corners)
    .filter((corners) => corners.every((corner) => corner < points.length))
}

function surroundingTriangle(points: readonly Point[]): Point[] {
  const reach = Math.max(1, ...points.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))))
  return [
    { x: -40 * reach, y: -40 * reach },
    { x: 60 * reach, y: -30 * reach },
    { x: 10 * reach, y: 60 * reach },
  ]
}

interface Side {
  readonly from: number
  readonly to: number
  readonly outside: Triangle | undefined
}

function insertPoint(points: readonly Point[], index: number, start: Triangle): Triangle[] {
  const point = points[index]
  const hole = trianglesAround(points, point, walkTo(points, point, start))
  const sides: Side[] = []
  for (const triangle of hole) {
    triangle.removed = true
    for (const place of [0, 1, 2] as const) {
      const outside = triangle.neighbours[place]
      if (outside !== undefined && hole.has(outside)) continue
      sides.push({ from: triangle.corners[place], to: triangle.corners[nextPlace(place)], outside })
    }
  }
  const startingAt = new Map<number, Triangle>()
  const made = sides.map(({ from, to, outside }) => {
    const triangle: Triangle = {
      corners: [from, to, index],
      neighbours: [outside, undefined, undefined],
      removed: false,
    }
    if (outside !== undefined) outside.neighbours[placeOfSide(outside, to)] = triangle
    startingAt.set(from, triangle)
    return triangle
  })
  for (const triangle of made) {
    const next = startingAt.get(triangle.corners[1])
    triangle.neighbours[1] = next
    if (next !== undefined) next.neighbours[2] = triangle
  }
  return made
}

/**
 * Steps from triangle to triangle towards the point; the limit only guards against rounding that turns in a
 * ring.
 */
function walkTo(points: readonly Point[], point: Point, start: Triangle): Triangle {
  let current = start
  for (let step = 0; step < points.length + 10; step++) {
    const place = ([0, 1, 2] as const).find(
      (side) =>
        turnOf(points[current.corners[side]], points[current.corners[nextPlace(side)]], point) < 0 &&
        current.neighbours[side] !== undefined,
    )
    const next = place === undefined ? undefined : current.neighbours[place]
    if (next === undefined) break
    current = next
  }
  return current
}

/** All triangles whose circle through the corners holds the point: they form one hole around it. */
function trianglesAround(points: readonly Point[], point: Point, start: Triangle): Set<Triangle> {
  const hole = new Set([start])
  for (const triangle of hole) {
    for (const neighbour of triangle.neighbours) {
      if (neighbour !== undefined && !hole.has(neighbour) && circleHolds(points, neighbour, point))
        hole.add(neighbour)
    }
  }
  return hole
}

function circleHolds(points: readonly Point[], { corners }: Triangle, point: Point): boolean {
  const a = points[corners[0]]
  const b = points[corners[1]]
  const c = points[corners[2]]
  const ax = a.x - point.x
  const ay = a.y - point.y
  const bx = b.x - point.x
  const by = b.y - point.y
  const cx = c.x - point.x
  const cy = c.y - point.y
  const lengthA = ax * ax + ay * ay
  const lengthB = bx * bx + by * by
  const lengthC = cx * cx + cy * cy
  return (
    ax * (by * lengthC - lengthB * cy) - ay * (bx * lengthC - lengthB * cx) + lengthA * (bx * cy - by * cx) >
    1e-7
  )
}

function turnOf(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

function nextPlace(place: 0 | 1 | 2): 0 | 1 | 2 {
  return place === 0 ? 1 : place === 1 ? 2 : 0
}

function placeOfSide(triangle: Triangle, from: number): 0 | 1 | 2 {
  return triangle.corners[0] === from ? 0 : triangle.corners[1] === from ? 1 : 2
}
