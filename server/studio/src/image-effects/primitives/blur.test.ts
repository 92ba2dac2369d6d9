import { expect, test } from 'vitest'
import { planeFrom } from '../../core/picture.js'
import { blurPlane } from './blur.js'

const size = { widthPx: 61, heightPx: 41 }

test('a plane of one value keeps it, up to the border', () => {
  const blurred = blurPlane(
    planeFrom(size, () => 0.7),
    6,
  )
  for (const value of blurred.values) expect(value).toBeCloseTo(0.7, 5)
})

test('a single light spreads evenly to all sides, to the width asked for, and none of it is lost', () => {
  const { values } = blurPlane(
    planeFrom(size, (_, x, y) => (x === 30 && y === 20 ? 1 : 0)),
    4,
  )
  const at = (x: number, y: number) => values[y * size.widthPx + x]
  expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4)
  expect(at(25, 20)).toBeCloseTo(at(35, 20), 6)
  expect(at(30, 15)).toBeCloseTo(at(35, 20), 6)
  const variance = values.reduce((sum, value, index) => sum + value * ((index % size.widthPx) - 30) ** 2, 0)
  expect(Math.sqrt(variance)).toBeGreaterThan(3.2)
  expect(Math.sqrt(variance)).toBeLessThan(4.8)
})

test('a radius larger than the plane is no fault', () => {
  const tiny = planeFrom({ widthPx: 3, heightPx: 2 }, (index) => index / 5)
  for (const value of blurPlane(tiny, 50).values) expect(value).toBeGreaterThanOrEqual(0)
})
