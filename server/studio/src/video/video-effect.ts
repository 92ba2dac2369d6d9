import type { SizePx } from '../core/size.js'
import type { Depth } from './depth.js'
import type { Direction } from './direction.js'
import type { YuvPicture } from './yuv-picture.js'

/**
 * The caller's picture, ready to be filmed: larger than the video by the effect's overscan, in the video's
 * shape.
 */
export interface Still {
  readonly planes: YuvPicture
  readonly depth: Depth
}

/** What is to be filmed how. Sizes are the video's. */
export interface Shot extends SizePx {
  readonly durationSeconds: number
  readonly direction: Direction
}

/** A point in a video. */
export interface Moment {
  /** 0 on the first frame, 1 on the last. */
  readonly progress: number
  readonly seconds: number
  readonly index: number
}

/**
 * Draws the whole frame of that moment into `target`. A pure function of the moment: frames may come in any
 * order.
 */
export type DrawFrame = (target: YuvPicture, moment: Moment) => void

/** One way to make a video from a picture. */
export interface VideoEffect {
  /**
   * How much larger than the video the picture is wanted, so that a camera coming closer still finds detail.
   * At least 1.
   */
  readonly overscan: number
  /** Prepares what all frames share and answers with what draws them. */
  begin(still: Still, shot: Shot): DrawFrame
}
