import sharp from 'sharp'
import { printLuma } from '../../core/colour.js'
import { clamp, cubicHermite, lerp } from '../../core/interpolation.js'
import { grainStream, seedOfText } from '../../core/random.js'
import type { Raster } from '../../core/raster.js'
import type { SizePx } from '../../core/size.js'
import type { Stage } from '../composition.js'
import { pxXAt, pxYAt, type Viewport } from '../frame.js'

/** How strongly the parts of a lens are seen. */
export interface LensLook {
  readonly bloom: number
  readonly vignette: number
  readonly grain: number
  readonly contrast: number
}

const usualLook: LensLook = { bloom: 0.42, vignette: 0.26, grain: 3.2, contrast: 0.16 }
/** Tubes that glow. */
export const neonLook: LensLook = { bloom: 0.95, vignette: 0.34, grain: 3, contrast: 0.3 }
/** An old print: dark corners, coarse grain. */
export const vintageLook: LensLook = { bloom: 0.4, vignette: 0.55, grain: 11, contrast: 0.1 }
/** Light and contrast without grain, for what is painted over afterwards. */
export const printLook: LensLook = { bloom: 0.35, vignette: 0.2, grain: 0, contrast: 0.25 }

/** A lens and a video: light spills from bright spots, corners darken, a soft S curve, fine grain. */
export async function finishPhoto(
  stage: Stage,
  viewport: Viewport,
  picture: Raster,
  look: LensLook = usualLook,
): Promise<Raster> {
  const { widthPx, heightPx } = picture
  const bloom = await brightSpots(picture)
  const curve = toneCurve(look.contrast)
  const { rgba } = picture
  const grain = grainTile(seedOfText(`${stage.description.seed}/film`), look.grain)
  const middleX = pxXAt(viewport, stage.frame.width / 2)
  const middleY = pxYAt(viewport, stage.frame.height / 2)
  const reach = 1 / (middleX * middleX + middleY * middleY)
  const squares = Float64Array.from({ length: widthPx }, (_, column) => (column - middleX) ** 2)
  const toBloomY = bloom.heightPx / heightPx
  let upper = bloomLine(bloom, 0, widthPx)
  let lower = bloomLine(bloom, 1, widthPx)
  let lineReady = 0
  for (let row = 0, at = 0; row < heightPx; row++) {
    const bloomY = clamp((row + 0.5) * toBloomY - 0.5, 0, bloom.heightPx - 1.001)
    const bloomRow = bloomY | 0
    for (; lineReady < bloomRow; lineReady++) {
      upper = lower
      lower = bloomLine(bloom, lineReady + 2, widthPx)
    }
    const v = bloomY - bloomRow
    const dy = (row - middleY) ** 2
    for (let column = 0, source = 0; column < widthPx; column++, at += 4) {
      const away = (squares[column] + dy) * reach
      const dim = 1 - look.vignette * away * away
      const speck = grain[((row & 255) << 8) | (column & 255)]
      for (let channel = 0; channel < 3; channel++, source++) {
        const spill = (upper[source] * (1 - v) + lower[source] * v) * look.bloom
        const value = rgba[at + channel]
        const screened = (value + spill - (value * spill) / 255) * dim
        rgba[at + channel] = curve[screened | 0] + speck
      }
      rgba[at + 3] = 255
    }
  }
  return picture
}

type Bloom = SizePx & { readonly data: Uint8Array }

/** A row of the bloom, stretched to the width of the picture: red, green and blue of each pixel. */
function bloomLine({ data, widthPx: columns }: Bloom, row: number, widthPx: number): Float64Array {
  const line = new Float64Array(widthPx * 3)
  for (let column = 0, to = 0; column < widthPx; column++) {
    const x = clamp(((column + 0.5) * columns) / widthPx - 0.5, 0, columns - 1.001)
    const u = x - (x | 0)
    const from = (row * columns + (x | 0)) * 3
    for (let channel = from; channel < from + 3; channel++, to++) {
      line[to] = lerp(data[channel], data[channel + 3], u)
    }
  }
  return line
}

async function brightSpots(picture: Raster): Promise<Bloom> {
  const widthPx = Math.max(
    4,
    Math.round((picture.widthPx * 128) / Math.max(picture.widthPx, picture.heightPx)),
  )
  const heightPx = Math.max(
    4,
    Math.round((picture.heightPx * 128) / Math.max(picture.widthPx, picture.heightPx)),
  )
  const { data } = await sharp(picture.rgba, {
    raw: { width: picture.widthPx, height: picture.heightPx, channels: 4 },
  })
    .removeAlpha()
    .resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
    .linear(2.6, -380)
    .blur(3.2)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, widthPx, heightPx }
}

function toneCurve(contrast: number): Float32Array {
  const curve = new Float32Array(257)
  for (let value = 0; value < 257; value++) {
    const share = value / 255
    const bent = cubicHermite(share)
    curve[value] = (share + (bent - share) * contrast * 2) * 255
  }
  return curve
}

/** 256 x 256 values of noise, repeated over the picture: too fine for the eye to see that it repeats. */
function grainTile(seed: number, strength: number): Float32Array {
  const tile = new Float32Array(65_536)
  const next = grainStream(seed)
  for (let index = 0; index < tile.length; index++) tile[index] = (next() - 0.5) * 2 * strength
  return tile
}

/** Tones the picture brown, as old paper does, and lifts its blacks. In place. */
export function tintSepia(picture: Raster): Raster {
  const { rgba } = picture
  for (let at = 0; at < rgba.length; at += 4) {
    const grey = printLuma(rgba[at], rgba[at + 1], rgba[at + 2])
    rgba[at] = grey * 0.93 + rgba[at] * 0.08 + 20
    rgba[at + 1] = grey * 0.8 + rgba[at + 1] * 0.08 + 15
    rgba[at + 2] = grey * 0.6 + rgba[at + 2] * 0.08 + 14
  }
  return picture
}
