import { expect, test } from 'vitest'
import {
  bilinear,
  clamp,
  cubicHermite,
  easeInOutSine,
  lerp,
  quinticFade,
  smoothstep,
} from './interpolation.js'

test('limits that cross give the upper one, which single-pixel pictures rely on', () => {
  expect(clamp(5, 0, 3)).toBe(3)
  expect(clamp(-5, 0, 3)).toBe(0)
  expect(clamp(5, 1, 0)).toBe(0)
})

test('smoothstep rises between its edges, and falls where they are swapped', () => {
  expect([0, 1, 2, 3, 4].map((value) => smoothstep(1, 3, value))).toEqual([0, 0, 0.5, 1, 1])
  expect([0, 1, 2, 3, 4].map((value) => smoothstep(3, 1, value))).toEqual([1, 1, 0.5, 0, 0])
})

test.each([cubicHermite, quinticFade, easeInOutSine])(
  '$name joins 0 and 1 through the middle, at rest at both ends',
  (curve) => {
    expect([curve(0), curve(1)]).toEqual([0, 1])
    expect(curve(0.5)).toBeCloseTo(0.5, 12)
    expect(curve(0.001)).toBeLessThan(0.00001)
    expect(curve(0.999)).toBeGreaterThan(0.99999)
  },
)

test('bilinear interpolation meets the four corners and the mean between them', () => {
  expect(bilinear(1, 2, 3, 4, 0, 0)).toBe(1)
  expect(bilinear(1, 2, 3, 4, 1, 0)).toBe(2)
  expect(bilinear(1, 2, 3, 4, 0, 1)).toBe(3)
  expect(bilinear(1, 2, 3, 4, 0.5, 0.5)).toBe(2.5)
  expect(lerp(2, 4, 1.5)).toBe(5)
})
