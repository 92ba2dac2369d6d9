import type { SizePx } from '../core/size.js'

/** Pixels per design pixel: videos are designed at 720 px on the short edge and scale with it. */
export function unitPx(size: SizePx): number {
  return Math.min(size.widthPx, size.heightPx) / 720
}
