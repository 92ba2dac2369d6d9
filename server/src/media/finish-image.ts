import { readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Orientation, swapsSides } from '../core/domain/image-header/exif-orientation.ts'
import { plainImage } from '../core/domain/plain-image/plain-image.ts'
import { UnusableImageError } from '../core/domain/plain-image/unusable-image-error.ts'
import { messageOf } from '../core/errors.ts'
import type { AskedMedia, FinishedMedia } from '../core/ports/media-finisher.ts'
import { coverCrop } from './cover-crop.ts'
import { isMachineFault } from './machine-fault.ts'
import { type MediaKind, type MediaSource, type Unusable, undecodable, unusableKind } from './media-kind.ts'
import { hasC2paManifest } from './provenance/c2pa-manifest.ts'
import { readImageFile, writeImageFile } from './provenance/image-file.ts'
import { type Metadata, type Sharp, sharp } from './sharp.ts'
import { orientationOf, turn } from './turn-image.ts'

export interface ImageLimits {
  readonly pixelsMax: number
  readonly bytesMax: number
}

/** The formats that may be stored, and the target of each format that may not. */
const storedFormats = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'png',
  tiff: 'png',
  avif: 'jpeg',
} as const satisfies Partial<Record<MediaKind, string>>

type StoredFormat = (typeof storedFormats)[keyof typeof storedFormats]

/**
 * Formats in which an image needs no more than this, for all its pixels: the more a file has, the longer it takes to
 * be read as far as the decoder.
 */
const compactBytesMax = 64 * 1024 ** 2
const compactFormats: readonly ImageKind[] = ['jpeg', 'webp', 'gif', 'avif']

/** The image as it may be stored, or why it cannot be used. The same file if nothing has to change. */
export async function finishImage(
  { path, folder, kind }: MediaSource,
  asked: AskedMedia,
  limits: ImageLimits,
): Promise<FinishedMedia | Unusable> {
  if (!isImageKind(kind)) return unusableKind(kind, 'where an image was asked')
  const { size } = await stat(path)
  const bytesMax = compactFormats.includes(kind)
    ? Math.min(compactBytesMax, limits.bytesMax)
    : limits.bytesMax
  if (size > bytesMax) return unusableKind(kind, `of ${size} bytes; ${bytesMax} are allowed`)
  try {
    // The file and not its path: the library's messages would put the path into a task's error, and it remembers
    // what a path was.
    const file = await readFile(path)
    const plain = plainImage(file)
    const metadata = await sharp(plain, { failOn: 'error', limitInputPixels: false }).metadata()
    const fault = faultOf(metadata, limits)
    if (fault !== undefined) return { unusable: fault }
    const stored = { ...metadata, orientation: orientationOf(file, metadata) }
    return await finishDecoded({ path, folder, kind, file, plain }, stored, asked, limits)
  } catch (error) {
    if (isMachineFault(error)) throw error
    if (error instanceof UnusableImageError) return { unusable: error.message }
    return undecodable(kind, reasonOf(error))
  }
}

/** What a file's header says, with the orientation that its size is based on. */
type StoredImage = Metadata & { readonly orientation: Orientation }

interface ImageFile extends MediaSource {
  readonly kind: ImageKind
  readonly file: Buffer
  /** What of it the decoder gets. */
  readonly plain: Buffer
}

async function finishDecoded(
  { path, folder, kind, file, plain }: ImageFile,
  stored: StoredImage,
  asked: AskedMedia,
  limits: ImageLimits,
): Promise<FinishedMedia> {
  const parts = isAsAsked(stored, asked) ? readImageFile(kind, file) : undefined
  const format = kind === 'avif' && stored.hasAlpha ? 'png' : storedFormats[kind]
  const target = join(folder, `${basename(path)}-finished.${format}`)
  if (parts === undefined) {
    const encoded = await writeAsAsked(plain, { stored, asked, format, limits, target })
    return { ...encoded, ...(hasC2paManifest(file) && { manifest: 'lost' }) }
  }
  await checkDecodes(plain, asked, limits)
  const manifest = parts.hasManifest && ({ manifest: parts.hasOther ? 'lost' : 'kept' } as const)
  if (!parts.hasOther) return { path, contentType: `image/${format}`, sizeBytes: file.length, ...manifest }
  await writeFile(target, writeImageFile(parts))
  const { size: sizeBytes } = await stat(target)
  return { path: target, contentType: `image/${format}`, sizeBytes, ...manifest }
}

type ImageKind = keyof typeof storedFormats

function isImageKind(kind: MediaKind): kind is ImageKind {
  return kind in storedFormats
}

/** Refuses truncated or damaged images, but not those about which a decoder only warns. */
function openImage(plain: Buffer, { pixelsMax }: ImageLimits): Sharp {
  return sharp(plain, { failOn: 'error', limitInputPixels: pixelsMax })
}

function faultOf({ width, height, pages = 1 }: Metadata, { pixelsMax }: ImageLimits): string | undefined {
  if (width * height > pixelsMax) {
    return `An image of ${width}x${height} pixels; ${pixelsMax / 1_000_000} megapixels are allowed.`
  }
  return pages > 1 ? `An animation of ${pages} frames where an image was asked.` : undefined
}

/** The pixels need no change. Whether the file contains more than pixels is a separate question. */
function isAsAsked(stored: StoredImage, asked: AskedMedia): boolean {
  const { width, height, depth, space, hasProfile, orientation } = stored
  const isSized = width === asked.widthPx && height === asked.heightPx
  const isPlainColour = depth === 'uchar' && (space === 'srgb' || space === 'b-w') && !hasProfile
  return isSized && isPlainColour && orientation === 1
}

/** Extracting the last row makes the decoder read every row before it, without keeping any of them. */
async function checkDecodes(plain: Buffer, asked: AskedMedia, limits: ImageLimits): Promise<void> {
  const { widthPx: width, heightPx: height } = asked
  await openImage(plain, limits)
    .extract({ left: 0, top: height - 1, width, height: 1 })
    .raw()
    .toBuffer()
}

interface Writing {
  readonly stored: StoredImage
  readonly asked: AskedMedia
  readonly format: StoredFormat
  readonly limits: ImageLimits
  readonly target: string
}

/**
 * Upright, in 8-bit sRGB, cropped to the middle that has the requested shape, and scaled. No metadata is kept.
 * Cropped first and turned last: a thin image that is scaled or turned whole may have any number of pixels.
 */
async function writeAsAsked(
  plain: Buffer,
  { stored, asked, format, limits, target }: Writing,
): Promise<FinishedMedia> {
  const { width, height, orientation } = stored
  const { widthPx, heightPx } = asked
  const unturned = swapsSides(orientation) ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx }
  const crop = coverCrop({ widthPx: width, heightPx: height }, 1, unturned)
  const isWhole = crop.widthPx === width && crop.heightPx === height
  const opened = openImage(plain, limits)
  const shaped = isWhole
    ? opened
    : opened.extract({
        left: Math.floor((width - crop.widthPx) / 2),
        top: Math.floor((height - crop.heightPx) / 2),
        width: crop.widthPx,
        height: crop.heightPx,
      })
  const scaled = shaped.resize({ width: unturned.widthPx, height: unturned.heightPx, fit: 'fill' })
  const image = turn(scaled, orientation).toColourspace('srgb')
  const encoded = await encodeAs(image, format).toBuffer()
  // Not by the library, whose error would not tell a full disk from a broken file.
  await writeFile(target, encoded)
  return { path: target, contentType: `image/${format}`, sizeBytes: encoded.length }
}

/** Visually lossless: full chroma resolution, and higher quality than engines themselves use. */
export function encodeAs(image: Sharp, format: StoredFormat): Sharp {
  if (format === 'png') return image.png({ compressionLevel: 6 })
  if (format === 'jpeg') return image.flatten({ background: '#ffffff' }).jpeg(jpegOptions)
  return image.webp({ quality: 95, alphaQuality: 100, smartSubsample: true })
}

const jpegOptions = { quality: 95, chromaSubsampling: '4:4:4' } as const

/** The library's first line; later lines repeat it for each row. */
function reasonOf(error: unknown): string {
  return (messageOf(error).split('\n')[0] ?? '').slice(0, 200)
}
