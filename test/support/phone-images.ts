import sharp, { type Sharp } from 'sharp'
import {
  exifOf,
  exifSegment,
  extendedWebp,
  pngChunk,
  webpChunk,
  webpFlags,
  withPngChunks,
  withSegments,
  xmpSegments,
} from './image-metadata.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]
export const orientations = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** The scene of every image here as it is displayed: in portrait, each corner in a colour of its own. */
export const scene = {
  widthPx: 60,
  heightPx: 80,
  /** Top left, top right, bottom left, bottom right. */
  corners: ['red', 'green', 'blue', 'white'],
} as const

type Colour = (typeof scene.corners)[number]
type Rgb = readonly [number, number, number]

const colours: Readonly<Record<Colour, Rgb>> = {
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
  white: [255, 255, 255],
}

/**
 * The scene as a phone stores it: turned and mirrored so that `orientation` brings it upright, with that
 * orientation in its EXIF and `xmpBytes` of XMP where the format has it before the orientation or the size,
 * as far as it may.
 */
export async function phoneImage(
  contentType: ImageType,
  orientation: number,
  { xmpBytes = 0 }: { readonly xmpBytes?: number } = {},
): Promise<Buffer> {
  const stored = storedScene(orientation)
  const exif = exifOf(orientation)
  const xmp = Buffer.alloc(xmpBytes, 'x')
  if (contentType === 'image/jpeg') {
    const jpeg = await stored.image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
    return withSegments(jpeg, exifSegment(exif), xmpSegments(xmpBytes))
  }
  if (contentType === 'image/png') {
    const chunks = [...(xmpBytes > 0 ? [pngChunk('iTXt', xmp)] : []), pngChunk('eXIf', exif)]
    return withPngChunks(await stored.image.png().toBuffer(), 'early', ...chunks)
  }
  const webp = await stored.image.webp({ quality: 95 }).toBuffer()
  return extendedWebp(webp, {
    widthPx: stored.widthPx,
    heightPx: stored.heightPx,
    flags: webpFlags.exif | (xmpBytes > 0 ? webpFlags.xmp : 0),
    after: [...(xmpBytes > 0 ? [webpChunk('XMP ', xmp)] : []), webpChunk('EXIF', exif)],
  })
}

/**
 * The stored pixels by the definition of EXIF: the side of the scene at which the stored rows begin, then
 * that at which the columns do. From 5 on the rows of the file are columns of the scene.
 */
export function storedScene(orientation: number): {
  readonly widthPx: number
  readonly heightPx: number
  readonly image: Sharp
} {
  const isTurned = orientation >= 5 && orientation <= 8
  const rowsFromFarSide = [3, 4, 6, 7].includes(orientation)
  const columnsFromFarSide = [2, 3, 7, 8].includes(orientation)
  const [widthPx, heightPx] = isTurned ? [scene.heightPx, scene.widthPx] : [scene.widthPx, scene.heightPx]
  const pixels = Buffer.alloc(widthPx * heightPx * 3)
  for (let row = 0; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1) {
      const across = rowsFromFarSide ? heightPx - 1 - row : row
      const along = columnsFromFarSide ? widthPx - 1 - column : column
      const [x, y] = isTurned ? [across, along] : [along, across]
      pixels.set(colourAt(x, y), (row * widthPx + column) * 3)
    }
  }
  const image = sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 } })
  return { widthPx, heightPx, image }
}

function colourAt(x: number, y: number): Rgb {
  const isRight = x >= scene.widthPx / 2
  const isBottom = y >= scene.heightPx / 2
  return colours[scene.corners[(isBottom ? 2 : 0) + (isRight ? 1 : 0)] ?? 'white']
}

/**
 * The colours of an image's four corners, each as the nearest of the scene's: in the order of
 * `scene.corners`.
 */
export function cornersOf(picture: {
  readonly widthPx: number
  readonly heightPx: number
  readonly colourAt: (x: number, y: number) => Rgb
}): Colour[] {
  const { widthPx, heightPx } = picture
  const points = [0.2, 0.8].flatMap((down) => [0.2, 0.8].map((across) => ({ across, down })))
  return points.map(({ across, down }) => {
    const seen = picture.colourAt(Math.floor(across * widthPx), Math.floor(down * heightPx))
    const distance = (name: Colour) =>
      Math.hypot(...colours[name].map((value, index) => value - (seen[index] ?? 0)))
    return [...scene.corners].sort((one, other) => distance(one) - distance(other))[0] ?? 'white'
  })
}

/** Corners of decoded pixels, three or four bytes each. */
export function cornersOfPixels(
  pixels: Uint8Array | Uint8ClampedArray,
  { widthPx, heightPx, channels }: { widthPx: number; heightPx: number; channels: number },
): Colour[] {
  const colourAt = (x: number, y: number): Rgb => {
    const at = (y * widthPx + x) * channels
    return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
  }
  return cornersOf({ widthPx, heightPx, colourAt })
}
