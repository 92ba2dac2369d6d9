import { type Colour, hex } from '../core/colour.js'
import type { ColourName } from './scene-description.js'

/** Every colour of one picture. Ground and foliage are surface colours; `key` and `ambient` light them. */
export interface Palette {
  readonly zenith: Colour
  readonly middle: Colour
  readonly horizon: Colour
  readonly sun: Colour
  /** Light of sun or moon on a surface that faces it; may exceed 1. */
  readonly key: Colour
  /** Light from everywhere. */
  readonly ambient: Colour
  readonly haze: Colour
  readonly cloudLit: Colour
  readonly cloudShade: Colour
  readonly grass: Colour
  readonly dryGrass: Colour
  readonly earth: Colour
  readonly rock: Colour
  readonly sand: Colour
  readonly snow: Colour
  readonly deepWater: Colour
  readonly foliage: readonly [Colour, Colour, Colour]
  readonly petals: readonly Colour[]
  /** A colour that stands out against the rest. */
  readonly accent: Colour
  /** Windows and lamps are lit. */
  readonly isDark: boolean
}

/** What each colour word means on a surface. */
export const namedColours = {
  red: hex('#c8281e'),
  orange: hex('#ee7a1c'),
  yellow: hex('#f4cb32'),
  gold: hex('#d9a129'),
  green: hex('#3f9a41'),
  teal: hex('#1f9a97'),
  blue: hex('#2a62c4'),
  indigo: hex('#33379a'),
  purple: hex('#7a3aa8'),
  pink: hex('#ec7fae'),
  brown: hex('#7b4a27'),
  black: hex('#23222a'),
  white: hex('#f4f1ea'),
  grey: hex('#8a8d92'),
  silver: hex('#b9c0c9'),
  rainbow: hex('#e0559a'),
} as const satisfies Record<ColourName, Colour>
