import sharp from 'sharp'
import type { Colour } from '../core/colour.js'
import { createRaster, type Raster } from '../core/raster.js'
import { rasterFor, type Viewport } from './frame.js'

/** How a layer may move in a video of the scene. */
export type Motion = 'none' | 'drift' | 'sway' | 'water' | 'rise' | 'twinkle'

/** A layer as painters hand it over: soft paint at any resolution, crisp paint added at the picture's own. */
export interface PaintedLayer {
  readonly name: string
  /** 0 far to 1 near. */
  readonly depth: number
  readonly motion: Motion
  /** Covers the whole viewport, in fewer pixels perhaps. */
  readonly soft?: Raster
  /** Paints details over the soft part, in the viewport's pixels. */
  readonly crisp?: (target: Raster, viewport: Viewport) => void | Promise<void>
}

/** The layer's pixels for just that viewport. */
export async function realiseLayer(layer: PaintedLayer, viewport: Viewport): Promise<Raster> {
  const raster = layer.soft
    ? await enlarge(layer.soft, viewport.widthPx, viewport.heightPx)
    : rasterFor(viewport)
  await layer.crisp?.(raster, viewport)
  return raster
}

/** Resizes smoothly to just that size; a copy even when nothing changes. */
export async function enlarge(raster: Raster, widthPx: number, heightPx: number): Promise<Raster> {
  if (raster.widthPx === widthPx && raster.heightPx === heightPx) {
    return { widthPx, heightPx, rgba: raster.rgba.slice() }
  }
  const { data } = await sharp(raster.rgba, {
    raw: { width: raster.widthPx, height: raster.heightPx, channels: 4 },
  })
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { widthPx, heightPx, rgba: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) }
}

/** Paints `source` over `target` (same size), in place. */
export function paintOver(target: Raster, source: Raster): void {
  const to = target.rgba
  const from = source.rgba
  for (let at = 0; at < from.length; at += 4) {
    const alpha = from[at + 3]
    if (alpha === 0) continue
    if (alpha === 255) {
      to[at] = from[at]
      to[at + 1] = from[at + 1]
      to[at + 2] = from[at + 2]
      to[at + 3] = 255
    } else blend(to, at, from[at], from[at + 1], from[at + 2], alpha / 255)
  }
}

/** Puts a colour (0 to 255) with an opacity of 0 to 1 over the pixel at an offset of straight RGBA. */
export function blend(
  rgba: Uint8ClampedArray,
  at: number,
  red: number,
  green: number,
  blue: number,
  opacity: number,
): void {
  const below = (rgba[at + 3] / 255) * (1 - opacity)
  const alpha = opacity + below
  if (alpha <= 0) return
  const share = opacity / alpha
  rgba[at] += (red - rgba[at]) * share
  rgba[at + 1] += (green - rgba[at + 1]) * share
  rgba[at + 2] += (blue - rgba[at + 2]) * share
  rgba[at + 3] = alpha * 255
}

/** Puts a colour of 0 to 1 over the pixel, as `blend` does. */
export function blendColour(rgba: Uint8ClampedArray, at: number, colour: Colour, opacity: number): void {
  blend(rgba, at, colour[0] * 255, colour[1] * 255, colour[2] * 255, opacity)
}

/** The part of a raster that a rectangle covers. */
export function crop(raster: Raster, left: number, top: number, widthPx: number, heightPx: number): Raster {
  const result = createRaster(widthPx, heightPx)
  for (let row = 0; row < heightPx; row++) {
    const start = ((top + row) * raster.widthPx + left) * 4
    result.rgba.set(raster.rgba.subarray(start, start + widthPx * 4), row * widthPx * 4)
  }
  return result
}
