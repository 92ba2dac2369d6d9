import type { VideoFile, VideoPlan, VideoReport } from '@mediagen/studio/video-tool'

// The studio's package is optional, and so are types at run time: nothing of it is loaded here.
export type { FrameRate, VideoEncoding, VideoFile, VideoPlan, VideoReport } from '@mediagen/studio/video-tool'

export type VideoResponse =
  | { readonly kind: 'video'; readonly report: VideoReport }
  | { readonly kind: 'unreadable'; readonly message: string }

/**
 * Reads and converts videos with FFmpeg, always in another process, because a hostile file may crash native
 * code. Both steps throw when the signal aborts, and if no process can be started, which says nothing about
 * the video.
 */
export interface VideoTool {
  /** Why this tool cannot be used here, or undefined if it can. */
  missing(): Promise<string | undefined>
  /** Reads the header and decodes the first `secondsMax` seconds. */
  probe(
    file: VideoFile,
    limits: { readonly secondsMax: number; readonly sidePxMax: number },
    signal: AbortSignal,
  ): Promise<VideoResponse>
  /**
   * Writes an MP4 without metadata, with its index in front. Returns undefined, or why the video could not be
   * converted.
   */
  convert(file: VideoFile, target: string, plan: VideoPlan, signal: AbortSignal): Promise<string | undefined>
}
