import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createSemaphore, type Semaphore } from '../core/async/semaphore.ts'
import { decodingBytes, headerBytes } from './held-bytes.ts'
import { createMediaFinisher, type MediaFinisherOptions } from './media-finisher.ts'

const never = new AbortController().signal
const picture = (widthPx = 1200, heightPx = 900) =>
  sharp({
    create: { width: widthPx, height: heightPx, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  })
const interlaced16 = () => picture().toColourspace('rgb16').png({ progressive: true })
/** Its pixels: 16 bits for each of four channels. */
const pixelBytes = 1200 * 900 * 8

/** Counts what is decoded at once, by weight. */
function counting(weightMax: number) {
  const semaphore = createSemaphore(weightMax)
  const seen = { running: 0, runningMax: 0, weights: [] as number[] }
  const memory: Semaphore = {
    run: (signal, work, weight = 1) =>
      semaphore.run(
        signal,
        async () => {
          seen.running += weight
          seen.runningMax = Math.max(seen.runningMax, seen.running)
          seen.weights.push(weight)
          try {
            return await work()
          } finally {
            seen.running -= weight
          }
        },
        weight,
      ),
  }
  return { memory, seen }
}

async function finish(count: number, image: Sharp, options: Partial<MediaFinisherOptions>) {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-held-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = await image.toBuffer()
  const finisher = createMediaFinisher({ videos: [], atOnceMax: 12, ...options })
  const asked = { surface: 'image', widthPx: 64, heightPx: 48 } as const
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const path = join(folder, `result-${index}`)
      await writeFile(path, file)
      return finisher.finish({ path, folder }, asked, never)
    }),
  )
}

test('results of engines are decoded at once as far as their pixels fit into the memory, however many slots there are', async () => {
  const weightMax = 3.5 * pixelBytes
  const { memory, seen } = counting(weightMax)
  const outcomes = await finish(12, interlaced16(), { memory, heldBytesMax: weightMax })
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(12).fill('finished'))
  const headers = headerBytes((await interlaced16().toBuffer()).length)
  const decodings = seen.weights.filter((weight) => weight !== headers)
  expect(decodings).toHaveLength(12)
  expect(seen.runningMax).toBeGreaterThan(2 * pixelBytes)
  expect(seen.runningMax).toBeLessThanOrEqual(weightMax)
})

test('inputs of customers share the same memory, with what turning and encoding them takes', async () => {
  const weightMax = 5.5 * pixelBytes
  const { memory, seen } = counting(weightMax)
  const finisher = createMediaFinisher({ videos: [], memory })
  const input = await interlaced16().toBuffer()
  await Promise.all([
    ...Array.from({ length: 6 }, () => finisher.upright(input)),
    finish(6, interlaced16(), { memory }),
  ])
  expect(seen.weights.filter((weight) => weight >= 2.5 * pixelBytes)).toHaveLength(6)
  // Their headers count as well, which a decoder reads before anything says how large they are.
  expect(seen.weights.filter((weight) => weight === headerBytes(input.length))).toHaveLength(12)
  expect(seen.runningMax).toBeLessThanOrEqual(weightMax)
  const jpeg = await picture()
    .flatten()
    .jpeg({ progressive: true })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  await finisher.upright(jpeg)
  expect(seen.weights.at(-1)).toBeGreaterThanOrEqual(1200 * 900 * (6 + 3 + 6))
})

test('an image that takes more than there may be is refused before it is decoded: an AVIF takes more than its pixels', async () => {
  const image = picture().avif({ effort: 0 })
  const bytes = 1200 * 900 * 20
  expect(await finish(1, image, { heldBytesMax: bytes })).toMatchObject([
    {
      kind: 'unusable',
      message: expect.stringMatching(/^An image of 1200x900 pixels that takes \d+ MB to decode/),
    },
  ])
  expect(await finish(1, image, { heldBytesMax: bytes + 100_000 })).toMatchObject([{ kind: 'finished' }])
})

test('work that is given up while it waits for memory leaves it to the others', async () => {
  const { memory, seen } = counting(1.5 * pixelBytes)
  let free: () => void = () => undefined
  const held = memory.run(never, () => new Promise<void>((resolve) => (free = resolve)), 1.5 * pixelBytes)
  const stop = new AbortController()
  const finisher = createMediaFinisher({ videos: [], memory })
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-held-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'result')
  await writeFile(path, await interlaced16().toBuffer())
  const asked = { surface: 'image', widthPx: 64, heightPx: 48 } as const
  const given = finisher.finish({ path, folder }, asked, stop.signal)
  setImmediate(() => stop.abort(new Error('gone')))
  await expect(given).rejects.toThrow('gone')
  free()
  await held
  expect((await finisher.finish({ path, folder }, asked, never)).kind).toBe('finished')
  expect(seen.running).toBe(0)
})

test.each([
  { name: 'AVIF', format: 'heif', size: [8000, 8000], channels: 3, peakMb: 1180 },
  { name: 'AVIF with an alpha channel', format: 'heif', size: [7000, 7000], channels: 4, peakMb: 910 },
  { name: 'GIF that restores', format: 'gif', size: [65535, 1525], channels: 3, peakMb: 1048 },
  { name: 'square GIF', format: 'gif', size: [9999, 9999], channels: 3, peakMb: 860 },
  { name: 'progressive JPEG', format: 'jpeg', size: [65500, 1526], channels: 3, peakMb: 1007 },
  { name: 'progressive JPEG in CMYK', format: 'jpeg', size: [65500, 1526], channels: 4, peakMb: 1116 },
  { name: 'WebP', format: 'webp', size: [16383, 6100], channels: 4, peakMb: 516 },
  { name: 'PNG', format: 'png', size: [65500, 1526], channels: 4, depth: 'ushort', peakMb: 1212 },
  { name: 'TIFF', format: 'tiff', size: [10000, 10000], channels: 4, peakMb: 97 },
])('a large $name takes no more than is estimated, as measured above the process', (image) => {
  const { format, channels, peakMb, depth = 'uchar' } = image
  const [width = 0, height = 0] = image.size
  const estimated = decodingBytes({ format, width, height, channels, depth } as Metadata, 0)
  // The library itself takes the rest, once, whatever is decoded.
  expect(estimated / 1_000_000).toBeGreaterThanOrEqual(peakMb - 40)
})

test('no decoded image stays in memory when its result is stored', async () => {
  expect(await finish(2, picture().avif({ effort: 0 }), {})).toMatchObject(
    Array(2).fill({ kind: 'finished' }),
  )
  expect(sharp.cache()).toMatchObject({ memory: { current: 0, max: 0 }, items: { current: 0, max: 0 } })
})
