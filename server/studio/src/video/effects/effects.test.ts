import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { effectVideo, stillSizeFor } from '../effect-video.js'
import { meanDifference, plainPicture, testPicture } from '../support/test-pictures.js'
import type { YuvPicture } from '../yuv-picture.js'

import { videoEffects } from './registry.js'

const size = { widthPx: 240, heightPx: 134, durationSeconds: 5 }
const ids = Object.keys(videoEffects)

function video(effectId: string, prompt = '', picture = testPicture): Iterable<YuvPicture> {
  const request = { ...size, effectId, prompt }
  const still = stillSizeFor(request)
  return effectVideo(request, picture(still.widthPx, still.heightPx))
}

/** Copies of the brightness of frames `from` to `to`. */
function brightness(frames: Iterable<YuvPicture>, from = 0, to = Number.POSITIVE_INFINITY): Uint8Array[] {
  const copies: Uint8Array[] = []
  let index = 0
  for (const frame of frames) {
    if (index > to) break
    if (index >= from) copies.push(frame.y.slice())
    index++
  }
  return copies
}

function digest(frames: Iterable<YuvPicture>, index: number): string {
  let at = 0
  for (const frame of frames)
    if (at++ === index) return createHash('sha256').update(frame.bytes).digest('hex')
  throw new Error('The video is shorter.')
}

test('the catalogue offers just the video effects that the studio has', () => {
  const url = new URL('../../../../catalogue/effects.yaml', import.meta.url)
  const catalogue: { effects: { id: string; surface: string }[] } = parse(readFileSync(url, 'utf8'))
  const offered = catalogue.effects.filter(({ surface }) => surface === 'video').map(({ id }) => id)
  expect(offered.toSorted()).toEqual(ids.toSorted())
})

/** How far each frame is from the one before. */
function stepsOf(frames: readonly Uint8Array[]): number[] {
  return frames.slice(1).map((frame, index) => meanDifference(frame, frames[index]))
}

/** Effects whose very point is a jump: a failing signal, a projector and a thump. */
const jumpy = new Set(['signal-glitch', 'film-reel', 'heartbeat'])

describe.each(ids)('%s', (id) => {
  const frames = brightness(video(id))
  const steps = stepsOf(frames)

  test('draws every frame of the video, and the picture moves', () => {
    expect(frames).toHaveLength(120)
    const first = frames[0]
    expect(Math.max(...frames.map((frame) => meanDifference(frame, first)))).toBeGreaterThan(2)
    expect(steps.filter((step) => step > 0.02).length).toBeGreaterThan(90)
  })

  test('is the same video every time, and another one with a prompt', () => {
    const [plain, prompted] = [digest(video(id), 40), digest(video(id, 'as you like it'), 40)]
    expect(digest(video(id), 40)).toBe(plain)
    expect(prompted).not.toBe(plain)
    expect(digest(video(id, 'as you like'), 40)).not.toBe(prompted)
  })

  if (jumpy.has(id)) return

  test('moves smoothly: no frame is far from the one before', () => {
    expect(Math.max(...steps)).toBeLessThan(9)
    // The second differences of a smooth motion are small beside the motion itself.
    const jolts = steps.slice(1).map((step, index) => Math.abs(step - steps[index]))
    expect(Math.max(...jolts)).toBeLessThan(2.5)
  })
})

test('no two effects make the same video of the same picture', () => {
  const middles = ids.map((id) => brightness(video(id), 50, 54))
  for (const [index, one] of middles.entries()) {
    for (const other of middles.slice(0, index)) {
      const distances = one.map((frame, at) => meanDifference(frame, other[at]))
      expect(Math.max(...distances)).toBeGreaterThan(1)
    }
  }
})

test.each([
  'push-in',
  'side-pan',
  'orbit',
  'dolly-zoom',
  'wind-sway',
  'breathing-portrait',
  'kaleidoscope',
  'rising-water',
])('%s never shows anything beside the picture', (id) => {
  for (const frame of brightness(video(id, 'dramatic, fast', plainPicture))) {
    const rim = frame.filter((_value, at) => {
      const column = at % size.widthPx
      const row = Math.floor(at / size.widthPx)
      return column === 0 || row === 0 || column === size.widthPx - 1 || row === size.heightPx - 1
    })
    expect(Math.min(...rim)).toBeGreaterThan(70)
  }
})

test('weather and light in the prompt change every frame much more than a prompt without them', () => {
  const plain = brightness(video('push-in'), 60, 60)[0]
  const named = brightness(video('push-in', 'snow at night'), 60, 60)[0]
  const other = brightness(video('push-in', 'as you like it'), 60, 60)[0]
  expect(meanDifference(named, plain)).toBeGreaterThan(4 * meanDifference(other, plain))
})

test('an effect that the studio does not have is a mistake of the caller', () => {
  expect(() => stillSizeFor({ ...size, effectId: 'nothing', prompt: '' })).toThrow("'nothing'")
})
