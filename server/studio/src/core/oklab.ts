import { linearToSrgb, type Pixel, srgbToLinear } from './colour.js'

/**
 * A colour in OKLab: how light it looks (0..1) and two axes, green to red and blue to yellow (about
 * -0.4..0.4).
 */
export interface Oklab {
  lightness: number
  greenRed: number
  blueYellow: number
}

/** Converts gamma-coded sRGB to OKLab (Björn Ottosson, 2020), where equal distances look equal. */
export function oklabFromPixel(pixel: Pixel): Oklab {
  const red = srgbToLinear(pixel.red)
  const green = srgbToLinear(pixel.green)
  const blue = srgbToLinear(pixel.blue)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    greenRed: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    blueYellow: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  }
}

/** Converts back to gamma-coded sRGB, limited to 0..1. */
export function pixelFromOklab(oklab: Oklab): Pixel {
  const long = (oklab.lightness + 0.3963377774 * oklab.greenRed + 0.2158037573 * oklab.blueYellow) ** 3
  const medium = (oklab.lightness - 0.1055613458 * oklab.greenRed - 0.0638541728 * oklab.blueYellow) ** 3
  const short = (oklab.lightness - 0.0894841775 * oklab.greenRed - 1.291485548 * oklab.blueYellow) ** 3
  return {
    red: linearToSrgb(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    green: linearToSrgb(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    blue: linearToSrgb(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  }
}

/**
 * OKLCh: lightness (0..1), chroma (0 grey to about 0.3), hue in degrees (29 red, 110 yellow, 142 green, 264
 * blue).
 */
export function pixelFromOklch(lightness: number, chroma: number, hueDegrees: number): Pixel {
  const hue = (hueDegrees * Math.PI) / 180
  return pixelFromOklab({ lightness, greenRed: chroma * Math.cos(hue), blueYellow: chroma * Math.sin(hue) })
}
