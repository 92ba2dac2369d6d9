import type { SizePx } from '../core/size.js'

/**
 * Side of a mesh cell in pixels: small enough for soft warps, large enough to cost nothing beside the pixels.
 */
export const cellPx = 16

/**
 * Where each corner of a 16-pixel grid over the finished picture takes its pixels from, in pixels of the
 * source. Between corners the map is linear, so every motion made this way is smooth to a fraction of a
 * pixel.
 */
export interface Mesh extends SizePx {
  /** Corners per row and per column. */
  readonly columns: number
  readonly rows: number
  readonly xs: Float32Array
  readonly ys: Float32Array
}

/**
 * A camera looking at a flat source: what lies in the middle, and how much of the source fills the picture.
 */
export interface CameraView {
  /**
   * Middle of the view as a fraction of the source, 0 to 1. Kept inside so that the view never leaves the
   * source.
   */
  readonly centreX: number
  readonly centreY: number
  /** 1 shows the most that fits, 2 half of that. At least 1. */
  readonly zoom: number
  /** Clockwise. @default 0 */
  readonly rollRadians?: number
}

export function createMesh(target: SizePx): Mesh {
  const columns = Math.ceil(target.widthPx / cellPx) + 1
  const rows = Math.ceil(target.heightPx / cellPx) + 1
  return {
    widthPx: target.widthPx,
    heightPx: target.heightPx,
    columns,
    rows,
    xs: new Float32Array(columns * rows),
    ys: new Float32Array(columns * rows),
  }
}

/** Points the whole mesh at a source as a camera would. Later displacements are added to what this sets. */
export function aimMesh(mesh: Mesh, source: SizePx, view: CameraView): void {
  const scale = Math.min(source.widthPx / mesh.widthPx, source.heightPx / mesh.heightPx) / view.zoom
  const roll = view.rollRadians ?? 0
  const cos = Math.cos(roll) * scale
  const sin = Math.sin(roll) * scale
  const reachX = (Math.abs(cos) * mesh.widthPx + Math.abs(sin) * mesh.heightPx) / 2
  const reachY = (Math.abs(sin) * mesh.widthPx + Math.abs(cos) * mesh.heightPx) / 2
  const middleX = between(view.centreX * source.widthPx, reachX, source.widthPx - reachX)
  const middleY = between(view.centreY * source.heightPx, reachY, source.heightPx - reachY)
  let at = 0
  for (let row = 0; row < mesh.rows; row++) {
    const down = row * cellPx - mesh.heightPx / 2
    for (let column = 0; column < mesh.columns; column++) {
      const right = column * cellPx - mesh.widthPx / 2
      mesh.xs[at] = middleX + right * cos - down * sin
      mesh.ys[at] = middleY + right * sin + down * cos
      at++
    }
  }
}

/**
 * Moves every corner. `shift` gets the corner's place in the picture (0 to 1) and writes source pixels into
 * `by`.
 */
export function displaceMesh(
  mesh: Mesh,
  shift: (acrossFraction: number, downFraction: number, by: { x: number; y: number }, corner: number) => void,
): void {
  const by = { x: 0, y: 0 }
  let at = 0
  for (let row = 0; row < mesh.rows; row++) {
    const down = (row * cellPx) / mesh.heightPx
    for (let column = 0; column < mesh.columns; column++) {
      by.x = 0
      by.y = 0
      shift((column * cellPx) / mesh.widthPx, down, by, at)
      mesh.xs[at] += by.x
      mesh.ys[at] += by.y
      at++
    }
  }
}

/** Nearest number to `value` from `low` to `high`; their middle when they are the wrong way round. */
export function between(value: number, low: number, high: number): number {
  if (low > high) return (low + high) / 2
  return value < low ? low : Math.min(value, high)
}
