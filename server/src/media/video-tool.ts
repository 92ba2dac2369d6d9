import type { FrameLimits, VideoFile, VideoPlan, VideoReport } from '@mediagen/studio/video-tool'

// The studio's package is optional, and so are types at run time: nothing of it is loaded here.
export type {
  FrameLimits,
  FrameRate,
  VideoEncoding,
  VideoFile,
  VideoPlan,
  VideoReport,
} from '@mediagen/studio/video-tool'

export type VideoResponse =
  | { readonly kind: 'video'; readonly report: VideoReport }
  | { readonly kind: 'unreadable'; readonly message: string }

/**
 * 4K as engines make it; the largest video that is sold has 2520 x 1080 pixels. A decoder holds up to sixteen frames
 * that others refer to; see docs/engines/limits.md.
 */
export const videoFrameLimits: FrameLimits = { sidePxMax: 4096, areaPxMax: 4096 * 2304 }

/** Why a frame is too large, or undefined if it is not. */
export function frameFault(widthPx: number, heightPx: number, limits: FrameLimits): string | undefined {
  const { sidePxMax, areaPxMax } = limits
  if (Math.max(widthPx, heightPx) <= sidePxMax && widthPx * heightPx <= areaPxMax) return undefined
  return `It has ${widthPx}x${heightPx} pixels; ${sidePxMax} a side and ${areaPxMax} in all are allowed.`
}

/** A file to write, and how large it may become. */
export interface VideoTarget {
  readonly path: string
  readonly bytesMax: number
}

/**
 * Reads and converts videos with FFmpeg, always in another process, because a hostile file may crash native
 * code. Both steps throw a CostlyVideoError if a video takes more of the machine than it may. They throw too
 * when the signal aborts, if no process can be started, and if there is no space or memory left to write, which says
 * nothing about the video.
 */
export interface VideoTool {
  /** Why this tool cannot be used here, or undefined if it can. */
  missing(): Promise<string | undefined>
  /** Reads the header and decodes the first `secondsMax` seconds of the pictures, and no other track. */
  probe(
    file: VideoFile,
    limits: { readonly secondsMax: number; readonly frame: FrameLimits },
    signal: AbortSignal,
  ): Promise<VideoResponse>
  /** Writes the first picture as a PNG, through an FFmpeg filter chain. Returns undefined, or why there is none. */
  poster(
    file: VideoFile,
    target: VideoTarget,
    filter: string,
    signal: AbortSignal,
  ): Promise<string | undefined>
  /**
   * Writes an MP4 without metadata, with its index in front. Returns undefined, or why the video could not be
   * converted.
   */
  convert(
    file: VideoFile,
    target: VideoTarget,
    plan: VideoPlan,
    signal: AbortSignal,
  ): Promise<string | undefined>
}
