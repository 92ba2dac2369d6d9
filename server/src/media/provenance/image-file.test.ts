import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { hasExiftool, readTags } from '../../../../test/support/exiftool.ts'
import { type ImageFile, readImageFile, writeImageFile } from './image-file.ts'
import { xmpPacket } from './xmp-packet.ts'

const isExiftoolHere = await hasExiftool()
const kinds = ['png', 'jpeg', 'webp'] as const
const secret = 'a prompt that nobody else may read'
const xmp = xmpPacket({
  sourceType: 'trainedAlgorithmicMedia',
  taskId: '0m3xtask',
  createdAtMs: Date.UTC(2026, 10, 24, 12, 30, 5, 250),
  creatorTool: 'mediagen 1.0.0',
})

const noise = sharp({
  create: {
    width: 65,
    height: 47,
    channels: 3,
    background: '#345',
    noise: { type: 'gaussian', mean: 120, sigma: 40 },
  },
})
const clear = () => noise.clone().ensureAlpha(0.5)

const pictures: readonly (readonly [string, ImageFile['kind'], Sharp])[] = [
  ['PNG', 'png', noise.clone().png()],
  ['PNG with an alpha channel', 'png', clear().png()],
  ['PNG with a palette', 'png', noise.clone().png({ palette: true })],
  ['interlaced PNG', 'png', noise.clone().png({ progressive: true })],
  ['JPEG', 'jpeg', noise.clone().jpeg()],
  ['progressive JPEG', 'jpeg', noise.clone().jpeg({ progressive: true })],
  ['grey JPEG', 'jpeg', noise.clone().greyscale().jpeg()],
  ['lossy WebP', 'webp', noise.clone().webp()],
  ['lossless WebP', 'webp', noise.clone().webp({ lossless: true })],
  ['lossy WebP with an alpha channel', 'webp', clear().webp()],
  ['lossless WebP with an alpha channel', 'webp', clear().webp({ lossless: true })],
]

function marked(kind: ImageFile['kind'], file: Buffer): Buffer {
  const parts = readImageFile(kind, file)
  if (parts === undefined) throw new Error('The file could not be read.')
  return Buffer.concat(writeImageFile(parts, xmp))
}

async function pixelsOf(file: Buffer): Promise<Buffer> {
  return sharp(file, { failOn: 'warning' }).raw().toBuffer()
}

const packetsIn = (file: Buffer) => file.toString('latin1').split('<x:xmpmeta').length - 1

describe('an image with its mark', () => {
  test.each(pictures)('%s: every pixel and every byte of the picture stays', async (_, kind, picture) => {
    const file = await picture.toBuffer()
    const result = marked(kind, file)
    expect(await pixelsOf(result)).toEqual(await pixelsOf(file))
    const before = await sharp(file).metadata()
    expect(await sharp(result).metadata()).toMatchObject({
      format: kind,
      width: before.width,
      height: before.height,
      hasAlpha: before.hasAlpha,
      hasProfile: false,
    })
    for (const part of readImageFile(kind, file)?.picture ?? []) {
      if (part.toString('latin1', 0, 4) !== 'VP8X') expect(result.includes(part)).toBe(true)
    }
    expect((await sharp(result).metadata()).xmp).toEqual(xmp)
  })

  test.skipIf(!isExiftoolHere).each(pictures)(
    '%s: ExifTool reads the mark and finds no fault',
    async (_, kind, picture) => {
      const tags = await readTags(marked(kind, await picture.toBuffer()))
      expect(tags).toMatchObject({
        'ExifTool:Validate': 'OK',
        'XMP-dc:Identifier': '0m3xtask',
        'XMP-xmp:CreateDate': '2026:11:24 12:30:05.250Z',
        'XMP-xmp:CreatorTool': 'mediagen 1.0.0',
        'XMP-iptcExt:DigitalSourceType':
          'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      })
      expect(Object.keys(tags).filter((tag) => tag.startsWith('XMP')).length).toBe(4)
    },
  )

  test.each(pictures)('%s: a second mark replaces the first', async (_, kind, picture) => {
    const once = marked(kind, await picture.toBuffer())
    expect(marked(kind, once)).toEqual(once)
    expect(packetsIn(once)).toBe(1)
  })

  test.each(kinds)('%s: text, EXIF and XMP of the engine are replaced, not merged', async (kind) => {
    const foreign = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`
    const file = await noise
      .clone()
      .withExif({ IFD0: { ImageDescription: secret } })
      .withXmp(foreign)
      .toFormat(kind)
      .toBuffer()
    const parts = readImageFile(kind, file)
    expect(parts).toMatchObject({ hasOther: true, hasManifest: false })
    const result = marked(kind, file)
    expect(result.includes(secret)).toBe(false)
    expect(packetsIn(result)).toBe(1)
    expect(await sharp(result).metadata()).toMatchObject({ xmp, width: 65, height: 47 })
    expect((await sharp(result).metadata()).exif).toBeUndefined()
    expect(await pixelsOf(result)).toEqual(await pixelsOf(file))
    const bare = parts === undefined ? Buffer.of() : Buffer.concat(writeImageFile(parts))
    expect(readImageFile(kind, bare)).toMatchObject({ hasOther: false })
    expect(await pixelsOf(bare)).toEqual(await pixelsOf(file))
  })
})

describe('a file that does not keep to its format', () => {
  test.each(kinds)('%s: cut off anywhere it is not read as a whole picture', async (kind) => {
    const file = await noise.clone().toFormat(kind).toBuffer()
    for (let length = 0; length < file.length; length += 1)
      expect(readImageFile(kind, file.subarray(0, length))).toBeUndefined()
  })

  test.each(pictures)(
    '%s: any changed byte of it ends in a result, and no text gets through',
    async (_, kind, picture) => {
      const file = await picture.toBuffer()
      for (let at = 0; at < Math.min(file.length, 2_000); at += 1) {
        for (const value of [0x00, 0x7f, 0xff]) {
          const changed = Buffer.from(file)
          changed[at] = value
          const parts = readImageFile(kind, changed)
          if (parts !== undefined) expect(packetsIn(Buffer.concat(writeImageFile(parts, xmp)))).toBe(1)
        }
      }
    },
  )

  test('a chunk that claims four gigabytes is not believed', async () => {
    const png = await noise.clone().png().toBuffer()
    png.writeUInt32BE(0xffff_fff0, 33)
    expect(readImageFile('png', png)).toBeUndefined()
    const webp = await noise.clone().webp().toBuffer()
    webp.writeUInt32LE(0xffff_fff0, 16)
    expect(readImageFile('webp', webp)).toBeUndefined()
    const jpeg = await noise.clone().jpeg().toBuffer()
    jpeg.writeUInt16BE(1, 4)
    expect(readImageFile('jpeg', jpeg)).toBeUndefined()
  })

  test.each(kinds)('%s: what follows its end is left out', async (kind) => {
    const file = await noise.clone().toFormat(kind).toBuffer()
    const parts = readImageFile(kind, Buffer.concat([file, Buffer.from(secret)]))
    expect(parts?.hasOther).toBe(true)
    expect(parts && Buffer.concat(writeImageFile(parts))).toEqual(file)
  })
})
