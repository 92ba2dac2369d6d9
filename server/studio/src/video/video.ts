import type { SizePx } from '../core/size.js'
import type { DrawFrame } from './video-effect.js'
import { createYuvPicture, type YuvPicture } from './yuv-picture.js'

/** Every video of the studio runs at the rate of cinema. */
export const framesPerSecond = 24

export interface VideoLength extends SizePx {
  readonly durationSeconds: number
}

/**
 * Draws a video frame by frame into one and the same buffer, so that memory does not grow with its length.
 */
export function* videoFrames(
  video: VideoLength,
  drawFrame: DrawFrame,
): Generator<YuvPicture, void, undefined> {
  const target = createYuvPicture(video.widthPx, video.heightPx)
  const count = video.durationSeconds * framesPerSecond
  for (let index = 0; index < count; index++) {
    drawFrame(target, { index, progress: index / (count - 1), seconds: index / framesPerSecond })
    yield target
  }
}
