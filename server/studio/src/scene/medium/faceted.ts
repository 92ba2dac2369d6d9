import { printLuma } from '../../core/colour.js'
import { bayer4x4 } from '../../core/dither.js'
import { clamp, lerp } from '../../core/interpolation.js'
import { cellSeed, createRandom } from '../../core/random.js'
import type { Raster } from '../../core/raster.js'
import type { Stage } from '../composition.js'
import { pxXAt, pxYAt, unitXAt, unitYAt, type Viewport } from '../frame.js'
import { makeReference, type Reference } from './reference.js'

/** The edge of one pixel of pixel art, in units: 125 of them along the short edge. */
const pixelUnits = 8

/** Large square pixels in few colours, mixed by an ordered pattern. */
export async function finishPixel(viewport: Viewport, picture: Raster): Promise<Raster> {
  const reference = await makeReference(
    picture,
    Math.max(picture.widthPx, picture.heightPx) / Math.max(1, pixelUnits * viewport.scale),
    1,
  )
  const { rgba, widthPx, heightPx } = picture
  const size = pixelUnits * viewport.scale
  const sample = new Float32Array(3)
  const levels = 7
  const columns = Int32Array.from({ length: widthPx }, (_, column) =>
    Math.floor(unitXAt(viewport, column + 0.5) / pixelUnits),
  )
  let lastCell = Number.NaN
  let line = new Uint8ClampedArray(widthPx * 4)
  for (let row = 0; row < heightPx; row++) {
    const cellY = Math.floor(unitYAt(viewport, row + 0.5) / pixelUnits)
    if (cellY !== lastCell) {
      lastCell = cellY
      line = new Uint8ClampedArray(widthPx * 4)
      let previous = Number.NaN
      const colour = [0, 0, 0]
      for (let column = 0; column < widthPx; column++) {
        const cellX = columns[column]
        if (cellX !== previous) {
          previous = cellX
          reference.sample(
            (cellX + 0.5) * size - viewport.left * viewport.scale,
            (cellY + 0.5) * size - viewport.top * viewport.scale,
            sample,
          )
          const threshold = (bayer4x4[((cellY & 3) << 2) | (cellX & 3)] + 0.5) / 16 - 0.5
          const grey = printLuma(sample[0], sample[1], sample[2])
          for (let channel = 0; channel < 3; channel++) {
            const vivid = lerp(grey, sample[channel], 1.25)
            const level = Math.round((vivid / 255) * (levels - 1) + threshold * 0.5)
            colour[channel] = (level / (levels - 1)) * 255
          }
        }
        line[column * 4] = colour[0]
        line[column * 4 + 1] = colour[1]
        line[column * 4 + 2] = colour[2]
        line[column * 4 + 3] = 255
      }
    }
    rgba.set(line, row * widthPx * 4)
  }
  return picture
}

/** The mean distance of the corners of facets, in units. */
const facetUnits = 25

/** Flat triangles whose corners are drawn to the edges of the picture. */
export async function finishLowPoly(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  const reference = await makeReference(picture, 640, 3)
  const firstColumn = Math.floor(viewport.left / facetUnits) - 2
  const firstRow = Math.floor(viewport.top / facetUnits) - 2
  const columns = Math.ceil(viewport.widthPx / viewport.scale / facetUnits) + 5
  const rows = Math.ceil(viewport.heightPx / viewport.scale / facetUnits) + 5
  const corners = new Float32Array(columns * rows * 2)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const random = createRandom(
        cellSeed(firstColumn + column + 7001, firstRow + row + 5003, stage.description.seed),
      )
      let best = -1
      for (let attempt = 0; attempt < 7; attempt++) {
        const x = pxXAt(viewport, (firstColumn + column + random.range(-0.46, 0.46)) * facetUnits)
        const y = pxYAt(viewport, (firstRow + row + random.range(-0.46, 0.46)) * facetUnits)
        const strength = reference.edge(x, y)
        if (strength > best) {
          best = strength
          corners[(row * columns + column) * 2] = x
          corners[(row * columns + column) * 2 + 1] = y
        }
      }
    }
  }
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const [a, b, c, d] = [
        row * columns + column,
        row * columns + column + 1,
        (row + 1) * columns + column,
        (row + 1) * columns + column + 1,
      ]
      if ((row + column) % 2 === 0) {
        facet(picture, reference, corners, a, b, d)
        facet(picture, reference, corners, a, d, c)
      } else {
        facet(picture, reference, corners, a, b, c)
        facet(picture, reference, corners, b, d, c)
      }
    }
  }
  return picture
}

function facet(
  picture: Raster,
  reference: Reference,
  corners: Float32Array,
  a: number,
  b: number,
  c: number,
): void {
  const [ax, ay] = [corners[a * 2], corners[a * 2 + 1]]
  const [bx, by] = [corners[b * 2], corners[b * 2 + 1]]
  const [cx, cy] = [corners[c * 2], corners[c * 2 + 1]]
  const colour = meanColour(reference, ax, ay, bx, by, cx, cy)
  // A facet that leans towards the upper left is a little brighter, like cut stone.
  const lean =
    ((ax + bx - 2 * cx) * 0.6 + (ay + by - 2 * cy)) /
    (Math.abs(ax - cx) + Math.abs(by - cy) + Math.abs(ay - cy) + 1)
  const gain = 1 + clamp(lean * 0.05, -0.09, 0.09)
  const [red, green, blue] = [colour[0] * gain, colour[1] * gain, colour[2] * gain]
  const { rgba, widthPx, heightPx } = picture
  const top = Math.max(0, Math.floor(Math.min(ay, by, cy)))
  const bottom = Math.min(heightPx - 1, Math.ceil(Math.max(ay, by, cy)))
  for (let row = top; row <= bottom; row++) {
    const y = row + 0.5
    let left = Number.POSITIVE_INFINITY
    let right = Number.NEGATIVE_INFINITY
    const cross = (x0: number, y0: number, x1: number, y1: number) => {
      if (y0 > y === y1 > y) return
      const x = x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)
      left = Math.min(left, x)
      right = Math.max(right, x)
    }
    cross(ax, ay, bx, by)
    cross(bx, by, cx, cy)
    cross(cx, cy, ax, ay)
    const last = Math.min(widthPx - 1, Math.ceil(right - 0.5) - 1)
    for (let column = Math.max(0, Math.ceil(left - 0.5)); column <= last; column++) {
      const at = (row * widthPx + column) * 4
      rgba[at] = red
      rgba[at + 1] = green
      rgba[at + 2] = blue
    }
  }
}

function meanColour(
  reference: Reference,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): [number, number, number] {
  const sample = new Float32Array(3)
  const sum: [number, number, number] = [0, 0, 0]
  const weights = [
    [1 / 3, 1 / 3],
    [0.6, 0.2],
    [0.2, 0.6],
    [0.2, 0.2],
  ] as const
  for (const [u, v] of weights) {
    reference.sample(ax * u + bx * v + cx * (1 - u - v), ay * u + by * v + cy * (1 - u - v), sample)
    for (const channel of [0, 1, 2] as const) sum[channel] += sample[channel] / weights.length
  }
  return sum
}
