import type { Raster } from '../../raster.js'

/** One number for each pixel, row by row. */
export interface Plane {
  readonly widthPx: number
  readonly heightPx: number
  readonly values: Float32Array
}

/** An opaque sRGB picture as three planes of 0..1 (red, green, blue); values outside that range are clipped on the way out. */
export interface Picture {
  readonly widthPx: number
  readonly heightPx: number
  readonly channels: readonly [Float32Array, Float32Array, Float32Array]
}

/** A colour that pixel callbacks read and change in place, so that a megapixel makes no garbage. */
export interface Colour {
  red: number
  green: number
  blue: number
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

/** Takes a raster apart into planes. Alpha is ignored: inputs are flattened when they are decoded. */
export function pictureOf(raster: Raster): Picture {
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

/** Rounds a picture to 8 bits for each channel, opaque. */
export function rasterOf(picture: Picture): Raster {
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

/** A new picture whose every pixel is what `change` made of the old one's colour, which it edits in place. */
export function recolour(
  picture: Picture,
  change: (colour: Colour, x: number, y: number, index: number) => void,
): Picture {
  const { widthPx, heightPx } = picture
  const result = blankPicture(widthPx, heightPx)
  const [reds, greens, blues] = picture.channels
  const [newReds, newGreens, newBlues] = result.channels
  const colour = { red: 0.5, green: 0.5, blue: 0.5 }
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      colour.red = reds[index]
      colour.green = greens[index]
      colour.blue = blues[index]
      change(colour, x, y, index)
      newReds[index] = colour.red
      newGreens[index] = colour.green
      newBlues[index] = colour.blue
    }
  }
  return result
}

/** A new plane filled by a function of the pixel. */
export function planeFrom(
  size: { readonly widthPx: number; readonly heightPx: number },
  value: (index: number, x: number, y: number) => number,
): Plane {
  const { widthPx, heightPx } = size
  const values = new Float32Array(widthPx * heightPx)
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) values[index] = value(index, x, y)
  }
  return { widthPx, heightPx, values }
}

/** How light each pixel looks: Rec. 709 weights on the gamma-coded channels, 0..1. */
export function lightnessOf(picture: Picture): Plane {
  const [reds, greens, blues] = picture.channels
  return planeFrom(picture, (index) => luma(reds[index], greens[index], blues[index]))
}

/** Rec. 709 luma of one gamma-coded colour. */
export function luma(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The size of one "design pixel": effects are designed at 1024 px on the long edge and scale with it. */
export function unitPx(size: { readonly widthPx: number; readonly heightPx: number }): number {
  return Math.max(size.widthPx, size.heightPx) / 1024
}
