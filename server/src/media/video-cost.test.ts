import { expect, test } from 'vitest'
import { convertedBytesMax } from './video-cost.ts'

const asked = { widthPx: 640, heightPx: 360, durationSeconds: 5 }
const encode = { filter: '', frames: 120, frameRate: { num: 24, den: 1 } }
const sourceBytes = 5_000_000

test('a copied video may become hardly larger than its source, whether its sound is copied or not', () => {
  const plan = { durationSeconds: 5, video: { index: 0 } }
  for (const audio of [{ index: 1 }, { index: 1, filter: 'atrim' }]) {
    const bytes = convertedBytesMax({ ...plan, audio }, asked, sourceBytes)
    expect(bytes).toBeGreaterThan(sourceBytes + (5 * 160_000) / 8)
    expect(bytes).toBeLessThan(sourceBytes * 1.25)
  }
})

test('an encoded video may take what noise would at its own size, however small or large its source is', () => {
  const plan = { durationSeconds: 5, video: { index: 0, encode } }
  const noise = 640 * 360 * 120 * 0.87
  for (const size of [1_000, 1_000_000_000]) {
    const bytes = convertedBytesMax(plan, asked, size)
    expect(bytes).toBeGreaterThan(noise)
    expect(bytes).toBeLessThan(noise * 1.25)
  }
  expect(convertedBytesMax({ ...plan, audio: { index: 1 } }, asked, 1_000_000_000)).toBeGreaterThan(
    1_000_000_000,
  )
})
