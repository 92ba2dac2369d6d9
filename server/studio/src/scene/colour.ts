/** sRGB, each channel 0 to 1 (values outside are allowed on the way and clipped when painted). */
export type Colour = readonly [red: number, green: number, blue: number]

/** Reads `#rrggbb`. */
export function hex(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

/** Writes `#rrggbb`, clipped. */
export function toHex(colour: Colour): string {
  const digits = colour.map((channel) =>
    Math.round(clamp01(channel) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

/** A share of `from` and of `to`, channel by channel. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

/** Light of one colour on a surface of another. */
export function multiply(surface: Colour, light: Colour): Colour {
  return [surface[0] * light[0], surface[1] * light[1], surface[2] * light[2]]
}

/** Brighter or darker by a factor. */
export function scale(colour: Colour, factor: number): Colour {
  return [colour[0] * factor, colour[1] * factor, colour[2] * factor]
}

/** Perceived lightness, 0 to 1. */
export function luma(colour: Colour): number {
  return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
}

/** More (over 1) or less (under 1) colourful at the same luma. */
export function saturate(colour: Colour, factor: number): Colour {
  const grey = luma(colour)
  return mix([grey, grey, grey], colour, factor)
}

/** Turned around the colour wheel by degrees, about the same luma. */
export function turnHue(colour: Colour, degrees: number): Colour {
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

/** Limits to 0..1. */
export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value))
}

/** 0 below `from`, 1 above `to`, a smooth S between; `from` may lie above `to`. */
export function smoothStep(from: number, to: number, value: number): number {
  const share = clamp01((value - from) / (to - from))
  return share * share * (3 - 2 * share)
}
