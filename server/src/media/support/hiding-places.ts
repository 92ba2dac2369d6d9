import { crc32, deflateSync } from 'node:zlib'
import type { Sharp } from 'sharp'

/** A file in which an engine has hidden text, in a place of its format. */
export interface HidingPlace {
  readonly name: string
  readonly kind: 'png' | 'jpeg' | 'webp'
  hide(picture: Sharp, text: Buffer): Promise<Buffer>
  /** Only a decoder would see it: what docs/engines/results.md says of the place. */
  readonly documented?: string
}

const headerEnd = 33

const pngOf = (picture: Sharp) => picture.clone().png().toBuffer()

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length)
  whole.write(name, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8)
  return whole
}

/** Where the chunk of that name begins. */
function placeOf(png: Buffer, name: string): number {
  return png.indexOf(name, 0, 'latin1') - 4
}

function inChunk(name: string, prepare: (text: Buffer) => Buffer = (text) => text): HidingPlace {
  return {
    name: `PNG, ${name} of any length`,
    kind: 'png',
    async hide(picture, text) {
      const png = await pngOf(picture)
      const own = placeOf(png, name)
      const without =
        own < 0 ? png : Buffer.concat([png.subarray(0, own), png.subarray(own + 12 + png.readUInt32BE(own))])
      return Buffer.concat([
        without.subarray(0, headerEnd),
        chunk(name, prepare(text)),
        without.subarray(headerEnd),
      ])
    },
  }
}

function chunkOfWebp(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(8 + data.length + (data.length % 2))
  whole.write(name, 'latin1')
  whole.writeUInt32LE(data.length, 4)
  data.copy(whole, 8)
  return whole
}

function webpOf(...chunks: readonly Buffer[]): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return Buffer.concat([head, ...chunks])
}

/** An extended header for 64x48 pixels. */
function extendedHeader(flags: number, ...more: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(10)
  header.writeUInt8(flags)
  header.writeUIntLE(63, 4, 3)
  header.writeUIntLE(47, 7, 3)
  return chunkOfWebp('VP8X', Buffer.concat([header, ...more]))
}

/** The chunk of pixels in a lossy WebP. */
async function lossyPixels(picture: Sharp): Promise<Buffer> {
  return (await picture.clone().webp().toBuffer()).subarray(12)
}

/** Segments that hold the text in pieces of this many bytes, before the frame of a JPEG. */
function inSegments(name: string, marker: number, size: number, head: Buffer): HidingPlace {
  return {
    name: `JPEG, ${name}`,
    kind: 'jpeg',
    async hide(picture, text) {
      const jpeg = await picture.clone().jpeg().toBuffer()
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => {
        const piece = Buffer.alloc(size, 1)
        text.copy(piece, 0, index * size, (index + 1) * size)
        const start = Buffer.from([0xff, marker, 0, 2 + head.length + size])
        return Buffer.concat([start, head, piece])
      })
      return Buffer.concat([jpeg.subarray(0, 2), ...pieces, jpeg.subarray(2)])
    },
  }
}

const behindPixels = 'behind the compressed pixels'

/** For pictures of 64x48 pixels without an alpha channel. */
export const hidingPlaces: readonly HidingPlace[] = [
  ...['pHYs', 'gAMA', 'cHRM', 'sBIT', 'bKGD', 'sRGB', 'tRNS'].map((name) => inChunk(name)),
  inChunk('PLTE', (text) => Buffer.concat([text, Buffer.alloc((3 - (text.length % 3)) % 3)])),
  {
    name: 'PNG, behind the compressed pixels',
    kind: 'png',
    documented: behindPixels,
    async hide(picture, text) {
      const { data, info } = await picture.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const row = info.width * info.channels
      const rows = Array.from({ length: info.height }, (_, index) =>
        Buffer.concat([Buffer.of(0), data.subarray(index * row, (index + 1) * row)]),
      )
      const pixels = Buffer.concat([deflateSync(Buffer.concat(rows)), text])
      const png = await pngOf(picture)
      return Buffer.concat([png.subarray(0, headerEnd), chunk('IDAT', pixels), chunk('IEND', Buffer.of())])
    },
  },
  {
    name: 'PNG, an IDAT of its own',
    kind: 'png',
    documented: behindPixels,
    async hide(picture, text) {
      const png = await pngOf(picture)
      const end = placeOf(png, 'IEND')
      return Buffer.concat([png.subarray(0, end), chunk('IDAT', text), png.subarray(end)])
    },
  },
  {
    name: 'PNG, IEND',
    kind: 'png',
    async hide(picture, text) {
      const png = await pngOf(picture)
      return Buffer.concat([png.subarray(0, placeOf(png, 'IEND')), chunk('IEND', text)])
    },
  },
  {
    name: 'JPEG, between the last scan and the end',
    kind: 'jpeg',
    documented: behindPixels,
    async hide(picture, text) {
      const jpeg = await picture.clone().jpeg().toBuffer()
      return Buffer.concat([jpeg.subarray(0, -2), text, jpeg.subarray(-2)])
    },
  },
  inSegments('a quantization table that no component uses', 0xdb, 64, Buffer.of(3)),
  inSegments('a quantization table that is replaced', 0xdb, 64, Buffer.of(0)),
  // Sixteen counts say that twelve codes of four bits follow, of which the text is the symbols.
  inSegments('Huffman tables that no scan uses', 0xc4, 12, Buffer.of(3, 0, 0, 0, 12, ...Array(12).fill(0))),
  inSegments('further segments of JFIF', 0xe0, 9, Buffer.from('JFIF\0', 'latin1')),
  {
    name: 'WebP, behind the ten bytes of VP8X',
    kind: 'webp',
    hide: async (picture, text) => webpOf(extendedHeader(0, text), await lossyPixels(picture)),
  },
  {
    name: 'WebP, an ALPH beside lossy pixels',
    kind: 'webp',
    hide: async (picture, text) =>
      webpOf(extendedHeader(0), chunkOfWebp('ALPH', text), await lossyPixels(picture)),
  },
  // Variants of these.
  {
    name: 'PNG, a second pHYs',
    kind: 'png',
    async hide(picture, text) {
      const png = await pngOf(picture)
      const parts = Array.from({ length: Math.ceil(text.length / 9) }, (_, index) =>
        chunk(
          'pHYs',
          Buffer.concat([text.subarray(index * 9, index * 9 + 9), Buffer.alloc(9)]).subarray(0, 9),
        ),
      )
      return Buffer.concat([png.subarray(0, headerEnd), ...parts, png.subarray(headerEnd)])
    },
  },
  {
    name: 'PNG, an IDAT behind another chunk',
    kind: 'png',
    async hide(picture, text) {
      const png = await pngOf(picture)
      const end = placeOf(png, 'IEND')
      const time = chunk('tIME', Buffer.alloc(7))
      return Buffer.concat([png.subarray(0, end), time, chunk('IDAT', text), png.subarray(end)])
    },
  },
  {
    name: 'WebP, behind an uncompressed alpha channel',
    kind: 'webp',
    hide: async (picture, text) =>
      webpOf(
        extendedHeader(0x10),
        chunkOfWebp('ALPH', Buffer.concat([Buffer.of(0), Buffer.alloc(64 * 48, 255), text])),
        await lossyPixels(picture),
      ),
  },
  {
    name: 'WebP, a second chunk of pixels',
    kind: 'webp',
    hide: async (picture, text) =>
      webpOf(extendedHeader(0), await lossyPixels(picture), chunkOfWebp('VP8L', text)),
  },
]
