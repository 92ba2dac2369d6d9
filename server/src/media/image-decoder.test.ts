import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImageDecoder } from './image-decoder.ts'
import { createMediaFinisher } from './media-finisher.ts'

const never = new AbortController().signal
const asked = { surface: 'image', widthPx: 64, heightPx: 48 } as const

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-decoder-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(sidePx: number): Promise<{ path: string; folder: string }> {
  const path = join(folder, `image-${sidePx}`)
  const plain = { width: sidePx, height: sidePx, channels: 4, background: '#a0c0e080' } as const
  // Interlaced, so that no decoder can do with a part of it.
  await writeFile(path, await sharp({ create: plain }).png({ progressive: true }).toBuffer())
  return { path, folder }
}

describe('an image that would take too much of the machine', () => {
  test('ends its process at a limit of memory, and fails with it, while the next one is finished', async () => {
    const decoder = createImageDecoder({ memoryBytesMax: 250_000_000 })
    const finisher = createMediaFinisher({ videos: [], decoder })
    expect(await finisher.finish(await write(9000), asked, never)).toEqual({
      kind: 'unusable',
      message: 'A PNG image that could not be decoded: decoding it takes more than 250 MB.',
    })
    expect(await finisher.finish(await write(100), asked, never)).toMatchObject({ kind: 'finished' })
  })

  test('ends its process at a limit of processor time, as an input does', async () => {
    const decoder = createImageDecoder({ cpuSecondsMax: 0 })
    const { upright } = createMediaFinisher({ videos: [], decoder })
    const input = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#a0c0e0' } })
      .png()
      .toBuffer()
    await expect(upright(input)).rejects.toThrow('decoding it takes too much processor time')
  })
})

test('an image that is given up ends with the reason, and leaves the decoder to the others', async () => {
  const finisher = createMediaFinisher({ videos: [] })
  const stop = new AbortController()
  const given = finisher.finish(await write(5000), asked, stop.signal)
  const other = finisher.finish(await write(100), asked, never)
  stop.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  expect(await other).toMatchObject({ kind: 'finished' })
})

test('a fault of this machine is thrown, and is not the file’s', async () => {
  const source = await write(200)
  const finisher = createMediaFinisher({ videos: [] })
  await expect(
    finisher.finish({ ...source, folder: join(folder, 'nowhere') }, asked, never),
  ).rejects.toThrow()
})
