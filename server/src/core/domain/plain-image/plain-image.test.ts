import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { repeatingProfile } from '../../../../../test/support/icc-profiles.ts'
import {
  exifOf,
  exifSegment,
  jpegSegment,
  pngChunk,
  webpChunk,
  withPngChunks,
  withSegments,
  xmpSegments,
} from '../../../../../test/support/image-metadata.ts'
import { plainImage } from './plain-image.ts'
import { UnusableImageError } from './unusable-image-error.ts'

const picture = (): Sharp => {
  const [width, height] = [65, 47]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * at) % 251))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
const clear = () => picture().ensureAlpha(0.5)
const pixelsOf = (file: Buffer) => sharp(file, { failOn: 'warning' }).toColourspace('srgb').raw().toBuffer()
const text = Buffer.from('text that no decoder needs')

const kinds: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['PNG', () => picture().png().toBuffer()],
  ['PNG with a palette and transparent parts', () => clear().png({ palette: true }).toBuffer()],
  ['interlaced PNG with 16 bits', () => clear().toColourspace('rgb16').png({ progressive: true }).toBuffer()],
  ['PNG with a profile', () => picture().withIccProfile('p3').png().toBuffer()],
  ['JPEG', () => picture().jpeg().toBuffer()],
  ['progressive JPEG', () => picture().jpeg({ progressive: true }).toBuffer()],
  ['JPEG with a profile', () => picture().withIccProfile('p3').jpeg().toBuffer()],
  ['JPEG in CMYK', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
  ['WebP', () => picture().webp().toBuffer()],
  ['lossless WebP with an alpha channel', () => clear().webp({ lossless: true }).toBuffer()],
  ['WebP with an alpha channel', () => clear().webp().toBuffer()],
  ['WebP with a profile', () => picture().withIccProfile('p3').webp().toBuffer()],
  ['GIF', () => picture().gif().toBuffer()],
  ['GIF with transparent parts', () => picture().ensureAlpha(0).gif().toBuffer()],
  ['TIFF', () => clear().tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer()],
  ['TIFF of tiles as JPEG', () => picture().tiff({ tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer()],
  ['TIFF with a profile', () => picture().withIccProfile('p3').tiff({ compression: 'deflate' }).toBuffer()],
  ['AVIF', () => picture().avif({ effort: 0 }).toBuffer()],
  ['AVIF with a profile', () => picture().withIccProfile('p3').avif({ effort: 0 }).toBuffer()],
  ['AVIF with an alpha channel', () => clear().avif({ effort: 0 }).toBuffer()],
]

test.each(kinds)(
  'a %s decodes to the same pixels without what decoding does not need',
  async (_kind, make) => {
    const file = await make()
    const plain = plainImage(file)
    expect(await pixelsOf(plain)).toEqual(await pixelsOf(file))
    const { width, height, space, depth, hasAlpha, icc } = await sharp(file).metadata()
    expect(await sharp(plain).metadata()).toMatchObject({ width, height, space, depth, hasAlpha })
    expect((await sharp(plain).metadata()).icc).toEqual(icc)
  },
)

test.each(kinds)(
  'a %s that is cut or changed anywhere is either unusable or left to the decoder',
  async (_kind, make) => {
    const file = await make()
    for (let at = 0; at < file.length; at += 1 + Math.floor(file.length / 400)) {
      for (const broken of [
        file.subarray(0, at),
        Buffer.concat([file.subarray(0, at), Buffer.from([255 - (file[at] ?? 0)]), file.subarray(at + 1)]),
      ]) {
        try {
          expect(plainImage(broken).length).toBeLessThanOrEqual(2 * file.length)
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableImageError)
        }
      }
    }
  },
)

test.each(kinds)('a %s that ends early does so without its metadata, too', async (_kind, make) => {
  const file = await make()
  const cut = file.subarray(0, file.length * 0.6)
  await expect((async () => pixelsOf(plainImage(cut)))()).rejects.toThrow()
})

describe('what a decoder does not get', () => {
  test('of a PNG is text, compressed or not, EXIF, a second profile, frames, and chunks that nobody knows', async () => {
    const file = await picture().withIccProfile('p3').png().toBuffer()
    const packed = deflateSync(Buffer.alloc(1_000_000, 'a'))
    const early = [
      pngChunk('zTXt', Buffer.concat([Buffer.from('k\0\0', 'latin1'), packed])),
      pngChunk('iTXt', Buffer.concat([Buffer.from('k\0\x01\0\0\0', 'latin1'), packed])),
      pngChunk('tEXt', text),
      pngChunk('eXIf', exifOf(6)),
      pngChunk('acTL', Buffer.alloc(8)),
      pngChunk('prVt', text),
    ]
    const marked = withPngChunks(withPngChunks(file, 'early', ...early), 'late', ...early)
    expect((await sharp(marked).metadata()).comments).not.toHaveLength(0)
    const plain = plainImage(Buffer.concat([marked, text]))
    expect(plain.toString('latin1')).not.toMatch(/zTXt|iTXt|tEXt|eXIf|acTL|prVt|no decoder/)
    expect(await sharp(plain).metadata()).not.toHaveProperty('comments')
    expect(await pixelsOf(plain)).toEqual(await pixelsOf(file))
    const profile = pngChunk('iCCP', Buffer.concat([Buffer.from('k\0\0', 'latin1'), packed]))
    expect(plainImage(withPngChunks(file, 'late', profile))).toEqual(plainImage(file))
  })

  test('of a JPEG is EXIF, XMP, comments, and any segment but those of its colours', async () => {
    const file = await picture().withIccProfile('p3').jpeg({ progressive: true }).toBuffer()
    const tiny = Array.from({ length: 300 }, (_, at) =>
      jpegSegment(at % 2 === 0 ? 0xfe : 0xe0 + (at % 16), Buffer.alloc(1)),
    )
    const marked = withSegments(
      file,
      exifSegment(exifOf(6)),
      xmpSegments(70_000),
      jpegSegment(0xfe, text),
      ...tiny,
    )
    expect(plainImage(Buffer.concat([marked, text]))).toEqual(plainImage(file))
    expect(plainImage(file).includes('ICC_PROFILE')).toBe(true)
    const colours = [
      jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
      jpegSegment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1')),
    ]
    expect(plainImage(withSegments(file, ...colours, ...tiny, ...colours))).toEqual(
      plainImage(withSegments(file, ...colours)),
    )
    expect(plainImage(withSegments(file, ...colours)).toString('latin1')).toMatch(/JFIF.*Adobe/s)
    const late = Buffer.concat([file.subarray(0, -2), ...tiny, file.subarray(-2)])
    expect(plainImage(late)).toEqual(plainImage(file))
  })

  test('of a WebP is EXIF, XMP, and chunks that nobody knows', async () => {
    const file = await clear()
      .withIccProfile('p3')
      .withExif({ IFD0: { Artist: 'nobody' } })
      .webp()
      .toBuffer()
    const head = file.subarray(0, 30)
    const marked = Buffer.concat([head, webpChunk('ABCD', text), file.subarray(30), webpChunk('XMP ', text)])
    marked.writeUInt32LE(marked.length - 8, 4)
    const plain = plainImage(marked)
    expect(plain.toString('latin1')).not.toMatch(/EXIF|XMP |ABCD/)
    expect(await sharp(plain).metadata()).toMatchObject({ hasAlpha: true, hasProfile: true })
    expect(await pixelsOf(plain)).toEqual(await pixelsOf(file))
  })

  test('of a TIFF are tags that it does not know, however many name the same bytes', async () => {
    const file = await picture().tiff({ compression: 'lzw' }).toBuffer()
    const directory = file.readUInt32LE(4)
    const entries = file.readUInt16LE(directory)
    const own = file.subarray(directory + 2, directory + 2 + entries * 12)
    const tags = Buffer.alloc(12 * 1000)
    for (let index = 0; index < 1000; index += 1) {
      tags.writeUInt16LE(50_000 + index, index * 12)
      tags.writeUInt16LE(1, index * 12 + 2)
      tags.writeUInt32LE(file.length, index * 12 + 4)
    }
    const head = Buffer.alloc(2)
    head.writeUInt16LE(entries + 1000)
    const marked = Buffer.concat([file, head, own, tags, Buffer.alloc(4)])
    marked.writeUInt32LE(file.length, 4)
    const plain = plainImage(marked)
    expect(plain.readUInt16LE(plain.readUInt32LE(4))).toBeLessThanOrEqual(entries)
    expect(await pixelsOf(plain)).toEqual(await pixelsOf(file))
  })
})

describe('a profile that is not harmless', () => {
  const profile = repeatingProfile(2000)
  const part = (number: number, bytes: Buffer) =>
    jpegSegment(0xe2, Buffer.concat([Buffer.from(`ICC_PROFILE\0${String.fromCharCode(number, 2)}`), bytes]))
  const parts = [part(1, profile.subarray(0, 200)), part(2, profile.subarray(200))] as const

  test.each<readonly [string, string, () => Promise<Buffer>]>([
    [
      'PNG',
      'iCCP',
      async () => {
        const data = Buffer.concat([Buffer.from('x\0\0'), deflateSync(profile)])
        return withPngChunks(await picture().png().toBuffer(), 'early', pngChunk('iCCP', data))
      },
    ],
    [
      'JPEG in two parts',
      'ICC_PROFILE',
      async () => withSegments(await picture().jpeg().toBuffer(), parts[0], parts[1]),
    ],
    [
      'JPEG in two parts of another order',
      'ICC_PROFILE',
      async () => withSegments(await picture().jpeg().toBuffer(), parts[1], parts[0]),
    ],
    [
      'WebP',
      'ICCP',
      async () => {
        const file = await picture().withIccProfile('p3').webp().toBuffer()
        const own = webpChunk('ICCP', (await sharp(file).metadata()).icc ?? Buffer.alloc(0))
        const at = file.indexOf(own)
        const webp = Buffer.concat([
          file.subarray(0, at),
          webpChunk('ICCP', profile),
          file.subarray(at + own.length),
        ])
        webp.writeUInt32LE(webp.length - 8, 4)
        return webp
      },
    ],
    ['TIFF', '', () => replaced(() => picture().withIccProfile('p3').tiff().toBuffer())],
    ['AVIF', 'colr', () => replaced(() => picture().withIccProfile('p3').avif({ effort: 0 }).toBuffer())],
  ])('is left out of a %s, which is then in sRGB', async (_kind, name, make) => {
    const file = await make()
    const { icc, hasProfile } = await sharp(file).metadata()
    expect(hasProfile).toBe(true)
    expect(icc?.includes('mpet')).toBe(true)
    const plain = plainImage(file)
    expect((await sharp(plain).metadata()).hasProfile).toBe(false)
    if (name !== '') expect(plain.includes(name)).toBe(false)
    const { data, info } = await sharp(plain).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 65, height: 47, channels: 3 })
    expect(data).toEqual(await sharp(file, { ignoreIcc: true }).raw().toBuffer())
  })

  /** With a profile of the same length in the place of its own. */
  async function replaced(make: () => Promise<Buffer>): Promise<Buffer> {
    const file = await make()
    const { icc = Buffer.alloc(0) } = await sharp(file).metadata()
    const small = repeatingProfile(1, 2)
    expect(small.length).toBeLessThanOrEqual(icc.length)
    small.copy(file, file.indexOf(icc))
    return file
  }

  test('is what unpacks to more than 4 MB or not at all, what has a gap, and what is not of bytes', async () => {
    const packed = deflateSync(Buffer.alloc(5 * 1024 ** 2))
    for (const data of [packed, packed.subarray(0, 9), Buffer.alloc(0)]) {
      const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), data]))
      const png = withPngChunks(await picture().png().toBuffer(), 'early', chunk)
      expect(plainImage(png).includes('iCCP')).toBe(false)
    }
    const unnamed = withPngChunks(await picture().png().toBuffer(), 'early', pngChunk('iCCP', text))
    expect(plainImage(unnamed).includes('iCCP')).toBe(false)

    const file = await picture().withIccProfile('p3').jpeg().toBuffer()
    const { icc = Buffer.alloc(0) } = await sharp(file).metadata()
    const jpeg = await picture().jpeg().toBuffer()
    const whole = [part(1, icc.subarray(0, 200)), part(2, icc.subarray(200))] as const
    expect((await sharp(plainImage(withSegments(jpeg, ...whole))).metadata()).icc).toEqual(icc)
    const gap = withSegments(jpeg, part(1, icc), part(3, icc))
    expect(plainImage(gap)).toEqual(plainImage(jpeg))
    const many = withSegments(jpeg, ...Array<Buffer>(256).fill(part(1, icc)))
    expect(plainImage(many)).toEqual(plainImage(jpeg))

    const tiff = await picture().withIccProfile('p3').tiff().toBuffer()
    const entry = tiff.indexOf(Buffer.from([0x73, 0x87, 7, 0]))
    tiff.writeUInt16LE(3, entry + 2)
    expect((await sharp(plainImage(tiff)).metadata()).hasProfile).toBe(false)
  })
})

describe('work without end', () => {
  const unusable = (file: Buffer, message: string) =>
    expect(() => plainImage(file)).toThrow(new UnusableImageError(message))

  test('a JPEG may have 100 scans, wherever they hide, and no more', async () => {
    const file = await picture().greyscale().jpeg({ progressive: true }).toBuffer()
    const scan = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), file.length - 2)
    const own = plainImage(file).toString('latin1').split('\xff\xda').length - 1
    const withScans = (count: number, between = Buffer.alloc(0)) =>
      Buffer.concat([
        file.subarray(0, -2),
        ...Array.from({ length: count - own }, () => Buffer.concat([between, scan])),
        file.subarray(-2),
      ])
    expect(await sharp(plainImage(withScans(100))).metadata()).toMatchObject({ width: 65 })
    unusable(withScans(101), 'A JPEG image of more than 100 scans.')
    for (const between of ['\0\xff\0', '\xff\xff\xff', '\xff\xd3\xff\x01', '\xff\xfe\0\x03x', '\xff\xe1\0\0'])
      unusable(withScans(101, Buffer.from(between, 'latin1')), 'A JPEG image of more than 100 scans.')
  })

  test.each<readonly [string, () => Promise<Buffer>, number, string]>([
    ['JPEG of empty comments', () => picture().jpeg().toBuffer(), 2, 'fffe0002'],
    ['JPEG of empty tables', () => picture().jpeg().toBuffer(), 2, 'ffdb0002'],
    ['PNG of empty chunks', () => picture().png().toBuffer(), 33, '000000007a7a5a7a00000000'],
    ['PNG of empty pixels', () => picture().png().toBuffer(), 33, '000000004944415435af061e'],
    ['WebP of empty chunks', () => clear().webp().toBuffer(), 30, '5a5a5a5a00000000'],
  ])('a %s may have 100,000 parts, and no more', async (_kind, make, at, part) => {
    const file = await make()
    const bytes = Buffer.from(part, 'hex')
    const filled = (count: number) => {
      const parts = Buffer.alloc(bytes.length * count, bytes)
      const all = Buffer.concat([file.subarray(0, at), parts, file.subarray(at)])
      if (file.toString('latin1', 0, 4) === 'RIFF') all.writeUInt32LE(all.length - 8, 4)
      return all
    }
    expect(await pixelsOf(plainImage(filled(99_900)))).toEqual(await pixelsOf(file))
    unusable(filled(100_000), 'An image of more than 100000 segments or chunks.')
  })

  test('of an animated WebP the decoder gets the first frame alone', async () => {
    const colours = ['#ff0000', '#0000ff', '#00ff00']
    const frames = await Promise.all(
      colours.map((background) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(3)
    const plain = plainImage(animation)
    expect(plain.toString('latin1').split('ANMF')).toHaveLength(2)
    expect((await sharp(plain, { animated: true }).metadata()).pages ?? 1).toBe(1)
    expect(await pixelsOf(plain)).toEqual(await pixelsOf(animation))
  })

  test('a second image in a GIF and a second page of a TIFF are refused before a decoder counts them', async () => {
    const gif = await picture().gif().toBuffer()
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0])
    unusable(
      Buffer.concat([gif.subarray(0, -1), frame, gif.subarray(-1)]),
      'An animation where an image was asked.',
    )
    expect(plainImage(Buffer.concat([gif, frame, frame]))).toEqual(plainImage(gif))
    const tiff = await picture().tiff({ compression: 'lzw' }).toBuffer()
    const directory = tiff.readUInt32LE(4)
    tiff.writeUInt32LE(directory, directory + 2 + tiff.readUInt16LE(directory) * 12)
    unusable(tiff, 'A TIFF of several pages where an image was asked.')
  })

  test('an AVIF may not name the same bytes for several items', async () => {
    const avif = await picture().avif({ effort: 0 }).toBuffer()
    expect(plainImage(avif)).toBe(avif)
    // Version 0 with one item and one extent, whose length is the last of it.
    const box = avif.indexOf('iloc') - 4
    const locations = avif.subarray(box, box + avif.readUInt32BE(box))
    const [head, item] = [locations.subarray(0, 16), locations.subarray(16)]
    const items = Array<Buffer>(200).fill(item)
    const many = Buffer.concat([avif.subarray(0, box), head, ...items, avif.subarray(box + locations.length)])
    many.writeUInt16BE(200, box + 14)
    for (const at of [box, many.indexOf('meta') - 4])
      many.writeUInt32BE(many.readUInt32BE(at) + 199 * item.length, at)
    unusable(many, 'An AVIF image that could not be decoded: its items have more bytes than the file.')
  })

  test('a TIFF may not have more values in its tags than any image needs', async () => {
    const tiff = await picture().withIccProfile('p3').tiff({ compression: 'lzw' }).toBuffer()
    const directory = tiff.readUInt32LE(4)
    const profile = Array.from(
      { length: tiff.readUInt16LE(directory) },
      (_, at) => directory + 2 + at * 12,
    ).find((at) => tiff.readUInt16LE(at) === 34675)
    tiff.writeUInt32LE(20_000_000, (profile ?? 0) + 4)
    expect(() => plainImage(tiff)).toThrow(
      /^A TIFF image with 20\d{6} bytes of tags; 16777216 are allowed\.$/,
    )
  })
})

test('a file with nothing to leave out is not copied', async () => {
  const file = plainImage(await picture().png().toBuffer())
  expect(plainImage(file).buffer).toBe(file.buffer)
})
