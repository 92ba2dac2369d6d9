import type { SizePx } from '../../core/size.js'

/** Pixels per design pixel: image effects are designed at 1024 px on the long edge and scale with it. */
export function unitPx(size: SizePx): number {
  return Math.max(size.widthPx, size.heightPx) / 1024
}

/** The area in squares of 1024 x 1024 design pixels, at most 1: by it flakes and drops are counted. */
export function designArea(size: SizePx): number {
  const unit = unitPx(size)
  return (size.widthPx * size.heightPx) / (unit * unit * 1024 * 1024)
}
