import { clamp01, mix } from './interpolation.js'
import { type Colour, luma } from './picture.js'

/** Moves a colour away from (above 1) or towards (below 1) the grey of its own lightness. */
export function saturate(colour: Colour, amount: number): void {
  const grey = luma(colour.red, colour.green, colour.blue)
  colour.red = mix(grey, colour.red, amount)
  colour.green = mix(grey, colour.green, amount)
  colour.blue = mix(grey, colour.blue, amount)
}

/** Steepens (above 1) or flattens (below 1) tones around a middle grey of 0.45. */
export function addContrast(colour: Colour, amount: number): void {
  colour.red = mix(0.45, colour.red, amount)
  colour.green = mix(0.45, colour.green, amount)
  colour.blue = mix(0.45, colour.blue, amount)
}

/** Multiplies the three channels, as a filter before the lens does. */
export function filterLight(colour: Colour, red: number, green: number, blue: number): void {
  colour.red *= red
  colour.green *= green
  colour.blue *= blue
}

/** Adds light the way two projectors do: it never overshoots white. */
export function screen(colour: Colour, light: Colour, amount: number): void {
  colour.red = 1 - (1 - clamp01(colour.red)) * (1 - clamp01(light.red * amount))
  colour.green = 1 - (1 - clamp01(colour.green)) * (1 - clamp01(light.green * amount))
  colour.blue = 1 - (1 - clamp01(colour.blue)) * (1 - clamp01(light.blue * amount))
}

/** Lays a colour over another, `cover` 0..1. */
export function layOver(colour: Colour, paint: Colour, cover: number): void {
  colour.red = mix(colour.red, paint.red, cover)
  colour.green = mix(colour.green, paint.green, cover)
  colour.blue = mix(colour.blue, paint.blue, cover)
}

/** Tints dark tones with one colour and light tones with another; lightness stays about the same. */
export function splitTone(colour: Colour, shadows: Colour, highlights: Colour, amount: number): void {
  const lightness = clamp01(luma(colour.red, colour.green, colour.blue))
  const shadowGrey = luma(shadows.red, shadows.green, shadows.blue)
  const highlightGrey = luma(highlights.red, highlights.green, highlights.blue)
  const low = (1 - lightness) * amount
  const high = lightness * amount
  colour.red += (shadows.red - shadowGrey) * low + (highlights.red - highlightGrey) * high
  colour.green += (shadows.green - shadowGrey) * low + (highlights.green - highlightGrey) * high
  colour.blue += (shadows.blue - shadowGrey) * low + (highlights.blue - highlightGrey) * high
}

/** A colour on a ramp of evenly spaced stops, `position` 0..1, mixed between neighbours. */
export function rampAt(stops: readonly Colour[], position: number): Colour {
  if (stops.length < 2) throw new RangeError('A ramp needs at least two stops.')
  const place = clamp01(position) * (stops.length - 1)
  const low = Math.min(stops.length - 2, Math.floor(place))
  const from = stops[low]
  const to = stops[low + 1]
  const fraction = place - low
  return {
    red: mix(from.red, to.red, fraction),
    green: mix(from.green, to.green, fraction),
    blue: mix(from.blue, to.blue, fraction),
  }
}

/** Reads `#rrggbb`. Throws a RangeError on anything else. */
export function hexColour(hex: string): Colour {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError(`Not a colour of the form #rrggbb: ${hex}`)
  const bits = Number.parseInt(hex.slice(1), 16)
  return { red: (bits >> 16) / 255, green: ((bits >> 8) & 255) / 255, blue: (bits & 255) / 255 }
}

/** How bright a pixel stays when corners darken: 1 in the middle, `1 - strength` in the corners. */
export function vignetteAt(
  x: number,
  y: number,
  size: { readonly widthPx: number; readonly heightPx: number },
  strength: number,
): number {
  const across = (x + 0.5) / size.widthPx - 0.5
  const down = (y + 0.5) / size.heightPx - 0.5
  const distance = (across * across + down * down) * 2
  return 1 - strength * distance * (0.4 + 0.6 * distance)
}
