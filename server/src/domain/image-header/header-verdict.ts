import { type Orientation, swapsSides } from './exif-orientation.js'

/** What the header of a file says. Sizes are those of the picture as it is displayed: turned by its orientation. */
export type HeaderVerdict =
  | {
      readonly kind: 'image'
      readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp'
      readonly widthPx: number
      readonly heightPx: number
      readonly orientation: Orientation
    }
  | { readonly kind: 'unsupported' }

/** Width and height of the pixels as they are stored. */
export interface StoredSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** A part of the file that a parser needs before it can go on. */
export interface WantedBytes {
  readonly offset: number
  readonly length: number
}

/**
 * A parser of one format, without I/O: it yields the bytes it needs and is answered with a view that begins there and
 * holds at least as many, or with undefined where the file has ended or no more may be read. Offsets never decrease.
 */
export type HeaderParser<Outcome = HeaderVerdict> = Generator<WantedBytes, Outcome, DataView | undefined>

export const unsupported: HeaderVerdict = { kind: 'unsupported' }

/** The verdict on a picture: its size as displayed. */
export function imageOf(
  contentType: Extract<HeaderVerdict, { kind: 'image' }>['contentType'],
  stored: StoredSize,
  orientation: Orientation,
): HeaderVerdict {
  const { widthPx, heightPx } = stored
  const displayed = swapsSides(orientation) ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx }
  return { kind: 'image', contentType, ...displayed, orientation }
}
