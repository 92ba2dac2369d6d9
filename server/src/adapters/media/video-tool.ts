/** A file on the disk as FFmpeg is to open it. */
export interface VideoFile {
  readonly path: string
  /**
   * The reader that FFmpeg must use. Named, never guessed: a file that claims to be a playlist would
   * otherwise make FFmpeg read other files and addresses.
   */
  readonly demuxer: 'mov' | 'matroska' | 'avi' | 'gif' | 'rawvideo'
  /** Options of that reader, as FFmpeg names them. */
  readonly demuxerOptions?: Readonly<Record<string, string>>
}

/** A number of frames per second as a fraction, because 30000/1001 is one. */
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
  /** By how much a player turns the stored image, clockwise. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Width of a pixel over its height; 1 where the file does not say. */
  readonly pixelAspect: number
  /** Absent where the header holds none. */
  readonly frameRate?: FrameRate
  /** Frames that were decoded: those of the first `secondsMax`. */
  readonly frames: number
  /** From the first decoded frame to the end of the last one. */
  readonly decodedSeconds: number
  /** How long the header says the video is. Absent where the header does not say it for the images alone. */
  readonly declaredSeconds?: number
  readonly audio?: { readonly index: number; readonly codec: string }
}

export type VideoAnswer =
  | { readonly kind: 'video'; readonly report: VideoReport }
  | { readonly kind: 'unreadable'; readonly message: string }

/** How a video is brought to what was asked. */
export interface VideoPlan {
  readonly durationSeconds: number
  readonly video: { readonly index: number; readonly encode?: VideoEncoding }
  /** Without `filter` the packets are copied, up to the video's end. */
  readonly audio?: { readonly index: number; readonly filter?: string }
}

/** Absent where packets are copied as they are. */
export interface VideoEncoding {
  /** A chain of FFmpeg's filters that gives exactly `frames` frames of the asked size in yuv420p. */
  readonly filter: string
  readonly frames: number
  readonly frameRate: FrameRate
}

/**
 * Reads and converts videos with FFmpeg, always in another process: a hostile file may crash native code.
 * Both steps throw when the signal aborts, and when no process can be started, which says nothing of the
 * video.
 */
export interface VideoTool {
  /** Why this tool cannot be used here, or undefined when it can. */
  missing(): Promise<string | undefined>
  /** Reads the header and decodes the first `secondsMax` seconds. */
  probe(
    file: VideoFile,
    limits: { readonly secondsMax: number; readonly sidePxMax: number },
    signal: AbortSignal,
  ): Promise<VideoAnswer>
  /**
   * Writes an MP4 without metadata, its index in front. Answers undefined, or why the video could not be
   * converted.
   */
  convert(file: VideoFile, target: string, plan: VideoPlan, signal: AbortSignal): Promise<string | undefined>
}
