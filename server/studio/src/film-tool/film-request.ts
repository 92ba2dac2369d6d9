/** A file on the disk and the reader that FFmpeg must use for it; it never guesses. */
export interface FilmFile {
  readonly path: string
  readonly demuxer: string
  /** Options of that reader, as FFmpeg names them. */
  readonly demuxerOptions?: Readonly<Record<string, string>>
}

export interface FrameRate {
  readonly num: number
  readonly den: number
}

/** What a film holds, from its header and from frames that were in fact decoded. */
export interface FilmReport {
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

/** How a film is converted. Packets are copied where no encoding and no filter is given. */
export interface FilmPlan {
  readonly durationSeconds: number
  readonly video: {
    readonly index: number
    readonly encode?: { readonly filter: string; readonly frames: number; readonly frameRate: FrameRate }
  }
  readonly audio?: { readonly index: number; readonly filter?: string }
}

/** One job of a film process, which ends after it. */
export type FilmRequest =
  | {
      readonly kind: 'probe'
      readonly file: FilmFile
      readonly secondsMax: number
      readonly sidePxMax: number
    }
  | { readonly kind: 'convert'; readonly file: FilmFile; readonly target: string; readonly plan: FilmPlan }

export type FilmResult =
  | { readonly kind: 'film'; readonly report: FilmReport }
  | { readonly kind: 'converted' }
  /** What the file holds is to blame. */
  | { readonly kind: 'failed'; readonly message: string }
