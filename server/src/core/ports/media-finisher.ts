import type { Surface } from '../domain/products.ts'

/** The requirements for a final result. */
export interface AskedMedia {
  readonly surface: Surface
  readonly widthPx: number
  readonly heightPx: number
  /** Present for videos. Whole seconds. */
  readonly durationSeconds?: number
}

/** A result as a file that can be stored unchanged. */
export interface FinishedMedia {
  readonly path: string
  /** `image/png`, `image/jpeg`, `image/webp` or `video/mp4`. */
  readonly contentType: string
  readonly sizeBytes: number
  /**
   * What became of the engine's content credentials (a C2PA manifest), if its file carried any: kept with a
   * file that is stored as it came, lost with one that had to be changed.
   */
  readonly manifest?: 'kept' | 'lost'
}

export interface UprightImage {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * Inspects a medium from an engine and converts it to what was requested: the format by its bytes, upright,
 * sRGB, the exact size, the requested length, no metadata; a video as MP4 (H.264, yuv420p) with its index in
 * front. What waits for the machine takes turns by account.
 */
export interface MediaFinisher {
  /**
   * Finishes the file at `path`, writing next to it in `folder` if anything must change. 'unusable' gives the
   * reason for the log and the task's error; whatever the file contains, it never throws because of it.
   * Throws when the signal aborts.
   */
  finish(
    source: { readonly path: string; readonly folder: string },
    asked: AskedMedia,
    signal: AbortSignal,
    accountId?: string,
  ): Promise<
    | { readonly kind: 'finished'; readonly media: FinishedMedia }
    | { readonly kind: 'unusable'; readonly message: string }
  >
  /**
   * The image upright, as a JPEG in sRGB without metadata, transparent parts on white. 'unusable' and throws as
   * `finish`.
   */
  upright(
    bytes: Uint8Array,
    signal: AbortSignal,
    accountId?: string,
  ): Promise<
    | { readonly kind: 'upright'; readonly image: UprightImage }
    | { readonly kind: 'unusable'; readonly message: string }
  >
  /**
   * A small WebP of a finished image, without metadata. Undefined if none can be made. Throws when the signal aborts,
   * and for a fault of this machine.
   */
  thumbnail(
    image: { readonly path: string } | { readonly bytes: Uint8Array },
    signal: AbortSignal,
    accountId?: string,
  ): Promise<Uint8Array | undefined>
  /** The same of the first picture of a finished video, for which it writes next to it in `folder`. */
  poster(
    video: { readonly path: string; readonly folder: string },
    signal: AbortSignal,
    accountId?: string,
  ): Promise<Uint8Array | undefined>
  /** Why videos cannot be finished in this installation, or undefined when they can. */
  missingForVideos(): Promise<string | undefined>
  /** Releases processes. Called once, at shutdown. */
  close(): Promise<void>
}
