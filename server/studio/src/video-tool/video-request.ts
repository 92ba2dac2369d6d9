/** A file on disk as FFmpeg must open it. */
export interface VideoFile {
  readonly path: string
  /**
   * The demuxer that FFmpeg must use. Named, never guessed: a file that claims to be a playlist would
   * otherwise make FFmpeg read other files and addresses.
   */
  readonly demuxer: 'mov' | 'matroska' | 'avi' | 'gif' | 'rawvideo'
  /** Options of that demuxer, as FFmpeg names them. */
  readonly demuxerOptions?: Readonly<Record<string, string>>
}

/** The largest frame that may be decoded. */
export interface FrameLimits {
  readonly sidePxMax: number
  readonly areaPxMax: number
}

/** Frames per second as a fraction, because 30000/1001 is one. */
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
  /** Width of a pixel over its height; 1 where the file does not say. */
  readonly pixelAspect: number
  /** Absent where the header holds none. */
  readonly frameRate?: FrameRate
  /** Frames that were decoded, within the first `secondsMax`. */
  readonly frames: number
  /** From the first decoded frame to the end of the last one. */
  readonly decodedSeconds: number
  /** The length of the video by its header. Absent if the header does not state it for the images alone. */
  readonly declaredSeconds?: number
  readonly audio?: { readonly index: number; readonly codec: string }
}

/** How a video is converted to what was requested. */
export interface VideoPlan {
  readonly durationSeconds: number
  readonly video: { readonly index: number; readonly encode?: VideoEncoding }
  /** Without `filter` the packets are copied, up to the video's end. */
  readonly audio?: { readonly index: number; readonly filter?: string }
}

/** Absent if packets are copied. */
export interface VideoEncoding {
  /** An FFmpeg filter chain that yields exactly `frames` frames of the requested size in yuv420p. */
  readonly filter: string
  readonly frames: number
  readonly frameRate: FrameRate
}

/** One job of a video process, which ends after it. */
export type VideoRequest =
  | {
      readonly kind: 'probe'
      readonly file: VideoFile
      readonly secondsMax: number
      readonly frame: FrameLimits
      readonly tracksMax: number
    }
  | {
      readonly kind: 'convert'
      readonly file: VideoFile
      readonly target: string
      readonly plan: VideoPlan
      readonly areaPxMax: number
      readonly tracksMax: number
    }
  | {
      /** Writes the first picture as a PNG, through an FFmpeg filter chain. */
      readonly kind: 'poster'
      readonly file: VideoFile
      readonly target: string
      readonly filter: string
      readonly areaPxMax: number
      readonly tracksMax: number
    }

export type VideoResult =
  | { readonly kind: 'video'; readonly report: VideoReport }
  | { readonly kind: 'converted' }
  /** The content of the file is at fault. */
  | { readonly kind: 'failed'; readonly message: string }
