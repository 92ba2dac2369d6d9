import type { Pixel } from './colour.js'
import { rec709Luma } from './colour.js'
import type { Raster } from './raster.js'
import type { SizePx } from './size.js'

/** One number for each pixel, row by row. */
export interface Plane extends SizePx {
  readonly values: Float32Array
}

/**
 * A picture as image effects compute on it: opaque sRGB as three planes of 0..1 (red, green, blue), limited
 * only when it becomes a `Raster` again. Floats, because an effect makes many passes and 8 bits would fall
 * into bands; planes, because a blur or a slope then runs over one array.
 */
export interface Picture extends SizePx {
  readonly channels: readonly [Float32Array, Float32Array, Float32Array]
}

/** A new picture in black. */
export function blankPicture(widthPx: number, heightPx: number): Picture {
  const size = widthPx * heightPx
  return {
    widthPx,
    heightPx,
    channels: [new Float32Array(size), new Float32Array(size), new Float32Array(size)],
  }
}

/** Takes a raster apart into planes. Alpha is ignored, because inputs are flattened when they are decoded. */
export function pictureFromRaster(raster: Raster): Picture {
  const picture = blankPicture(raster.widthPx, raster.heightPx)
  const [reds, greens, blues] = picture.channels
  const { rgba } = raster
  for (let index = 0, from = 0; index < reds.length; index++, from += 4) {
    reds[index] = rgba[from] / 255
    greens[index] = rgba[from + 1] / 255
    blues[index] = rgba[from + 2] / 255
  }
  return picture
}

/** Rounds a picture to 8 bits a channel, opaque. */
export function rasterFromPicture(picture: Picture): Raster {
  const [reds, greens, blues] = picture.channels
  const rgba = new Uint8ClampedArray(reds.length * 4)
  for (let index = 0, to = 0; index < reds.length; index++, to += 4) {
    rgba[to] = reds[index] * 255
    rgba[to + 1] = greens[index] * 255
    rgba[to + 2] = blues[index] * 255
    rgba[to + 3] = 255
  }
  return { widthPx: picture.widthPx, heightPx: picture.heightPx, rgba }
}

/** A new picture; `change` edits the colour of each pixel of the old one in place. */
export function recolour(
  picture: Picture,
  change: (pixel: Pixel, x: number, y: number, index: number) => void,
): Picture {
  const { widthPx, heightPx } = picture
  const result = blankPicture(widthPx, heightPx)
  const [reds, greens, blues] = picture.channels
  const [newReds, newGreens, newBlues] = result.channels
  const pixel = { red: 0.5, green: 0.5, blue: 0.5 }
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      pixel.red = reds[index]
      pixel.green = greens[index]
      pixel.blue = blues[index]
      change(pixel, x, y, index)
      newReds[index] = pixel.red
      newGreens[index] = pixel.green
      newBlues[index] = pixel.blue
    }
  }
  return result
}

/** The colour of one pixel, as a new object. */
export function pixelAt(picture: Picture, index: number): Pixel {
  const [reds, greens, blues] = picture.channels
  return { red: reds[index], green: greens[index], blue: blues[index] }
}

/** A new plane, filled by a function of the pixel. */
export function planeFrom(size: SizePx, value: (index: number, x: number, y: number) => number): Plane {
  const { widthPx, heightPx } = size
  const values = new Float32Array(widthPx * heightPx)
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) values[index] = value(index, x, y)
  }
  return { widthPx, heightPx, values }
}

/** The Rec. 709 luma of each pixel, 0..1. */
export function lumaPlane(picture: Picture): Plane {
  const [reds, greens, blues] = picture.channels
  return planeFrom(picture, (index) => rec709Luma(reds[index], greens[index], blues[index]))
}
