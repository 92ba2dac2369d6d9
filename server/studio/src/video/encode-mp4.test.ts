import { AV_PIX_FMT_YUV420P, AVCOL_SPC_BT709 } from 'node-av/constants'
import { describe, expect, test } from 'vitest'
import { encodeMp4 } from './encode-mp4.js'
import { readVideo } from './support/read-video.js'
import { videoFrames } from './video.js'

const small = { widthPx: 160, heightPx: 90, durationSeconds: 4 }

function movingBar(video: typeof small) {
  return videoFrames(video, (target, moment) => {
    target.y.fill(60)
    for (let row = 0; row < video.heightPx; row++) {
      target.y.fill(200, row * video.widthPx + moment.index, row * video.widthPx + moment.index + 20)
    }
  })
}

const encode = (video: typeof small) => encodeMp4(movingBar(video), { ...video, framesPerSecond: 24 })

describe('encodeMp4', () => {
  test('makes H.264 High in yuv420p and BT.709, which every browser plays', async () => {
    const video = await readVideo(await encode(small))
    expect(video.codecString).toMatch(/^avc1\.64/)
    expect(video.pixelFormat).toBe(AV_PIX_FMT_YUV420P)
    expect(video.colourSpace).toBe(AVCOL_SPC_BT709)
  })

  test.each([4, 5, 15])(
    'keeps every frame of %i seconds at 24 frames per second',
    async (durationSeconds) => {
      const video = await readVideo(await encode({ ...small, durationSeconds }))
      expect(video.frames).toHaveLength(durationSeconds * 24)
      expect(video.framesPerSecond).toBe(24)
      expect(video.durationSeconds).toBeCloseTo(durationSeconds, 2)
    },
  )

  test.each([
    [854, 480],
    [202, 480],
    [130, 66],
  ])('keeps a size of %i x %i, which is no multiple of 16', async (widthPx, heightPx) => {
    const video = await readVideo(await encode({ widthPx, heightPx, durationSeconds: 4 }))
    expect([video.widthPx, video.heightPx]).toEqual([widthPx, heightPx])
  })

  test('shows the frames that went in, in their order', async () => {
    const { frames } = await readVideo(await encode(small))
    for (const index of [0, 30, 95]) {
      const row = frames[index]?.subarray(40 * 160, 41 * 160) ?? Buffer.alloc(0)
      expect(row[index + 10]).toBeGreaterThan(180)
      expect(row[(index + 60) % 160]).toBeLessThan(80)
    }
  })

  test('puts the index before the pictures, so that a video plays while it loads', async () => {
    const bytes = Buffer.from(await encode(small))
    expect(bytes.indexOf('moov')).toBeGreaterThan(0)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  test('gives the same bytes for the same frames', async () => {
    expect(Buffer.from(await encode(small)).equals(await encode(small))).toBe(true)
  })

  test('hands on what goes wrong while a frame is drawn', async () => {
    const frames = videoFrames(small, (_target, moment) => {
      if (moment.index === 3) throw new Error('out of paint')
    })
    await expect(encodeMp4(frames, { ...small, framesPerSecond: 24 })).rejects.toThrow('out of paint')
  })
})
