/**
 * What the first bytes of a file say. `more` asks for a longer head of the file (a JPEG may carry tens of kilobytes of
 * EXIF before its size); `unsupported` is final.
 */
export type HeaderVerdict =
  | {
      readonly kind: 'image'
      readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp'
      readonly widthPx: number
      readonly heightPx: number
    }
  | { readonly kind: 'more'; readonly bytesNeeded: number }
  | { readonly kind: 'unsupported' }
