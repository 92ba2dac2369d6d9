import { createRaster, type Raster } from '../core/raster.js'
import type { SizePx } from '../core/size.js'

/**
 * The picture in units that do not depend on pixels: the short edge is 1000 units long. A composition made in
 * units is the same at every resolution, and is composed anew (not stretched) for every shape.
 */
export interface Frame {
  readonly width: number
  readonly height: number
}

/** A grid of pixels over the frame, and beyond it where the picture is overscanned. */
export interface Viewport extends SizePx {
  /** Pixels per unit. */
  readonly scale: number
  /** The unit coordinates of the left upper corner. */
  readonly left: number
  readonly top: number
}

/** The frame for a picture of those pixels. */
export function frameOf(widthPx: number, heightPx: number): Frame {
  const short = Math.min(widthPx, heightPx)
  return { width: (widthPx / short) * 1000, height: (heightPx / short) * 1000 }
}

/** The pixels over a frame plus `overscan` of its width and height on every side. */
export function viewportOf(widthPx: number, heightPx: number, overscan: number): Viewport {
  const scale = Math.min(widthPx, heightPx) / 1000
  const marginX = Math.round(widthPx * overscan)
  const marginY = Math.round(heightPx * overscan)
  return {
    widthPx: widthPx + 2 * marginX,
    heightPx: heightPx + 2 * marginY,
    scale,
    left: -marginX / scale,
    top: -marginY / scale,
  }
}

/** Where a place on the raster lies on the frame: pixels from the left, which need not be whole, to units. */
export function unitXAt(viewport: Viewport, xPx: number): number {
  return viewport.left + xPx / viewport.scale
}

/** Pixels from the top to units. */
export function unitYAt(viewport: Viewport, yPx: number): number {
  return viewport.top + yPx / viewport.scale
}

/** Units from the left to pixels. */
export function pxXAt(viewport: Viewport, x: number): number {
  return (x - viewport.left) * viewport.scale
}

/** Units from the top to pixels. */
export function pxYAt(viewport: Viewport, y: number): number {
  return (y - viewport.top) * viewport.scale
}

/**
 * The same region in at most that many pixels along its long edge: soft layers are painted there and
 * enlarged.
 */
export function coarser(viewport: Viewport, longEdgePxMax: number): Viewport {
  const long = Math.max(viewport.widthPx, viewport.heightPx)
  if (long <= longEdgePxMax) return viewport
  const widthPx = Math.max(2, Math.round((viewport.widthPx * longEdgePxMax) / long))
  const heightPx = Math.max(2, Math.round((viewport.heightPx * longEdgePxMax) / long))
  return { ...viewport, widthPx, heightPx, scale: (viewport.scale * widthPx) / viewport.widthPx }
}

/** An empty raster that just covers the viewport. */
export function rasterFor(viewport: Viewport): Raster {
  return createRaster(viewport.widthPx, viewport.heightPx)
}
