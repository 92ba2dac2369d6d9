/** A width and a height in pixels. */
export interface SizePx {
  readonly widthPx: number
  readonly heightPx: number
}
