import { clamp, clamp01, lerp, smoothstep } from '../core/interpolation.js'
import type { YuvPicture } from './yuv-picture.js'

/** A guess at how near each part of a flat picture is, and at what a viewer looks at first. */
export interface Depth {
  /** Where the eye goes, as fractions of the picture. */
  readonly focusX: number
  readonly focusY: number
  /** 0 far to 1 near, smooth, at a place given in fractions of the picture. */
  at(across: number, down: number): number
  /** 0 to 1: how much a place belongs to what stands in the picture's focus. Smooth. */
  subjectAt(across: number, down: number): number
}

const columns = 48
const rows = 36

/**
 * Guesses depth from three habits of pictures: the ground comes nearer towards the lower edge, what stands
 * out in detail or colour is the subject, and the subject is near and not far from the middle. Blurred
 * widely, so that a camera that moves by it bends nothing visibly.
 */
export function guessDepth(picture: YuvPicture): Depth {
  const standingOut = blur(standOut(picture), 3)
  const focus = weightedMiddle(standingOut)
  const subject = new Float32Array(columns * rows)
  const near = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      const across = (column + 0.5) / columns
      const down = (row + 0.5) / rows
      const away = Math.hypot((across - focus.x) * 1.25, (down - focus.y) * 0.95)
      const central = smoothstep(0.62, 0.12, away)
      subject[at] = clamp01(central * (0.55 + 0.75 * standingOut[at]))
      near[at] = clamp01(0.55 * smoothstep(0.3, 1.05, down) + 0.62 * subject[at])
    }
  }
  const softSubject = blur(subject, 2)
  const softNear = blur(near, 3)
  return {
    focusX: focus.x,
    focusY: focus.y,
    at: (across, down) => read(softNear, across, down),
    subjectAt: (across, down) => read(softSubject, across, down),
  }
}

/** How far each cell differs from the picture as a whole, by detail and by colour, 0 to 1. */
function standOut(picture: YuvPicture): Float32Array {
  const cells = new Float32Array(columns * rows)
  const meanU = mean(picture.u)
  const meanV = mean(picture.v)
  let most = 1e-6
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = cellDetail(picture, column, row) + cellColour(picture, column, row, meanU, meanV)
      cells[row * columns + column] = value
      most = Math.max(most, value)
    }
  }
  return cells.map((value) => Math.sqrt(value / most))
}

function cellDetail(picture: YuvPicture, column: number, row: number): number {
  const { widthPx, heightPx, y } = picture
  const stepX = Math.max(1, Math.floor(widthPx / columns / 6))
  const stepY = Math.max(1, Math.floor(heightPx / rows / 6))
  let sum = 0
  let count = 0
  const endY = Math.min(heightPx - stepY, Math.floor(((row + 1) * heightPx) / rows))
  const endX = Math.min(widthPx - stepX, Math.floor(((column + 1) * widthPx) / columns))
  for (let py = Math.floor((row * heightPx) / rows); py < endY; py += stepY) {
    for (let px = Math.floor((column * widthPx) / columns); px < endX; px += stepX) {
      const here = y[py * widthPx + px]
      sum += Math.abs(here - y[py * widthPx + px + stepX]) + Math.abs(here - y[(py + stepY) * widthPx + px])
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

function cellColour(picture: YuvPicture, column: number, row: number, meanU: number, meanV: number): number {
  const widthPx = picture.widthPx / 2
  const px = Math.floor(((column + 0.5) * widthPx) / columns)
  const py = Math.floor(((row + 0.5) * (picture.heightPx / 2)) / rows)
  const at = py * widthPx + px
  return 0.5 * Math.hypot(picture.u[at] - meanU, picture.v[at] - meanV)
}

function mean(plane: Uint8Array): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < plane.length; at += 17) {
    sum += plane[at]
    count++
  }
  return sum / count
}

function weightedMiddle(cells: Float32Array): { x: number; y: number } {
  let weight = 0
  let x = 0
  let y = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const across = (column + 0.5) / columns
      const down = (row + 0.5) / rows
      const middle = Math.exp(-((across - 0.5) ** 2 + (down - 0.48) ** 2) * 7)
      const here = cells[row * columns + column] ** 2 * middle
      weight += here
      x += here * across
      y += here * down
    }
  }
  return weight === 0 ? { x: 0.5, y: 0.5 } : { x: x / weight, y: y / weight }
}

function blur(cells: Float32Array, radius: number): Float32Array {
  const across = new Float32Array(cells.length)
  const both = new Float32Array(cells.length)
  for (let pass = 0; pass < 2; pass++) {
    const from = pass === 0 ? cells : both.slice()
    smear(from, across, radius, true)
    smear(across, both, radius, false)
  }
  return both
}

function smear(from: Float32Array, to: Float32Array, radius: number, sideways: boolean): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let offset = -radius; offset <= radius; offset++) {
        const c = sideways ? clamp(column + offset, 0, columns - 1) : column
        const r = sideways ? row : clamp(row + offset, 0, rows - 1)
        sum += from[r * columns + c]
      }
      to[row * columns + column] = sum / (radius * 2 + 1)
    }
  }
}

function read(cells: Float32Array, across: number, down: number): number {
  const x = clamp01(across) * (columns - 1)
  const y = clamp01(down) * (rows - 1)
  const column = Math.min(columns - 2, Math.floor(x))
  const row = Math.min(rows - 2, Math.floor(y))
  const at = row * columns + column
  const partX = x - column
  const upper = cells[at] * (1 - partX) + cells[at + 1] * partX
  const lower = cells[at + columns] * (1 - partX) + cells[at + columns + 1] * partX
  return lerp(upper, lower, y - row)
}
