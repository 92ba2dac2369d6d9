import { type Colour, hex, mix, multiply, scale, toHex } from '../core/colour.js'
import type { Random } from '../core/random.js'
import type { Stage } from './composition.js'
import { namedColours } from './palette-colours.js'
import type { ColourName } from './scene-description.js'

/**
 * What a subject is drawn with: paints that already stand in the light of the scene. Drawings are lit from
 * the left.
 */
export interface Ink {
  readonly random: Random
  /** The colour that the prompt gave the subject, or its usual one. */
  main(usual: string): Colour
  /** A paint of a colour: -1 in deep shadow, 0 plain, 1 in full light. */
  tone(colour: Colour | string, level?: number): string
  /** A paint that shines by itself. */
  glow(colour: Colour | string): string
  /** A gradient over the shape, from left to right (lit to shaded), or from top to bottom. */
  fade(from: string, to: string, direction?: 'across' | 'down' | 'round'): string
  /** Rounds a colour's lit and shaded side over the shape. */
  rounded(colour: Colour | string, contrast?: number): string
  /** Windows and lamps are lit. */
  readonly isDark: boolean
  /** The grass, the flowers and the stone of the place. */
  readonly leaf: Colour
  readonly petals: readonly Colour[]
  readonly stone: Colour
  /** The definitions of all gradients so far: to be put into the drawing. */
  definitions(): string
}

/** Makes the ink for one subject. */
export function createInk(stage: Stage, random: Random, colour: ColourName | undefined): Ink {
  const { palette } = stage
  const definitions: string[] = []
  const read = (paint: Colour | string): Colour => (typeof paint === 'string' ? hex(paint) : paint)
  const lit = (paint: Colour | string, level: number): Colour => {
    const surface = read(paint)
    const direct = scale(palette.key, Math.max(0, 0.42 + level * 0.36))
    const light: Colour = [
      palette.ambient[0] * 0.78 + direct[0],
      palette.ambient[1] * 0.78 + direct[1],
      palette.ambient[2] * 0.78 + direct[2],
    ]
    const shaded = multiply(surface, light)
    return level < 0 ? mix(shaded, scale(multiply(surface, palette.ambient), 0.7), -level * 0.75) : shaded
  }
  const tone = (paint: Colour | string, level = 0) => toHex(lit(paint, level))
  const fade = (from: string, to: string, direction: 'across' | 'down' | 'round' = 'across') => {
    const id = `f${definitions.length}`
    const stops = `<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`
    definitions.push(
      direction === 'round'
        ? `<radialGradient id="${id}" cx=".35" cy=".3" r=".8">${stops}</radialGradient>`
        : `<linearGradient id="${id}" x2="${direction === 'across' ? 1 : 0}" y2="${direction === 'across' ? 0 : 1}">${stops}</linearGradient>`,
    )
    return `url(#${id})`
  }
  return {
    random,
    main: (usual) => (colour ? namedColours[colour] : hex(usual)),
    tone,
    glow: (paint) => toHex(read(paint)),
    fade,
    rounded: (paint, contrast = 1) =>
      fade(tone(paint, 0.8 * contrast), tone(paint, -0.8 * contrast), 'round'),
    isDark: palette.isDark,
    leaf: palette.grass,
    petals: palette.petals,
    stone: palette.rock,
    definitions: () => `<defs>${definitions.join('')}</defs>`,
  }
}
