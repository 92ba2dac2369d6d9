import { type Orientation, swapsSides } from './exif-orientation.ts'

/** The contents of a file's header. Sizes are as displayed, with the orientation applied. */
export type HeaderResult =
  | {
      readonly kind: 'image'
      readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp'
      readonly widthPx: number
      readonly heightPx: number
      readonly orientation: Orientation
    }
  | { readonly kind: 'unsupported' }

/** Width and height of the pixels as stored. */
export interface StoredSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** A range of the file that a parser needs to continue. */
export interface WantedBytes {
  readonly offset: number
  readonly length: number
}

/**
 * A parser of one format, without I/O: it yields the range it needs and receives a view that begins there and
 * is at least as long, or undefined if the file has ended or the read limit is reached. Offsets never
 * decrease.
 */
export type HeaderParser<Outcome = HeaderResult> = Generator<WantedBytes, Outcome, DataView | undefined>

export const unsupported: HeaderResult = { kind: 'unsupported' }

/** The result for a supported image: its size as displayed. */
export function imageOf(
  contentType: Extract<HeaderResult, { kind: 'image' }>['contentType'],
  stored: StoredSize,
  orientation: Orientation,
): HeaderResult {
  const { widthPx, heightPx } = stored
  const displayed = swapsSides(orientation) ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx }
  return { kind: 'image', contentType, ...displayed, orientation }
}

/** A part of a view: `length` bytes from `offset`. */
export function viewOf(view: DataView, length: number, offset = 0): DataView {
  return new DataView(view.buffer, view.byteOffset + offset, length)
}
