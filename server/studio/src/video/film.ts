import type { SizePx } from '../core/size.js'
import type { DrawFrame } from './video-effect.js'
import { createYuvPicture, type YuvPicture } from './yuv-picture.js'

/** Every film of the studio runs at the rate of cinema. */
export const framesPerSecond = 24

export interface FilmLength extends SizePx {
  readonly durationSeconds: number
}

/** Draws a film frame by frame into one and the same buffer, so that memory does not grow with its length. */
export function* filmFrames(film: FilmLength, drawFrame: DrawFrame): Generator<YuvPicture, void, undefined> {
  const target = createYuvPicture(film.widthPx, film.heightPx)
  const count = film.durationSeconds * framesPerSecond
  for (let index = 0; index < count; index++) {
    drawFrame(target, { index, progress: index / (count - 1), seconds: index / framesPerSecond })
    yield target
  }
}
