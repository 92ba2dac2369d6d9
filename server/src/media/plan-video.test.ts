import { describe, expect, test } from 'vitest'
import { coverCrop } from './cover-crop.ts'
import { planVideo } from './plan-video.ts'
import type { VideoReport } from './video-tool.ts'

const asked = { widthPx: 640, heightPx: 360, durationSeconds: 5 }
const asAsked: VideoReport = {
  videoIndex: 0,
  videoCodec: 'h264',
  pixelFormat: 'yuv420p',
  widthPx: 640,
  heightPx: 360,
  rotation: 0,
  pixelAspect: 1,
  frameRate: { num: 24, den: 1 },
  frames: 120,
  decodedSeconds: 5,
  declaredSeconds: 5,
}

function encodingOf(report: Partial<VideoReport>, mayCopy = true) {
  const plan = planVideo({ ...asAsked, ...report }, asked, { mayCopy })
  if ('unusable' in plan) throw new Error(plan.unusable)
  return plan.video.encode
}

function refusalOf(report: Partial<VideoReport>): string | undefined {
  const plan = planVideo({ ...asAsked, ...report }, asked, { mayCopy: false })
  return 'unusable' in plan ? plan.unusable : undefined
}

describe('the plan for a video', () => {
  test('copies a video that meets the request, and encodes it for any single deviation', () => {
    expect(encodingOf({})).toBeUndefined()
    expect(encodingOf({ decodedSeconds: 5.02 })).toBeUndefined()
    expect(encodingOf({}, false)).toBeDefined()
    const differences: Partial<VideoReport>[] = [
      { videoCodec: 'hevc' },
      { pixelFormat: 'other' },
      { widthPx: 642 },
      { heightPx: 368 },
      { rotation: 180 },
      { pixelAspect: 4 / 3 },
      { frames: 125, decodedSeconds: 5.21 },
      { frames: 119, decodedSeconds: 4.96 },
    ]
    for (const difference of differences) expect(encodingOf(difference)).toBeDefined()
  })

  test('refuses a video that is more than a second too short, truncated, endless by its header, or without a frame', () => {
    expect(refusalOf({ frames: 97, decodedSeconds: 4.04, declaredSeconds: 4.04 })).toBeUndefined()
    expect(refusalOf({ frames: 93, decodedSeconds: 3.875, declaredSeconds: 3.875 })).toBe(
      'A video of 3.88 s where 5 s were asked.',
    )
    expect(refusalOf({ frames: 110, decodedSeconds: 4.583 })).toBe(
      'A video cut short: it should last 5 s and ends after 4.58 s.',
    )
    expect(refusalOf({ declaredSeconds: 601 })).toBe('A video of 601 s; 600 s are allowed.')
    expect(refusalOf({ frames: 0, decodedSeconds: 0 })).toBe('A video of which no frame can be decoded.')
  })

  test('accepts a header that promises more than was read if all that was requested is there', () => {
    expect(refusalOf({ frames: 145, decodedSeconds: 6.04, declaredSeconds: 30 })).toBeUndefined()
  })

  test.each([
    [{ num: 24, den: 1 }, 120],
    [{ num: 1602, den: 100 }, 80],
    [{ num: 30_000, den: 1001 }, 150],
    [{ num: 25, den: 2 }, 63],
    [{ num: 1000, den: 1 }, 300],
    [{ num: 1, den: 2 }, 50],
  ])('at a rate of %o makes %i frames that last exactly as long as requested', (frameRate, frames) => {
    const encoding = encodingOf({ frameRate, videoCodec: 'vp9' })
    expect(encoding).toMatchObject({ frames, frameRate: { num: frames, den: 5 } })
    expect(encoding?.filter).toContain(`trim=end_frame=${frames}`)
  })

  test('rotates a video as a player would, before cropping it to the shape', () => {
    const filter = encodingOf({ rotation: 90, widthPx: 480, heightPx: 640 })?.filter
    expect(filter).toContain('transpose=clock,crop=640:360,scale=640:360')
  })

  test('copies AAC, encodes other sound, and accepts a video without sound', () => {
    const soundOf = (codec: string) => {
      const plan = planVideo({ ...asAsked, audio: { index: 1, codec } }, asked, { mayCopy: true })
      return 'unusable' in plan ? undefined : plan.audio
    }
    expect(soundOf('aac')).toEqual({ index: 1 })
    expect(soundOf('opus')?.filter).toContain('atrim=end=5')
    expect(planVideo(asAsked, asked, { mayCopy: true })).not.toHaveProperty('audio')
  })
})

test.each([
  [{ widthPx: 160, heightPx: 90 }, 1, { widthPx: 120, heightPx: 90 }],
  [{ widthPx: 90, heightPx: 160 }, 1, { widthPx: 90, heightPx: 68 }],
  [{ widthPx: 64, heightPx: 48 }, 1, { widthPx: 64, heightPx: 48 }],
  [{ widthPx: 32, heightPx: 48 }, 2, { widthPx: 32, heightPx: 48 }],
  [{ widthPx: 8192, heightPx: 1 }, 1, { widthPx: 2, heightPx: 1 }],
])('of %o with pixels of %d the part in the shape of 4:3 is kept', (stored, pixelAspect, part) => {
  expect(coverCrop(stored, pixelAspect, { widthPx: 64, heightPx: 48 })).toEqual(part)
})
