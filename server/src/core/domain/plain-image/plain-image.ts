import { plainAvif } from './plain-avif.ts'
import { plainGif } from './plain-gif.ts'
import { plainJpeg } from './plain-jpeg.ts'
import { plainPng } from './plain-png.ts'
import { plainTiff } from './plain-tiff.ts'
import { plainWebp } from './plain-webp.ts'

/**
 * The file with no more than decoding needs: no metadata, no orientation, of an animated WebP the first frame. Every
 * image that others made goes through it before a decoder gets it, because decoders unpack metadata and count frames
 * before they say how large an image is. A file that a decoder would reject stays one. Throws an UnusableImageError
 * for one that would hold memory or the processor without need.
 */
export function plainImage(file: Buffer): Buffer {
  const startsWith = (text: string, at = 0) => file.toString('latin1', at, at + text.length) === text
  if (startsWith('\x89PNG\r\n\x1a\n')) return plainPng(file)
  if (startsWith('\xff\xd8\xff')) return plainJpeg(file)
  if (startsWith('RIFF') && startsWith('WEBP', 8)) return plainWebp(file)
  if (startsWith('GIF87a') || startsWith('GIF89a')) return plainGif(file)
  if (startsWith('II*\0') || startsWith('MM\0*')) return plainTiff(file)
  if (startsWith('ftyp', 4)) return plainAvif(file)
  return file
}
