import type { Colour } from '../core/colour.js'
import { cubicHermite } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import { pxXAt, pxYAt, type Viewport } from './frame.js'
import { blend } from './layer.js'

/** A round dab in units: solid in its core, soft towards its rim. */
export interface Dab {
  readonly x: number
  readonly y: number
  readonly radiusX: number
  readonly radiusY: number
  readonly colour: Colour
  readonly opacity: number
  /** Share of the radius that fades out, 0 (crisp) to 1 (a glow). */
  readonly softness: number
}

/** Paints a dab; a crisp one has a smooth edge of one pixel. */
export function paintDab(target: Raster, viewport: Viewport, dab: Dab): void {
  const centerX = pxXAt(viewport, dab.x)
  const centerY = pxYAt(viewport, dab.y)
  const radiusX = Math.max(0.35, dab.radiusX * viewport.scale)
  const radiusY = Math.max(0.35, dab.radiusY * viewport.scale)
  const softness = Math.max(dab.softness, 1 / Math.max(1, Math.min(radiusX, radiusY)))
  const [red, green, blue] = [dab.colour[0] * 255, dab.colour[1] * 255, dab.colour[2] * 255]
  const reachX = radiusX * (1 + softness / 2) + 1
  const reachY = radiusY * (1 + softness / 2) + 1
  const firstRow = Math.max(0, Math.floor(centerY - reachY))
  const lastRow = Math.min(target.heightPx - 1, Math.ceil(centerY + reachY))
  const firstColumn = Math.max(0, Math.floor(centerX - reachX))
  const lastColumn = Math.min(target.widthPx - 1, Math.ceil(centerX + reachX))
  for (let row = firstRow; row <= lastRow; row++) {
    const dy = (row + 0.5 - centerY) / radiusY
    for (let column = firstColumn; column <= lastColumn; column++) {
      const dx = (column + 0.5 - centerX) / radiusX
      const reach = Math.sqrt(dx * dx + dy * dy)
      const share = Math.min(1, (1 + softness * 0.5 - reach) / softness)
      if (share <= 0) continue
      const opacity = dab.opacity * (softness > 0.3 ? cubicHermite(share) : share)
      blend(target.rgba, (row * target.widthPx + column) * 4, red, green, blue, Math.min(1, opacity))
    }
  }
}

/** Fills an upright rectangle in units, with smooth edges. */
export function paintBox(
  target: Raster,
  viewport: Viewport,
  box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
  colour: Colour,
  opacity = 1,
): void {
  const left = pxXAt(viewport, box.left)
  const right = pxXAt(viewport, box.right)
  const top = pxYAt(viewport, box.top)
  const bottom = pxYAt(viewport, box.bottom)
  const [red, green, blue] = [colour[0] * 255, colour[1] * 255, colour[2] * 255]
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(target.heightPx, Math.ceil(bottom)); row++) {
    const high = Math.min(row + 1, bottom) - Math.max(row, top)
    for (
      let column = Math.max(0, Math.floor(left));
      column < Math.min(target.widthPx, Math.ceil(right));
      column++
    ) {
      const cover = high * (Math.min(column + 1, right) - Math.max(column, left)) * opacity
      if (cover > 0) blend(target.rgba, (row * target.widthPx + column) * 4, red, green, blue, cover)
    }
  }
}
