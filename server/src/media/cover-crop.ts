export interface SizePx {
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * The largest part of a stored image that has the target's shape when displayed. A pixel may be wider than it
 * is high (`pixelAspect` > 1). Sides are whole and at least 2, so that half-size chroma fits.
 */
export function coverCrop(stored: SizePx, pixelAspect: number, target: SizePx): SizePx {
  const shape = target.widthPx / target.heightPx / pixelAspect
  return {
    widthPx: sidePx(Math.min(stored.widthPx, stored.heightPx * shape), stored.widthPx),
    heightPx: sidePx(Math.min(stored.heightPx, stored.widthPx / shape), stored.heightPx),
  }
}

function sidePx(value: number, most: number): number {
  return Math.min(most, Math.max(2, Math.round(value)))
}
