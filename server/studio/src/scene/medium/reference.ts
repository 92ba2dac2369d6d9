import sharp from 'sharp'
import { printLuma } from '../../core/colour.js'
import { bilinear, clamp } from '../../core/interpolation.js'
import type { Raster } from '../../core/raster.js'
import type { SizePx } from '../../core/size.js'

/** A small smooth copy of a picture that finishers look at: sampled at the picture's own coordinates. */
export interface Reference extends SizePx {
  /** RGB, 0 to 255. */
  readonly data: Uint8Array
  /** Pixels of this copy per pixel of the picture. */
  readonly scale: number
  /** Writes red, green, blue at a place of the picture, between pixels too. */
  sample(x: number, y: number, out: Float32Array): void
  /** Strength of edges, 0 to about 1, and the direction across them, at a place of the picture. */
  edge(x: number, y: number): number
  direction(x: number, y: number): number
}

/** Makes a copy of at most that long edge, smoothed by a median (keeps edges) of that many pixels. */
export async function makeReference(
  picture: Raster,
  longEdgePxMax: number,
  median: number,
): Promise<Reference> {
  const scale = Math.min(1, longEdgePxMax / Math.max(picture.widthPx, picture.heightPx))
  const widthPx = Math.max(4, Math.round(picture.widthPx * scale))
  const heightPx = Math.max(4, Math.round(picture.heightPx * scale))
  const image = sharp(picture.rgba, {
    raw: { width: picture.widthPx, height: picture.heightPx, channels: 4 },
  })
    .removeAlpha()
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'mitchell' })
  const { data } = await (median > 1 ? image.median(median) : image)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const toX = widthPx / picture.widthPx
  const toY = heightPx / picture.heightPx
  const slopes = slopesOf(data, widthPx, heightPx)
  const cell = (x: number, y: number) => {
    const column = clamp(Math.round(x * toX - 0.5), 0, widthPx - 1)
    const row = clamp(Math.round(y * toY - 0.5), 0, heightPx - 1)
    return row * widthPx + column
  }
  const edges = new Float32Array(widthPx * heightPx)
  for (let at = 0; at < edges.length; at++) edges[at] = Math.hypot(slopes.x[at], slopes.y[at])
  return {
    widthPx,
    heightPx,
    data,
    scale: toX,
    sample(x, y, out) {
      const sourceX = clamp(x * toX - 0.5, 0, widthPx - 1.001)
      const sourceY = clamp(y * toY - 0.5, 0, heightPx - 1.001)
      const column = sourceX | 0
      const row = sourceY | 0
      const u = sourceX - column
      const v = sourceY - row
      const at = (row * widthPx + column) * 3
      const under = at + widthPx * 3
      for (let channel = 0; channel < 3; channel++) {
        const right = channel + 3
        out[channel] = bilinear(
          data[at + channel],
          data[at + right],
          data[under + channel],
          data[under + right],
          u,
          v,
        )
      }
    },
    edge(x, y) {
      const sourceX = clamp(x * toX - 0.5, 0, widthPx - 1.001)
      const sourceY = clamp(y * toY - 0.5, 0, heightPx - 1.001)
      const at = (sourceY | 0) * widthPx + (sourceX | 0)
      const u = sourceX - (sourceX | 0)
      const v = sourceY - (sourceY | 0)
      const under = at + widthPx
      return bilinear(edges[at], edges[at + 1], edges[under], edges[under + 1], u, v)
    },
    direction(x, y) {
      const at = cell(x, y)
      return Math.atan2(slopes.y[at], slopes.x[at])
    },
  }
}

function slopesOf(data: Uint8Array, width: number, height: number): { x: Float32Array; y: Float32Array } {
  const grey = new Float32Array(width * height)
  for (let at = 0; at < grey.length; at++) {
    grey[at] = printLuma(data[at * 3], data[at * 3 + 1], data[at * 3 + 2]) / 255
  }
  const x = new Float32Array(grey.length)
  const y = new Float32Array(grey.length)
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column
      const g = (offset: number) => grey[at + offset]
      x[at] = g(1) * 2 + g(1 - width) + g(1 + width) - g(-1) * 2 - g(-1 - width) - g(-1 + width)
      y[at] = g(width) * 2 + g(width - 1) + g(width + 1) - g(-width) * 2 - g(-width - 1) - g(-width + 1)
    }
  }
  return { x, y }
}
