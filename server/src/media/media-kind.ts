import { open } from 'node:fs/promises'

/** A file's type by its first bytes, whatever its name or content type claims. */
export type MediaKind =
  | 'png'
  | 'jpeg'
  | 'webp'
  | 'animated-webp'
  | 'gif'
  | 'tiff'
  | 'avif'
  | 'mp4'
  | 'matroska'
  | 'avi'
  | 'html'
  | 'json'
  | 'empty'
  | 'unknown'

/** A file of an engine or a customer, in the folder in which it is worked on. */
export interface MediaSource {
  readonly path: string
  readonly folder: string
  readonly kind: MediaKind
}

/** Why a file cannot be used, as worded in a log and a task's error. */
export interface Unusable {
  readonly unusable: string
}

const headBytes = 64

export async function readMediaKind(path: string): Promise<MediaKind> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return mediaKindOf(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** @param head the first 64 bytes, or all of a shorter file */
export function mediaKindOf(head: Buffer): MediaKind {
  if (head.length === 0) return 'empty'
  const text = head.toString('latin1')
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  if (text.startsWith('\x1a\x45\xdf\xa3')) return 'matroska'
  if (text.startsWith('RIFF')) return riffKindOf(text, head)
  return boxKindOf(text) ?? textKindOf(text)
}

function riffKindOf(text: string, head: Buffer): MediaKind {
  const form = text.slice(8, 12)
  if (form === 'AVI ') return 'avi'
  if (form !== 'WEBP') return 'unknown'
  const animated = text.slice(12, 16) === 'VP8X' && head.length > 20 && (head.readUInt8(20) & 0x02) !== 0
  return animated ? 'animated-webp' : 'webp'
}

/** Files of the ISO family begin with a box whose name follows its length; older QuickTime has no `ftyp`. */
function boxKindOf(text: string): MediaKind | undefined {
  const box = text.slice(4, 8)
  if (box === 'ftyp') {
    const brands = text.slice(8)
    if (brands.startsWith('avif')) return 'avif'
    // HEIC contains HEVC, which the image decoder omits because of its patents; AVIF sequences do not count
    // as videos here.
    return /^(avis|heic|heix|hevc|mif1|msf1)/.test(brands) ? 'unknown' : 'mp4'
  }
  return ['moov', 'mdat', 'wide', 'free', 'skip'].includes(box) ? 'mp4' : undefined
}

function textKindOf(text: string): MediaKind {
  const start = text.replace(/^\xef\xbb\xbf/, '').trimStart()
  if (/^<(!doctype|html|head|body|\?xml|!--)/i.test(start)) return 'html'
  return start.startsWith('{') || start.startsWith('[') ? 'json' : 'unknown'
}

/** The type as worded in a log and a task's error. */
const mediaKindNames = {
  png: 'a PNG image',
  jpeg: 'a JPEG image',
  webp: 'a WebP image',
  'animated-webp': 'an animated WebP',
  gif: 'a GIF',
  tiff: 'a TIFF image',
  avif: 'an AVIF image',
  mp4: 'an MP4 or QuickTime video',
  matroska: 'a WebM or Matroska video',
  avi: 'an AVI video',
  html: 'an HTML or XML page',
  json: 'a JSON text',
  empty: 'an empty file',
  unknown: 'a file of an unknown format',
} as const satisfies Record<MediaKind, string>

/** A file of this kind cannot be used: a sentence of its name and what is wrong with it. */
export function unusableKind(kind: MediaKind, fault: string): Unusable {
  const name = mediaKindNames[kind]
  return { unusable: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${fault}.` }
}

export function undecodable(kind: MediaKind, reason: string): Unusable {
  return unusableKind(kind, `that could not be decoded: ${reason}`)
}
