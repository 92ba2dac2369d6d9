/** A file on the disk and the reader that FFmpeg must use for it; it never guesses. */
export interface VideoFile {
  readonly path: string
  readonly demuxer: string
  /** Options of that reader, as FFmpeg names them. */
  readonly demuxerOptions?: Readonly<Record<string, string>>
}

export interface FrameRate {
  readonly num: number
  readonly den: number
}

/** What a video holds, from its header and from frames that were in fact decoded. */
export interface VideoReport {
  readonly videoIndex: number
  /** FFmpeg's name, such as `h264`. */
  readonly videoCodec: string
  readonly pixelFormat: 'yuv420p' | 'other'
  /** As stored, before rotation. */
  readonly widthPx: number
  readonly heightPx: number
  /** By how much a player turns the stored picture, clockwise. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Width of a pixel over its height; 1 where the file does not say. */
  readonly pixelAspect: number
  readonly frameRate?: FrameRate
  /** Frames that were decoded, and from the first to the end of the last one. */
  readonly frames: number
  readonly decodedSeconds: number
  /** How long the header says the pictures last. */
  readonly declaredSeconds?: number
  readonly audio?: { readonly index: number; readonly codec: string }
}

/** How a video is converted. Packets are copied where no encoding and no filter is given. */
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
  /** What the file holds is to blame. */
  | { readonly kind: 'failed'; readonly message: string }
