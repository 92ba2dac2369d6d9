import { expect, test } from 'vitest'
import { createGradientNoise, grainPlane, valueNoisePlane } from './noise.js'

const size = { widthPx: 120, heightPx: 90 }
const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length

test('gradient noise is bounded, the same every time, and another plane for another seed', () => {
  const noise = createGradientNoise(7)
  const other = createGradientNoise(8)
  let differing = 0
  for (let index = 0; index < 2000; index++) {
    const [x, y] = [index * 0.137, index * 0.071]
    expect(Math.abs(noise.fbm(x, y, 5))).toBeLessThan(1.1)
    expect(noise.ridged(x, y, 5)).toBeGreaterThanOrEqual(0)
    expect(noise.ridged(x, y, 5)).toBeLessThan(1.1)
    expect(createGradientNoise(7).at(x, y)).toBe(noise.at(x, y))
    if (Math.abs(noise.at(x, y) - other.at(x, y)) > 0.01) differing++
  }
  expect(differing).toBeGreaterThan(1800)
})

test('value noise is smooth, lies in 0..1 and is about 0.5 on the whole', () => {
  const { values } = valueNoisePlane({ ...size, cellPx: 12, octaves: 3, seed: 4 })
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...values)).toBeLessThanOrEqual(1)
  expect(mean(values)).toBeCloseTo(0.5, 1)
  const steps = values.subarray(1, size.widthPx).map((value, index) => Math.abs(value - values[index]))
  expect(Math.max(...steps)).toBeLessThan(0.25)
})

test('grain is independent from pixel to pixel, and 0 on the whole', () => {
  const { values } = grainPlane(size.widthPx, size.heightPx, 3)
  expect(mean(values)).toBeCloseTo(0, 1)
  const neighbours = values.subarray(1).reduce((sum, value, index) => sum + value * values[index], 0)
  expect(Math.abs(neighbours / values.length)).toBeLessThan(0.02)
})
