import { expect, test } from 'vitest'
import { hexPixel } from '../../core/colour.js'
import { oklabFromPixel, pixelFromOklab } from '../../core/oklab.js'
import { blankPicture, recolour } from '../../core/picture.js'
import { quantize } from './quantization.js'

const inks = ['#14213d', '#d62828', '#2a9d8f', '#fcbf49'].map(hexPixel)

/** Three quarters of the picture are the first ink, the rest is shared by the others. */
const poster = recolour(blankPicture(64, 64), (colour, x, y) => {
  Object.assign(colour, y < 48 ? inks[0] : inks[1 + (x % 3)])
})

test('a palette as large as the number of colours finds each of them, dark to light', () => {
  const palette = quantize(poster, 4, 1)
  expect(palette.colours).toHaveLength(4)
  for (const ink of inks) {
    const nearest = palette.colours[palette.nearest(ink)]
    expect(
      Math.hypot(
        (nearest?.red ?? 9) - ink.red,
        (nearest?.green ?? 9) - ink.green,
        (nearest?.blue ?? 9) - ink.blue,
      ),
    ).toBeLessThan(0.02)
  }
  const lightness = palette.colours.map((colour) => oklabFromPixel(colour).lightness)
  expect(lightness).toEqual([...lightness].sort((a, b) => a - b))
})

test('Oklab and back is the same colour', () => {
  for (const ink of inks) {
    const again = pixelFromOklab(oklabFromPixel(ink))
    expect(again.red).toBeCloseTo(ink.red, 4)
    expect(again.green).toBeCloseTo(ink.green, 4)
    expect(again.blue).toBeCloseTo(ink.blue, 4)
  }
})
