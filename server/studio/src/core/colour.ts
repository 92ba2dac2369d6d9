import { clamp01, lerp } from './interpolation.js'

/** sRGB, each channel 0 to 1. Values outside are allowed on the way and limited when painted. */
export type Colour = readonly [red: number, green: number, blue: number]

/**
 * The same as `Colour`, for image effects: their callbacks change it in place, so that a megapixel makes no
 * garbage. Palettes and scenes share colours, and take the immutable `Colour`.
 */
export interface Pixel {
  red: number
  green: number
  blue: number
}

/** Reads `#rrggbb`. Throws a RangeError on anything else. */
export function hex(text: string): Colour {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new RangeError(`Not a colour of the form #rrggbb: ${text}`)
  const bits = Number.parseInt(text.slice(1), 16)
  return [(bits >> 16) / 255, ((bits >> 8) & 255) / 255, (bits & 255) / 255]
}

/** Reads `#rrggbb` as a pixel. Throws a RangeError on anything else. */
export function hexPixel(text: string): Pixel {
  const [red, green, blue] = hex(text)
  return { red, green, blue }
}

/** Writes `#rrggbb`, limited to what that can say. */
export function toHex(colour: Colour): string {
  const digits = colour.map((channel) =>
    Math.round(clamp01(channel) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

/** Interpolates channel by channel. */
export function mix(from: Colour, to: Colour, fraction: number): Colour {
  return [lerp(from[0], to[0], fraction), lerp(from[1], to[1], fraction), lerp(from[2], to[2], fraction)]
}

/** Light of one colour on a surface of another. */
export function multiply(surface: Colour, light: Colour): Colour {
  return [surface[0] * light[0], surface[1] * light[1], surface[2] * light[2]]
}

/** Brighter or darker by a factor. */
export function scale(colour: Colour, factor: number): Colour {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor]
}

/** Rec. 601 luma of a gamma-coded colour, by which palettes are made. */
export function luma(colour: Colour): number {
  return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
}

/** Rec. 709 luma of gamma-coded channels, by which image effects see. */
export function rec709Luma(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The luma by which scenes are drawn, printed and toned: near Rec. 601, with blue a little brighter. */
export function printLuma(red: number, green: number, blue: number): number {
  return 0.3 * red + 0.55 * green + 0.15 * blue
}

/** More (above 1) or less (below 1) colourful at the same luma. */
export function saturate(colour: Colour, factor: number): Colour {
  const grey = luma(colour)
  return mix([grey, grey, grey], colour, factor)
}

/** Rotates the hue by degrees, at about the same luma. */
export function rotateHue(colour: Colour, degrees: number): Colour {
  const angle = (degrees * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const third = (1 - cos) / 3
  const wing = Math.sqrt(1 / 3) * sin
  const [red, green, blue] = colour
  return [
    red * (cos + third) + green * (third - wing) + blue * (third + wing),
    red * (third + wing) + green * (cos + third) + blue * (third - wing),
    red * (third - wing) + green * (third + wing) + blue * (cos + third),
  ]
}

/** Decodes one gamma-coded channel of sRGB to linear light. */
export function srgbToLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Encodes linear light as a channel of sRGB, limited to 0..1. */
export function linearToSrgb(value: number): number {
  if (value <= 0) return 0
  if (value >= 1) return 1
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}
