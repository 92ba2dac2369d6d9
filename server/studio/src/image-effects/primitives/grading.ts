import { type Pixel, rec709Luma } from '../../core/colour.js'
import { clamp01, lerp } from '../../core/interpolation.js'
import type { SizePx } from '../../core/size.js'

/** Moves a colour away from (above 1) or towards (below 1) the grey of its own lightness. */
export function saturate(colour: Pixel, amount: number): void {
  const grey = rec709Luma(colour.red, colour.green, colour.blue)
  colour.red = lerp(grey, colour.red, amount)
  colour.green = lerp(grey, colour.green, amount)
  colour.blue = lerp(grey, colour.blue, amount)
}

/** Steepens (above 1) or flattens (below 1) tones around a middle grey of 0.45. */
export function addContrast(colour: Pixel, amount: number): void {
  colour.red = lerp(0.45, colour.red, amount)
  colour.green = lerp(0.45, colour.green, amount)
  colour.blue = lerp(0.45, colour.blue, amount)
}

/** Limits the three channels to 0..1, as a print would. */
export function clampPixel(colour: Pixel): void {
  colour.red = clamp01(colour.red)
  colour.green = clamp01(colour.green)
  colour.blue = clamp01(colour.blue)
}

/** Multiplies the three channels, as a filter before the lens does. */
export function filterLight(colour: Pixel, red: number, green: number, blue: number): void {
  colour.red *= red
  colour.green *= green
  colour.blue *= blue
}

/** Adds light the way two projectors do: it never overshoots white. */
export function screen(colour: Pixel, light: Pixel, amount: number): void {
  colour.red = 1 - (1 - clamp01(colour.red)) * (1 - clamp01(light.red * amount))
  colour.green = 1 - (1 - clamp01(colour.green)) * (1 - clamp01(light.green * amount))
  colour.blue = 1 - (1 - clamp01(colour.blue)) * (1 - clamp01(light.blue * amount))
}

/** Lays a colour over another, `cover` 0..1. */
export function blendOver(colour: Pixel, paint: Pixel, cover: number): void {
  colour.red = lerp(colour.red, paint.red, cover)
  colour.green = lerp(colour.green, paint.green, cover)
  colour.blue = lerp(colour.blue, paint.blue, cover)
}

/** Tints dark tones with one colour and light tones with another; lightness stays about the same. */
export function splitTone(colour: Pixel, shadows: Pixel, highlights: Pixel, amount: number): void {
  const lightness = clamp01(rec709Luma(colour.red, colour.green, colour.blue))
  const shadowGrey = rec709Luma(shadows.red, shadows.green, shadows.blue)
  const highlightGrey = rec709Luma(highlights.red, highlights.green, highlights.blue)
  const low = (1 - lightness) * amount
  const high = lightness * amount
  colour.red += (shadows.red - shadowGrey) * low + (highlights.red - highlightGrey) * high
  colour.green += (shadows.green - shadowGrey) * low + (highlights.green - highlightGrey) * high
  colour.blue += (shadows.blue - shadowGrey) * low + (highlights.blue - highlightGrey) * high
}

/** A colour on a ramp of evenly spaced stops, `position` 0..1, mixed between neighbours. */
export function gradientAt(stops: readonly Pixel[], position: number): Pixel {
  if (stops.length < 2) throw new RangeError('A ramp needs at least two stops.')
  const place = clamp01(position) * (stops.length - 1)
  const low = Math.min(stops.length - 2, Math.floor(place))
  const from = stops[low]
  const to = stops[low + 1]
  const fraction = place - low
  return {
    red: lerp(from.red, to.red, fraction),
    green: lerp(from.green, to.green, fraction),
    blue: lerp(from.blue, to.blue, fraction),
  }
}

/** How bright a pixel stays when corners darken: 1 in the middle, `1 - strength` in the corners. */
export function vignetteAt(x: number, y: number, size: SizePx, strength: number): number {
  const across = (x + 0.5) / size.widthPx - 0.5
  const down = (y + 0.5) / size.heightPx - 0.5
  const distance = (across * across + down * down) * 2
  return 1 - strength * distance * (0.4 + 0.6 * distance)
}
