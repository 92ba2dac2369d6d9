import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom, seedOfText } from './random.js'

test('the same seed gives the same numbers, all within their bounds', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const [one, other] = [createRandom(seed), createRandom(seed)]
      for (let count = 0; count < 20; count++) {
        const value = one.next()
        expect(value).toBe(other.next())
        expect(value >= 0 && value < 1).toBe(true)
      }
      expect(one.whole(2, 4)).toBeGreaterThanOrEqual(2)
      expect(one.whole(2, 4)).toBeLessThanOrEqual(4)
    }),
  )
})

test('texts that differ have seeds that differ', () => {
  const texts = Array.from({ length: 20_000 }, (_, index) => `prompt ${index}`)
  expect(new Set(texts.map(seedOfText)).size).toBeGreaterThan(19_990)
})

test('refuses to pick from nothing', () => {
  expect(() => createRandom(1).pick([])).toThrow(RangeError)
})
