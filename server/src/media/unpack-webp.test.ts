import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { webpChunk } from '../../../test/support/image-metadata.ts'
import { unpackWebp } from './unpack-webp.ts'
import { videoFrameLimits } from './video-tool.ts'

async function unpacked(...chunks: readonly Buffer[]) {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-webp-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'result')
  const frames = ['#123456', '#654321'].map((background) =>
    sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp()
    .toBuffer()
  const whole = Buffer.concat([animation, ...chunks])
  whole.writeUInt32LE(whole.length - 8, 4)
  await writeFile(path, whole)
  return unpackWebp(path, folder, videoFrameLimits)
}

test('an animated WebP may have ten thousand frames, and 16 MB besides, before a decoder gets it', async () => {
  expect(await unpacked(webpChunk('EXIF', Buffer.alloc(1000)))).toMatchObject({ demuxer: 'rawvideo' })
  expect(await unpacked(...Array<Buffer>(10_000).fill(webpChunk('ANMF', Buffer.alloc(16))))).toEqual({
    unusable: 'An animated WebP of more than 10000 frames.',
  })
  expect(await unpacked(webpChunk('EXIF', Buffer.alloc(17 * 1024 ** 2)))).toEqual({
    unusable: 'An animated WebP with more than 16777216 bytes of metadata.',
  })
})
