import { hexPixel, type Pixel, rec709Luma } from '../../core/colour.js'
import { clamp01, smoothstep } from '../../core/interpolation.js'
import { type Picture, pixelAt, recolour } from '../../core/picture.js'
import { blurPicture } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import {
  addContrast,
  blendOver,
  clampPixel,
  filterLight,
  saturate,
  screen,
  splitTone,
  vignetteAt,
} from '../primitives/grading.js'

type Grade = (input: Picture) => Picture

/** What each word of light, season and palette does to a finished picture, whatever its medium. */
export const grades = {
  night: (input) =>
    regrade(input, (colour, across, down) => {
      const tone = rec709Luma(colour.red, colour.green, colour.blue)
      // Windows and lamps are what was warm and light by day.
      const lamp = smoothstep(0.1, 0.32, colour.red - colour.blue) * smoothstep(0.45, 0.75, tone)
      saturate(colour, 0.55)
      splitTone(colour, hexPixel('#0b1d4d'), hexPixel('#6f9be0'), 0.7)
      const dark = 0.42 - 0.16 * Math.hypot(across - 0.5, down - 0.4)
      filterLight(colour, dark * 0.72, dark * 0.88, dark * 1.28)
      colour.blue += 0.035
      blendOver(colour, hexPixel('#ffc874'), lamp * 0.8)
    }),
  dawn: (input) =>
    regrade(input, (colour, _across, down) => {
      filterLight(colour, 0.86, 0.78, 0.98)
      splitTone(colour, hexPixel('#2b2f6b'), hexPixel('#ffb09c'), 0.7)
      screen(colour, hexPixel('#e07a8b'), 0.3 * Math.exp(-(((down - 0.45) / 0.22) ** 2)))
    }),
  fog: (input) =>
    regrade(input, (colour, _across, down) => {
      saturate(colour, 0.55)
      blendOver(colour, hexPixel('#cfd6da'), 0.72 - 0.42 * down)
    }),
  autumn: (input) =>
    regrade(input, (colour) => {
      // What is greener than it is red or blue turns to leaf gold and rust; the rest only warms.
      const leaf = clamp01((colour.green - Math.max(colour.blue, colour.red * 0.94)) * 6)
      const tone = rec709Luma(colour.red, colour.green, colour.blue)
      blendOver(colour, { red: tone * 1.75, green: tone * 0.95, blue: tone * 0.25 }, leaf * 0.9)
      filterLight(colour, 1.12, 0.96, 0.76)
      splitTone(colour, hexPixel('#5a2e12'), hexPixel('#ffc46b'), 0.45)
    }),
  spring: (input) =>
    regrade(input, (colour) => {
      saturate(colour, 1.25)
      filterLight(colour, 1.02, 1.12, 0.98)
      splitTone(colour, hexPixel('#3f7d4e'), hexPixel('#ffd9e6'), 0.4)
      colour.red += 0.03
      colour.green += 0.05
      colour.blue += 0.03
    }),
  summer: (input) =>
    regrade(input, (colour) => {
      saturate(colour, 1.4)
      filterLight(colour, 1.14, 1.08, 0.94)
      addContrast(colour, 1.08)
      screen(colour, hexPixel('#ffe9a8'), 0.1)
    }),
  dark: (input) =>
    regrade(input, (colour, across, down) => {
      saturate(colour, 0.8)
      const shade = 0.58 * vignetteAt(across - 0.5, down - 0.5, { widthPx: 1, heightPx: 1 }, 0.7)
      filterLight(colour, shade, shade, shade * 1.04)
    }),
  bright: (input) =>
    regrade(input, (colour) => {
      colour.red = clamp01(colour.red) ** 0.66 * 0.96 + 0.06
      colour.green = clamp01(colour.green) ** 0.66 * 0.96 + 0.06
      colour.blue = clamp01(colour.blue) ** 0.66 * 0.96 + 0.06
    }),
  vivid: (input) =>
    regrade(input, (colour) => {
      saturate(colour, 1.9)
      addContrast(colour, 1.12)
    }),
  pastel: (input) =>
    regrade(input, (colour) => {
      saturate(colour, 0.75)
      blendOver(colour, hexPixel('#fff3f2'), 0.42)
    }),
  muted: (input) =>
    regrade(input, (colour) => {
      saturate(colour, 0.38)
      blendOver(colour, hexPixel('#8d8a83'), 0.16)
    }),
  dramatic: (input) =>
    regrade(input, (colour, across, down) => {
      addContrast(colour, 1.5)
      const shade = vignetteAt(across - 0.5, down - 0.5, { widthPx: 1, heightPx: 1 }, 0.75)
      filterLight(colour, shade, shade, shade)
      splitTone(colour, hexPixel('#0f3a4a'), hexPixel('#ffcf9e'), 0.35)
    }),
  dreamy: (input) => {
    const glow = blurPicture(input, 16 * unitPx(input))
    return recolour(input, (colour, _x, _y, index) => {
      screen(colour, pixelAt(glow, index), 0.62)
      splitTone(colour, hexPixel('#5b4a9a'), hexPixel('#ffe3ef'), 0.5)
      saturate(colour, 1.15)
    })
  },
  warm: (input) => regrade(input, (colour) => filterLight(colour, 1.2, 1, 0.74)),
  cold: (input) => regrade(input, (colour) => filterLight(colour, 0.76, 0.98, 1.22)),
  monochrome: (input) => regrade(input, (colour) => saturate(colour, 0)),
  sepia: (input) =>
    regrade(input, (colour) => {
      saturate(colour, 0)
      filterLight(colour, 1.1, 0.92, 0.68)
    }),
  red: tint('#d4152a'),
  orange: tint('#f07a1a'),
  yellow: tint('#f0c419'),
  green: tint('#1f9d45'),
  teal: tint('#0fa5a0'),
  blue: tint('#1d4fd8'),
  purple: tint('#7a2bd0'),
  pink: tint('#f04a9a'),
  brown: tint('#8a5a33'),
} as const satisfies Record<string, Grade>

/** The names of all grades. */
export type GradeName = keyof typeof grades

/** Pulls every tone towards one hue; black stays nearly black and white nearly white. */
function tint(hex: string): Grade {
  const hue = hexPixel(hex)
  const grey = Math.max(0.12, rec709Luma(hue.red, hue.green, hue.blue))
  return (input) =>
    regrade(input, (colour) => {
      const tone = clamp01(rec709Luma(colour.red, colour.green, colour.blue))
      const gain = tone / grey
      const limit = Math.max(1, gain * Math.max(hue.red, hue.green, hue.blue))
      const tinted = {
        red: (hue.red * gain) / limit,
        green: (hue.green * gain) / limit,
        blue: (hue.blue * gain) / limit,
      }
      blendOver(colour, tinted, 0.58 * (1 - 0.5 * tone ** 4))
    })
}

/**
 * Changes each colour; `across` and `down` are 0..1 over the picture. Results are clipped, as a print would.
 */
function regrade(input: Picture, change: (colour: Pixel, across: number, down: number) => void): Picture {
  return recolour(input, (colour, x, y) => {
    change(colour, x / input.widthPx, y / input.heightPx)
    clampPixel(colour)
  })
}
