import { ditherStep } from '../core/dither.js'
import { clamp, lerp } from '../core/interpolation.js'
import { cellPx } from './mesh.js'

/**
 * A layer so soft that a value for each 16-pixel square says all: mist, smoke, a glow. Values are multiplied
 * by cover.
 */
export interface Veil {
  readonly columns: number
  readonly rows: number
  /** 0 to 255. */
  readonly cover: Float32Array
  readonly y: Float32Array
  readonly u: Float32Array
  readonly v: Float32Array
}

/** Averages a layer's samples (cover in the upper byte, value in the lower) over each square. */
export function veilOf(
  widthPx: number,
  heightPx: number,
  planes: { readonly y: Uint16Array; readonly u: Uint16Array; readonly v: Uint16Array },
): Veil {
  const columns = Math.ceil(widthPx / cellPx)
  const rows = Math.ceil(heightPx / cellPx)
  const cover = new Float32Array(columns * rows)
  const mean = (samples: Uint16Array, every: 1 | 2, covers?: Float32Array) => {
    const sums = new Float32Array(columns * rows)
    const counts = new Float32Array(columns * rows)
    const stride = widthPx / every
    for (let at = 0; at < samples.length; at++) {
      const row = Math.floor(at / stride)
      const column = at - row * stride
      const square = Math.floor((row * every) / cellPx) * columns + Math.floor((column * every) / cellPx)
      const sample = samples[at]
      sums[square] += sample & 255
      counts[square] += 1
      if (covers) covers[square] += sample >> 8
    }
    covers?.forEach((sum, square) => {
      covers[square] = sum / counts[square]
    })
    return sums.map((sum, square) => sum / counts[square])
  }
  const y = mean(planes.y, 1, cover)
  return { columns, rows, cover, y, u: mean(planes.u, 2), v: mean(planes.v, 2) }
}

/**
 * One of a veil's values at a place given in the layer's pixels, smooth between the middles of the squares.
 */
export function readVeil(veil: Veil, values: Float32Array, x: number, y: number): number {
  const across = clamp(x / cellPx - 0.5, 0, veil.columns - 1.001)
  const down = clamp(y / cellPx - 0.5, 0, veil.rows - 1.001)
  const column = Math.floor(across)
  const row = Math.floor(down)
  const at = row * veil.columns + column
  const upper = lerp(valueAt(values, at), valueAt(values, at + 1), across - column)
  const below = at + veil.columns
  const lower = lerp(valueAt(values, below), valueAt(values, below + 1), across - column)
  return lerp(upper, lower, down - row)
}

/** A square's value, or 0 outside: a veil of one column or row has no neighbour to interpolate with. */
function valueAt(values: Float32Array, square: number): number {
  return square >= 0 && square < values.length ? values[square] : 0
}

/**
 * One square of one plane to be veiled: where it lies, and its cover and value at its four corners (row by
 * row).
 */
export interface VeiledSquare {
  readonly drawn: Uint8Array
  readonly stride: number
  readonly start: number
  readonly wide: number
  readonly high: number
  /** Samples along a full square: 16 of brightness, 8 of colour. */
  readonly cell: number
  readonly covers: Float64Array
  readonly values: Float64Array
}

/** Lays the veil over the square, linear between its corners: a third of the work of sampling every pixel. */
export function layVeil(square: VeiledSquare): void {
  const { drawn, stride, start, wide, high, cell, covers, values } = square
  for (let row = 0; row < high; row++) {
    const part = row / cell
    let kept = 65536 - along(covers, 0, part) * 257
    let value = along(values, 0, part) * 65536
    const keptStep = (65536 - along(covers, 1, part) * 257 - kept) / cell
    const valueStep = (along(values, 1, part) * 65536 - value) / cell
    let at = start + row * stride
    const end = at + wide
    for (; at < end; at++) {
      // A quarter step of ordered noise keeps a soft gradient from falling into bands.
      const noise = ditherStep(at, row)
      drawn[at] = (drawn[at] * kept + value + noise) >> 16
      kept += keptStep
      value += valueStep
    }
  }
}

function along(corners: Float64Array, side: 0 | 1, part: number): number {
  return lerp(corners[side], corners[side + 2], part)
}
