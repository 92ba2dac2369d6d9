import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { repeatingProfile } from '../../../test/support/icc-profiles.ts'
import { webpChunk, webpFlags } from '../../../test/support/image-metadata.ts'
import { unpackWebp } from './unpack-webp.ts'
import { videoFrameLimits } from './video-tool.ts'

async function unpacked(...chunks: readonly Buffer[]) {
  return unpackedWith(undefined, ...chunks)
}

async function unpackedWith(profile: Buffer | undefined, ...chunks: readonly Buffer[]) {
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
  const headEnd = 30
  const ofProfile = profile === undefined ? Buffer.alloc(0) : webpChunk('ICCP', profile)
  const whole = Buffer.concat([
    animation.subarray(0, headEnd),
    ofProfile,
    animation.subarray(headEnd),
    ...chunks,
  ])
  if (profile !== undefined) whole.writeUInt8(whole.readUInt8(20) | webpFlags.icc, 20)
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

test('an animated WebP with a profile that is not harmless is read as sRGB', async () => {
  const framesOf = async (profile?: Buffer) => {
    const result = await unpackedWith(profile)
    return 'path' in result ? readFile(result.path) : result
  }
  const { icc } = await sharp(
    await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .withIccProfile('p3')
      .png()
      .toBuffer(),
  ).metadata()
  const plain = await framesOf()
  expect(await framesOf(repeatingProfile(1000))).toEqual(plain)
  expect(await framesOf(icc)).not.toEqual(plain)
})
