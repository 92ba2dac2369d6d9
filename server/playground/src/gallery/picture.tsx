import type { FileAddress } from './files.ts'

interface PictureProps {
  readonly assetId: string
  readonly addressOf: FileAddress
  readonly className?: string
  /** The part of the window's width that it fills, for the browser's choice. */
  readonly sizes: string
  readonly alt?: string
  readonly isFirst?: boolean
}

/** The widths in pixels that a gallery has its images in. */
const widths = [480, 960] as const

/** An image of the gallery, at the size that it is shown. A server without sizes sends the one it has. */
export function Picture({ assetId, addressOf, className, sizes, alt = '', isFirst = false }: PictureProps) {
  const address = addressOf(assetId)
  return (
    <img
      className={className}
      src={sized(address, widths[0])}
      srcSet={widths.map((width) => `${sized(address, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      draggable={false}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
    />
  )
}

/** The address of an image in a width. */
function sized(address: string, width: (typeof widths)[number]): string {
  return `${address}?width=${width}`
}
