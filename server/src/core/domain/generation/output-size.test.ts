import { resolutions } from '@mediagen/contract/limits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productNames } from '../products.ts'
import { outputSize, shapeOf } from './output-size.ts'

const side = fc.integer({ min: 16, max: 8192 })
const tier = fc.constantFrom(
  ...productNames.flatMap((product) => Object.keys(resolutions[product]).map((name) => ({ product, name }))),
)

describe('outputSize', () => {
  test('keeps the ratio to the pixel, fixes the edge that the tier names, and follows the orientation of its input', () => {
    fc.assert(
      fc.property(tier, side, side, ({ product, name }, width, height) => {
        const size = outputSize(product, name, { width, height })
        const turned = outputSize(product, name, { width: height, height: width })
        if (width !== height) expect(turned).toEqual({ widthPx: size.heightPx, heightPx: size.widthPx })
        const tiers: Record<string, { edge: string; px: number }> = resolutions[product]
        const { edge, px } = tiers[name] ?? { edge: '', px: 0 }
        const [short, long] = [Math.min(size.widthPx, size.heightPx), Math.max(size.widthPx, size.heightPx)]
        expect(edge === 'long' ? long : short).toBe(px)
        expect(short).toBeGreaterThanOrEqual(16)
        if (product.startsWith('video')) {
          expect([short % 2, long % 2]).toEqual([0, 0])
          // 21:9 is the widest video; one more pixel each way allows for rounding to even numbers.
          expect(long).toBeLessThanOrEqual((px * 21) / 9 + 1)
        }
        const exact = Math.max(width, height) / Math.min(width, height)
        if (exact <= 21 / 9) expect(Math.abs(long / exact - short)).toBeLessThanOrEqual(1.5)
      }),
    )
  })

  test('depends on the ratio alone: a larger input of the same ratio changes nothing', () => {
    expect(outputSize('image.transform', 'hd', { width: 40, height: 30 })).toEqual(
      outputSize('image.transform', 'hd', { width: 4000, height: 3000 }),
    )
  })

  test('refuses a tier that the product does not have', () => {
    expect(() => outputSize('image.generate', 'hd', { width: 1, height: 1 })).toThrow(RangeError)
  })
})

describe('shapeOf', () => {
  test('parses the ratios of the contract and refuses anything else', () => {
    expect(shapeOf('21:9')).toEqual({ width: 21, height: 9 })
    for (const text of ['', '16', '16:', ':9', '0:9', 'a:b']) expect(() => shapeOf(text)).toThrow(RangeError)
  })
})
