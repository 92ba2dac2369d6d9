/** A file on disk and the demuxer that FFmpeg must use for it; FFmpeg never guesses. */
export interface VideoFile {
  readonly path: string
  readonly demuxer: string
  /** Options of that demuxer, as FFmpeg names them. */
  readonly demuxerOptions?: Readonly<Record<string, string>>
}

export interface FrameRate {
  readonly num: number
  readonly den: number
}

/** A video's properties, from its header and from frames that were actually decoded. */
export interface VideoReport {
  readonly videoIndex: number
  /** FFmpeg's name, such as `h264`. */
  readonly videoCodec: string
  readonly pixelFormat: 'yuv420p' | 'other'
  /** As stored, before rotation. */
  readonly widthPx: number
  readonly heightPx: number
  /** By how much a player rotates the stored image, clockwise. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Width of a pixel over its height; 1 if the file does not say. */
  readonly pixelAspect: number
  readonly frameRate?: FrameRate
  /** Frames that were decoded, and from the first to the end of the last one. */
  readonly frames: number
  readonly decodedSeconds: number
  /** The length of the images by the header. */
  readonly declaredSeconds?: number
  readonly audio?: { readonly index: number; readonly codec: string }
}

/** How a video is converted. Packets are copied if neither an encoding nor a filter is given. */
export interface VideoPlan {
  readonly durationSeconds: number
  readonly video: {
    readonly index: number
    readonly encode?: { readonly filter: string; readonly frames: number; readonly frameRate: FrameRate }
  }
  readonly audio?: { readonly index: number; readonly filter?: string }
}

/** One job of a video process, which ends after it. */
export type VideoRequest =
  | {
      readonly kind: 'probe'
      readonly file: VideoFile
      readonly secondsMax: number
      readonly sidePxMax: number
    }
  | { readonly kind: 'convert'; readonly file: VideoFile; readonly target: string; readonly plan: VideoPlan }

export type VideoResult =
  | { readonly kind: 'video'; readonly report: VideoReport }
  | { readonly kind: 'converted' }
  /** The content of the file is at fault. */
  | { readonly kind: 'failed'; readonly message: string }
