import { lerp } from '../core/interpolation.js'
import { cellPx, type Mesh } from './mesh.js'
import { layVeil, readVeil, type Veil } from './veil.js'
import { type Blocks, blockPx, empty, full, mixed, type YuvLayer } from './yuv-layer.js'
import type { YuvPicture } from './yuv-picture.js'

/** A layer and where the frame's pixels lie on it at this moment. */
export interface PlacedLayer {
  readonly planes: YuvLayer
  readonly mesh: Mesh
}

/**
 * Draws a frame from layers, back to front, square by square: what an opaque square hides is never touched
 * and empty squares are free, so eight layers take little longer than one. The first layer must be opaque.
 */
export function composeFrame(target: YuvPicture, layers: readonly PlacedLayer[]): void {
  const columns = Math.ceil(target.widthPx / cellPx)
  const rows = Math.ceil(target.heightPx / cellPx)
  const seen: PlacedLayer[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      seen.length = 0
      let behind = 0
      for (let index = layers.length - 1; index >= 0; index--) {
        const layer = layers[index]
        const kind = index === 0 ? full : kindUnder(layer, column, row)
        if (kind === empty) continue
        seen.push(layer)
        if (kind === full) {
          behind = seen.length
          break
        }
      }
      for (let index = seen.length - 1; index >= 0; index--) {
        drawSquare(target, seen[index], column, row, index === behind - 1)
      }
    }
  }
}

/** The current square's four corners on the current layer: x and y, left to right, top to bottom. */
const corners = new Float64Array(8)

function readCorners(layer: PlacedLayer, column: number, row: number): void {
  const { mesh, planes } = layer
  const upper = row * mesh.columns + column
  readCorner(0, upper, mesh, planes)
  readCorner(2, upper + 1, mesh, planes)
  readCorner(4, upper + mesh.columns, mesh, planes)
  readCorner(6, upper + mesh.columns + 1, mesh, planes)
}

function readCorner(to: number, from: number, mesh: Mesh, planes: YuvLayer): void {
  corners[to] = inside(mesh.xs[from], planes.widthPx - 2.01)
  corners[to + 1] = inside(mesh.ys[from], planes.heightPx - 2.01)
}

function kindUnder(layer: PlacedLayer, column: number, row: number): number {
  readCorners(layer, column, row)
  let left = corners[0]
  let top = corners[1]
  let right = left
  let bottom = top
  for (let corner = 2; corner < 8; corner += 2) {
    const x = corners[corner]
    const y = corners[corner + 1]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  // One more pixel, which sampling between pixels reads, and one for the half-size planes.
  return kindOfBlocks(layer.planes.blocks, left, top, right + 2, bottom + 2)
}

function kindOfBlocks(blocks: Blocks, left: number, top: number, right: number, bottom: number): number {
  const columnLast = Math.min(blocks.columns - 1, Math.floor(right / blockPx))
  const rowLast = Math.min(blocks.rows - 1, Math.floor(bottom / blockPx))
  let found = -1
  for (let row = Math.floor(top / blockPx); row <= rowLast; row++) {
    for (let column = Math.floor(left / blockPx); column <= columnLast; column++) {
      const kind = kindAt(blocks, row * blocks.columns + column)
      if (kind === mixed || (found !== -1 && kind !== found)) return mixed
      found = kind
    }
  }
  return found === -1 ? empty : found
}

/** Before the first block lies nothing; the corners of a layer two pixels wide or high may fall there. */
function kindAt({ kinds }: Blocks, block: number): number {
  return block < 0 ? empty : kinds[block]
}

function drawSquare(
  target: YuvPicture,
  layer: PlacedLayer,
  column: number,
  row: number,
  opaque: boolean,
): void {
  readCorners(layer, column, row)
  const { planes } = layer
  const { widthPx, heightPx } = target
  const left = column * cellPx
  const top = row * cellPx
  const wide = Math.min(cellPx, widthPx - left)
  const high = Math.min(cellPx, heightPx - top)
  const start = top * widthPx + left
  const half = (top / 2) * (widthPx / 2) + left / 2
  const { y, u, v, veil } = planes
  if (veil !== undefined && !opaque) {
    const veilPlane = (drawn: Uint8Array, values: Float32Array, every: 1 | 2, first: number) => {
      readVeilCorners(veil, values)
      const square = { drawn, stride: widthPx / every, start: first, wide: wide / every, high: high / every }
      layVeil({ ...square, cell: cellPx / every, covers: veilCovers, values: veilValues })
    }
    veilPlane(target.y, veil.y, 1, start)
    veilPlane(target.u, veil.u, 2, half)
    veilPlane(target.v, veil.v, 2, half)
  } else if (opaque) {
    copyPlane(y, planes.widthPx, target.y, widthPx, start, wide, high, 1)
    copyPlane(u, planes.widthPx / 2, target.u, widthPx / 2, half, wide / 2, high / 2, 2)
    copyPlane(v, planes.widthPx / 2, target.v, widthPx / 2, half, wide / 2, high / 2, 2)
  } else {
    blendPlane(y, planes.widthPx, target.y, widthPx, start, wide, high, 1)
    blendPlane(u, planes.widthPx / 2, target.u, widthPx / 2, half, wide / 2, high / 2, 2)
    blendPlane(v, planes.widthPx / 2, target.v, widthPx / 2, half, wide / 2, high / 2, 2)
  }
}

const veilCovers = new Float64Array(4)
const veilValues = new Float64Array(4)

function readVeilCorners(veil: Veil, values: Float32Array): void {
  for (let corner = 0; corner < 4; corner++) {
    const x = corners[corner * 2]
    const y = corners[corner * 2 + 1]
    veilCovers[corner] = readVeil(veil, veil.cover, x, y)
    veilValues[corner] = readVeil(veil, values, x, y)
  }
}

// The two innermost loops: plain arguments and fixed point (16 fractional bits), because they run for every
// sample of every frame, and separate, because a test for cover inside the loop halved the speed of both. A
// layer two pixels wide or high has no neighbour to interpolate with: a read outside gives undefined, which
// `& 255` and `| 0` turn into an empty sample. A bounds check in their place made videos a quarter slower.

function copyPlane(
  samples: Uint16Array,
  stride: number,
  drawn: Uint8Array,
  drawnStride: number,
  start: number,
  wide: number,
  high: number,
  every: 1 | 2,
): void {
  for (let row = 0; row < high; row++) {
    setRun((row * every) / cellPx, every)
    let x = run[0]
    let y = run[1]
    const stepX = run[2]
    const stepY = run[3]
    let at = start + row * drawnStride
    const end = at + wide
    for (; at < end; at++) {
      const from = (y >> 16) * stride + (x >> 16)
      const right = (x >> 8) & 255
      const above = samples[from] & 255
      const below = samples[from + stride] & 255
      const upper = (above << 8) + ((samples[from + 1] & 255) - above) * right
      const lower = (below << 8) + ((samples[from + stride + 1] & 255) - below) * right
      drawn[at] = ((upper << 8) + (lower - upper) * ((y >> 8) & 255) + 32768) >> 16
      x += stepX
      y += stepY
    }
  }
}

function blendPlane(
  samples: Uint16Array,
  stride: number,
  drawn: Uint8Array,
  drawnStride: number,
  start: number,
  wide: number,
  high: number,
  every: 1 | 2,
): void {
  for (let row = 0; row < high; row++) {
    setRun((row * every) / cellPx, every)
    let x = run[0]
    let y = run[1]
    const stepX = run[2]
    const stepY = run[3]
    let at = start + row * drawnStride
    const end = at + wide
    for (; at < end; at++) {
      const from = (y >> 16) * stride + (x >> 16)
      const right = (x >> 8) & 255
      const down = (y >> 8) & 255
      x += stepX
      y += stepY
      const a = samples[from] | 0
      const b = samples[from + 1] | 0
      const c = samples[from + stride] | 0
      const d = samples[from + stride + 1] | 0
      if ((a | b | c | d) === 0) continue
      // Cover and value travel in the two halves of one number: neither can grow out of its 16 bits.
      const left = 256 - right
      const upper = (Math.imul(spread(a), left) + Math.imul(spread(b), right) + rounding) >>> 8
      const lower = (Math.imul(spread(c), left) + Math.imul(spread(d), right) + rounding) >>> 8
      const both = (Math.imul(upper & halves, 256 - down) + Math.imul(lower & halves, down) + rounding) >>> 8
      // A division by 255, rounded, without dividing.
      const through = Math.imul(drawn[at], 255 - (both >>> 16)) + 128
      drawn[at] = (both & 255) + ((through + (through >> 8)) >> 8)
    }
  }
}

const halves = 0x00ff00ff
const rounding = 0x00800080

/** Moves the upper byte of a sample into the upper half of 32 bits. */
function spread(sample: number): number {
  return ((sample & 0xff00) << 8) | (sample & 255)
}

/** Start and step of one row of samples across the square: x, y, step of x, step of y, in fixed point. */
const run = new Int32Array(4)

function setRun(part: number, every: 1 | 2): void {
  const fixed = 65536 / every
  const leftX = between(0, 4, part)
  const leftY = between(1, 5, part)
  run[0] = leftX * fixed
  run[1] = leftY * fixed
  run[2] = ((between(2, 6, part) - leftX) * 65536) / cellPx
  run[3] = ((between(3, 7, part) - leftY) * 65536) / cellPx
}

function between(upper: number, lower: number, part: number): number {
  return lerp(corners[upper], corners[lower], part)
}

function inside(value: number, max: number): number {
  return value < 0 ? 0 : Math.min(value, max)
}
