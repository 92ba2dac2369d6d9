import { expect, test } from 'vitest'
import { framesFor } from './frames.ts'

test.each([
  [5, { fps: 16 }, 81],
  [5, { fps: 24 }, 121],
  [8, { fps: 16 }, 129],
  [5, { fps: 25 }, 129],
  [5, { fps: 24, frameStep: 8 }, 121],
  [5, { fps: 24, frameStep: 1 }, 121],
  [8, { fps: 16, framesMax: 81 }, 81],
  [8, { fps: 16, framesMax: 80 }, 77],
])(
  'a video of %d s with %j is requested with %d frames: a whole number of steps plus one',
  (seconds, rule, frames) => {
    expect(framesFor(seconds, rule)).toBe(frames)
  },
)
