import { ditherStep } from '../core/dither.js'
import { lerp } from '../core/interpolation.js'
import type { SizePx } from '../core/size.js'
import type { Yuv } from '../core/yuv.js'
import { cellPx } from './mesh.js'
import type { YuvPicture } from './yuv-picture.js'

/** How strongly a colour lies over each corner of a 16-pixel grid, 0 to 1. Smooth between the corners. */
export interface Wash extends SizePx {
  readonly columns: number
  readonly rows: number
  readonly strengths: Float32Array
}

export const black: Yuv = { y: 16, u: 128, v: 128 }

export function createWash(target: SizePx): Wash {
  const columns = Math.ceil(target.widthPx / cellPx) + 1
  const rows = Math.ceil(target.heightPx / cellPx) + 1
  const { widthPx, heightPx } = target
  return { columns, rows, widthPx, heightPx, strengths: new Float32Array(columns * rows) }
}

/** Sets the strength at every corner from its place in the picture (0 to 1 across and down). */
export function fillWash(wash: Wash, strengthAt: (across: number, down: number) => number): void {
  let at = 0
  for (let row = 0; row < wash.rows; row++) {
    for (let column = 0; column < wash.columns; column++) {
      wash.strengths[at++] = strengthAt((column * cellPx) / wash.widthPx, (row * cellPx) / wash.heightPx)
    }
  }
}

/** Lays the colour over the picture: shadows, light, vignettes and fog. About 1.5 ms for 1280x720. */
export function layWash(target: YuvPicture, wash: Wash, colour: Yuv): void {
  layOnPlane(target.y, target.widthPx, cellPx, wash, colour.y)
  layOnPlane(target.u, target.widthPx / 2, cellPx / 2, wash, colour.u)
  layOnPlane(target.v, target.widthPx / 2, cellPx / 2, wash, colour.v)
}

/** A vignette: nothing in the middle, `strength` in the corners. Made once, laid on every frame. */
export function vignette(target: SizePx, strength: number): Wash {
  const wash = createWash(target)
  fillWash(wash, (across, down) => {
    const far = ((across - 0.5) ** 2 + (down - 0.5) ** 2) * 2
    return strength * Math.min(1, far * far)
  })
  return wash
}

function layOnPlane(plane: Uint8Array, widthPx: number, cell: number, wash: Wash, value: number): void {
  const { strengths, columns } = wash
  const rows = plane.length / widthPx
  // Half a step of ordered noise, so that a soft gradient does not fall into bands of equal values.
  for (let row = 0; row < rows; row++) {
    const upper = Math.floor(row / cell) * columns
    const part = (row % cell) / cell
    let at = row * widthPx
    const rowEnd = at + widthPx
    let left = strengthOf(strengths, upper, columns, part)
    for (let column = 1; at < rowEnd; column++) {
      const right = strengthOf(strengths, upper + column, columns, part)
      const end = Math.min(at + cell, rowEnd)
      if (left < 16 && right < 16) at = end
      const step = ((right - left) / cell) | 0
      let strength = left
      for (; at < end; at++) {
        const old = plane[at]
        const noise = ditherStep(at, row)
        plane[at] = old + (((value - old) * strength + noise) >> 16)
        strength += step
      }
      left = right
    }
  }
}

function strengthOf(strengths: Float32Array, corner: number, columns: number, part: number): number {
  return (lerp(strengths[corner], strengths[corner + columns], part) * 65536) | 0
}
