import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { UprightImage } from '../core/ports/media-finisher.ts'
import { finishImage } from './finish-image.ts'
import { createImageDecoder } from './image-decoder.ts'
import { createMediaFinisher, type MediaFinisherOptions } from './media-finisher.ts'
import { hidingPlaces } from './support/hiding-places.ts'
import { jpegWithManifest, pngWithManifest, webpWithManifest } from './support/manifests.ts'

const never = new AbortController().signal
const decoder = createImageDecoder({})

const asked = { surface: 'image', widthPx: 64, heightPx: 48 } as const
const secret = 'a prompt that nobody else may read'
const red = { r: 200, g: 30, b: 40 }
const blue = { r: 20, g: 40, b: 210 }

let folder: string
let source: { path: string; folder: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-images-'))
})
beforeEach(async () => {
  source = { folder: await mkdtemp(join(folder, 'task-')), path: '' }
  source.path = join(source.folder, 'result')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Red above, blue below, with noise so that no format can make it tiny. */
async function image(widthPx = 64, heightPx = 48): Promise<Sharp> {
  const half = Math.floor(heightPx / 2)
  const below = await sharp({ create: { width: widthPx, height: half, channels: 3, background: blue } })
    .png()
    .toBuffer()
  const whole = sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: red } })
  const both = whole.composite([{ input: below, top: heightPx - half, left: 0 }]).removeAlpha()
  return sharp(await both.png().toBuffer())
}

async function uprightOf(file: Buffer): Promise<UprightImage> {
  const upright = await createMediaFinisher({ videos: [], decoder }).upright(file, never)
  if (upright.kind === 'unusable') throw new Error(upright.message)
  return upright.image
}

async function finish(file: Buffer | string, options: Partial<MediaFinisherOptions> = {}) {
  await writeFile(source.path, file)
  return createMediaFinisher({ videos: [], decoder, ...options }).finish(source, asked, never)
}

async function finished(file: Buffer) {
  const outcome = await finish(file)
  if (outcome.kind !== 'finished') throw new Error(outcome.message)
  const bytes = await readFile(outcome.media.path)
  expect(outcome.media.sizeBytes).toBe(bytes.length)
  const metadata = await sharp(bytes).metadata()
  expect(outcome.media.contentType).toBe(`image/${metadata.format}`)
  expect(metadata).toMatchObject({ width: 64, height: 48, depth: 'uchar', space: 'srgb', hasProfile: false })
  expect(metadata.orientation).toBeUndefined()
  expect(bytes.includes(secret)).toBe(false)
  return { bytes, metadata, isItself: outcome.media.path === source.path && bytes.equals(file) }
}

async function refusal(file: Buffer | string, options: Partial<MediaFinisherOptions> = {}): Promise<string> {
  const outcome = await finish(file, options)
  if (outcome.kind !== 'unusable') throw new Error('The image was accepted.')
  expect(outcome.message).not.toContain(folder)
  return outcome.message
}

async function colourAt(bytes: Uint8Array, left: number, top: number): Promise<readonly number[]> {
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 })
  return [...(await pixel.raw().toBuffer())]
}

function expectNear(colour: readonly number[], { r, g, b }: typeof red, by = 12): void {
  for (const [at, value] of [r, g, b].entries()) {
    expect(Math.abs((colour[at] ?? 999) - value)).toBeLessThanOrEqual(by)
  }
}

const resultsPage = await readFile(new URL('../../../docs/engines/results.md', import.meta.url), 'utf8')

describe('text in a hiding place of a format', () => {
  test.each(hidingPlaces)('is not stored, or documented: $name', async ({ hide, kind, documented }) => {
    const file = await hide(await image(), Buffer.from(secret))
    expect(file.includes(secret) || file.includes(secret.slice(0, 9))).toBe(true)
    const outcome = await finish(file)
    if (documented !== undefined) {
      expect(outcome.kind).toBe('finished')
      expect(resultsPage).toContain(documented)
      return
    }
    if (outcome.kind === 'unusable') return
    const bytes = await readFile(outcome.media.path)
    expect(outcome.media.contentType).toBe(`image/${kind}`)
    expect(bytes.includes(secret) || bytes.includes(secret.slice(0, 9))).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 48 })
  })
})

/** Inserts a text chunk before the pixels of a PNG, as ComfyUI does. */
function withText(png: Buffer): Buffer {
  const text = Buffer.from(`tEXtprompt\0${secret}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length - 4)
  return Buffer.concat([png.subarray(0, 33), length, text, Buffer.alloc(4), png.subarray(33)])
}

describe('images that are stored unchanged', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'a plain %s of the requested size passes byte for byte',
    async (format) => {
      expect((await finished(await (await image()).toFormat(format).toBuffer())).isItself).toBe(true)
    },
  )

  test('a progressive JPEG and an alpha channel pass too', async () => {
    expect((await finished(await (await image()).jpeg({ progressive: true }).toBuffer())).isItself).toBe(true)
    for (const format of ['png', 'webp'] as const) {
      const file = await (await image()).ensureAlpha(0.5).toFormat(format).toBuffer()
      const { isItself, metadata } = await finished(file)
      expect([isItself, metadata.hasAlpha]).toEqual([true, true])
    }
  })
})

describe('content credentials of the engine (C2PA)', () => {
  const signed = [
    ['png', pngWithManifest],
    ['jpeg', jpegWithManifest],
    ['webp', webpWithManifest],
  ] as const

  test.each(signed)('a %s that needs no change keeps them, byte for byte', async (format, withManifest) => {
    const file = withManifest(await (await image()).toFormat(format).toBuffer())
    expect(await finish(file)).toMatchObject({
      kind: 'finished',
      media: { path: source.path, contentType: `image/${format}`, manifest: 'kept' },
    })
    expect((await finished(file)).isItself).toBe(true)
  })

  test.each(signed)(
    'a %s with text or of another size loses them, and says so',
    async (format, withManifest) => {
      const described = (await image()).withExif({ IFD0: { ImageDescription: secret } }).toFormat(format)
      const large = (await image(128, 96)).toFormat(format)
      for (const picture of [described, large]) {
        const file = withManifest(await picture.toBuffer())
        expect(await finish(file)).toMatchObject({ kind: 'finished', media: { manifest: 'lost' } })
        expect((await finished(file)).bytes.includes('jumb')).toBe(false)
      }
    },
  )

  test('a chunk of that name without a manifest is metadata like any other', async () => {
    const file = pngWithManifest(await (await image()).png().toBuffer())
    const changed = Buffer.from(file.toString('latin1').replace('jumdc2pa', `jumd${'text'}`), 'latin1')
    const outcome = await finish(changed)
    expect(outcome).toMatchObject({ kind: 'finished', media: { contentType: 'image/png' } })
    expect(outcome).not.toHaveProperty('media.manifest')
    expect((await finished(changed)).bytes.includes('caBX')).toBe(false)
  })
})

describe('images that are converted to what was requested', () => {
  test('text in a PNG, EXIF in each format, a comment in a JPEG and bytes after the end are gone', async () => {
    const exif = { IFD0: { ImageDescription: secret } }
    const plain = await (await image()).png().toBuffer()
    const jpeg = await (await image()).jpeg().toBuffer()
    const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(secret.length + 2)}${secret}`, 'latin1')
    const files = [
      withText(plain),
      await sharp(plain).withExif(exif).png().toBuffer(),
      await sharp(plain).withExif(exif).jpeg().toBuffer(),
      await sharp(plain).withExif(exif).webp().toBuffer(),
      await sharp(plain)
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)
        .webp()
        .toBuffer(),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      Buffer.concat([plain, Buffer.from(secret)]),
      Buffer.concat([jpeg, Buffer.from(secret)]),
    ]
    for (const file of files) {
      expect(file.includes(secret)).toBe(true)
      const { bytes } = await finished(file)
      expectNear(await colourAt(bytes, 10, 5), red)
      expectNear(await colourAt(bytes, 10, 43), blue)
    }
  })

  test.each(['png', 'jpeg', 'webp'] as const)(
    'a %s loses its text and is not encoded again',
    async (format) => {
      const described = (await image()).withExif({ IFD0: { ImageDescription: secret } })
      const file = await described.toFormat(format).toBuffer()
      const { bytes } = await finished(format === 'png' ? withText(file) : file)
      expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(file).raw().toBuffer())
    },
  )

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'EXIF orientation %i is applied, including mirroring',
    async (orientation) => {
      // Stored so that it is displayed with red above, blue below and a white left edge.
      const edge = await sharp({ create: { width: 16, height: 48, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
      const shown = await (await image())
        .composite([{ input: edge, left: 0, top: 0 }])
        .png()
        .toBuffer()
      const undo: Record<number, (one: Sharp) => Sharp> = {
        2: (one) => one.flop(),
        3: (one) => one.rotate(180),
        4: (one) => one.flip(),
        5: (one) => one.flip().rotate(90),
        6: (one) => one.rotate(270),
        7: (one) => one.flop().rotate(90),
        8: (one) => one.rotate(90),
      }
      const stored = await (undo[orientation]?.(sharp(shown)) ?? sharp(shown)).png().toBuffer()
      const file = await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer()
      const { bytes } = await finished(file)
      expectNear(await colourAt(bytes, 4, 4), { r: 255, g: 255, b: 255 })
      expectNear(await colourAt(bytes, 40, 4), red)
      expectNear(await colourAt(bytes, 40, 44), blue)
      const upright = await uprightOf(file)
      expect(upright.contentType).toBe('image/jpeg')
      expect(await sharp(upright.bytes).metadata()).toMatchObject({ width: 64, height: 48 })
      expectNear(await colourAt(upright.bytes, 4, 4), { r: 255, g: 255, b: 255 })
      expectNear(await colourAt(upright.bytes, 40, 4), red)
      expectNear(await colourAt(upright.bytes, 40, 44), blue)
    },
  )

  test('16 bits, CMYK and a wide gamut become 8 bits of sRGB with the same colours', async () => {
    const wide = await (await image()).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(wide).metadata()).depth).toBe('ushort')
    const cmyk = await (await image()).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const p3 = await (await image()).withIccProfile('p3').png().toBuffer()
    const stored = sharp(p3, { ignoreIcc: true }).extract({ left: 10, top: 5, width: 1, height: 1 })
    expect([...(await stored.raw().toBuffer())]).not.toEqual([red.r, red.g, red.b])
    for (const file of [wide, p3]) {
      expectNear(await colourAt((await finished(file)).bytes, 10, 5), red, 3)
    }
    // Ink cannot print that red, only a colour close to it.
    expectNear(await colourAt((await finished(cmyk)).bytes, 10, 5), red, 40)
  })

  test('another shape is scaled until it covers, and its middle is kept', async () => {
    const { bytes, metadata } = await finished(await (await image(300, 100)).webp().toBuffer())
    expect(metadata.format).toBe('webp')
    expectNear(await colourAt(bytes, 32, 2), red)
    expectNear(await colourAt(bytes, 32, 45), blue)
    const small = await finished(await (await image(20, 30)).ensureAlpha(0.5).png().toBuffer())
    expect(small.metadata).toMatchObject({ format: 'png', hasAlpha: true })
  })

  test.each([
    ['avif', 'jpeg'],
    ['gif', 'png'],
    ['tiff', 'png'],
  ] as const)('a still %s becomes a %s', async (from, to) => {
    const { metadata, bytes } = await finished(await (await image()).toFormat(from).toBuffer())
    expect(metadata.format).toBe(to)
    expectNear(await colourAt(bytes, 10, 5), red, 20)
  })
})

describe('a thin image is cropped before it is scaled or turned', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('its middle is kept, upright: orientation %i', async (orientation) => {
    // Displayed: 10 black pixels wide, 3000 high, with red above and blue below the middle.
    const shown = await (await image(10, 48)).extend({ top: 1476, bottom: 1476 }).png().toBuffer()
    const undo = [1, 1, 2, 3, 4, 5, 8, 7, 6][orientation] ?? 1
    const turned = await sharp(shown).withMetadata({ orientation: undo }).png().toBuffer()
    const stored = await sharp(turned).autoOrient().png().toBuffer()
    const file = await sharp(stored).withMetadata({ orientation }).png().toBuffer()
    const { bytes } = await finished(file)
    // Of the middle, 7.5 pixels of 48 are shown.
    expectNear(await colourAt(bytes, 32, 4), red)
    expectNear(await colourAt(bytes, 32, 44), blue)
  })

  test('so that no more than both sizes is held: it is scaled from a part of itself', async () => {
    const spy = vi.spyOn(sharp.prototype as Sharp, 'extract')
    onTestFinished(() => spy.mockRestore())
    await writeFile(source.path, await (await image(2000, 10)).png().toBuffer())
    await finishImage({ ...source, kind: 'png' }, asked, { pixelsMax: 1_000_000, bytesMax: 1_000_000 })
    expect(spy).toHaveBeenCalledWith({ left: 993, top: 0, width: 13, height: 10 })
  })
})

describe('images that cannot be used', () => {
  test('an empty file, a page, a text, a video and noise are identified in the message', async () => {
    expect(await refusal('')).toBe('An empty file where an image was asked.')
    expect(await refusal('\n<html><body>502</body></html>')).toBe(
      'An HTML or XML page where an image was asked.',
    )
    expect(await refusal('{"error":{}}')).toBe('A JSON text where an image was asked.')
    expect(await refusal(Buffer.from('\0\0\0\x20ftypisom\0\0\0\0', 'latin1'))).toBe(
      'An MP4 or QuickTime video where an image was asked.',
    )
    expect(await refusal('<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe(
      'A file of an unknown format where an image was asked.',
    )
  })

  test.each(['png', 'jpeg', 'webp', 'avif', 'gif', 'tiff'] as const)(
    'a %s truncated anywhere is refused',
    async (format) => {
      const file = await (await image(640, 480)).toFormat(format).toBuffer()
      for (const part of [0.3, 0.8]) {
        expect(await refusal(file.subarray(0, file.length * part))).toMatch(/could not be decoded/)
      }
      const exact = await (await image()).toFormat(format).toBuffer()
      if (format === 'png' || format === 'jpeg' || format === 'webp') {
        expect(await refusal(exact.subarray(0, exact.length * 0.7))).toMatch(/could not be decoded/)
      }
    },
  )

  test('an animation is refused where an image was requested', async () => {
    const frames = await Promise.all([8, 9].map(async (size) => (await image(size * 2, 16)).png().toBuffer()))
    const animation = sharp(frames, { join: { animated: true } })
    expect(await refusal(await animation.clone().gif().toBuffer())).toBe(
      'An animation where an image was asked.',
    )
    expect(await refusal(await animation.clone().webp().toBuffer())).toBe(
      'An animated WebP where an image was asked.',
    )
  })

  test('a file that would hold the processor or the memory is refused by name, before it is decoded', async () => {
    const jpeg = await (await image()).greyscale().jpeg({ progressive: true }).toBuffer()
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const scans = Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(101).fill(scan), jpeg.subarray(-2)])
    expect(await refusal(scans)).toBe('A JPEG image of more than 100 scans.')
    await expect(uprightOf(scans)).rejects.toThrow('more than 100 scans')
    const gif = await (await image()).gif().toBuffer()
    await writeFile(source.path, gif)
    await truncate(source.path, 65 * 1024 ** 2)
    expect(await createMediaFinisher({ videos: [], decoder }).finish(source, asked, never)).toMatchObject({
      kind: 'unusable',
      message: 'A GIF of 68157440 bytes; 67108864 are allowed.',
    })
  })

  test('too many pixels and too many bytes are refused with the limit', async () => {
    const file = await (await image(2000, 1000)).png().toBuffer()
    expect(await refusal(file, { pixelsMax: 1_000_000 })).toBe(
      'An image of 2000x1000 pixels; 1 megapixels are allowed.',
    )
    expect(await refusal(file, { imageBytesMax: 100 })).toContain('; 100 are allowed.')
  })
})

test('an upright input of noise is no larger than an upload', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const input = sharp({ create: { width: 4000, height: 3000, channels: 3, background: red, noise } })
  const { bytes } = await uprightOf(await input.png().toBuffer())
  expect(bytes.length).toBeLessThan(20_000_000)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 4000, height: 3000, format: 'jpeg' })
})

test('an upright input keeps its bytes where it is plain, its pixels where it is marked, and is a JPEG on white otherwise', async () => {
  const jpeg = await (await image()).jpeg().toBuffer()
  expect(Buffer.from((await uprightOf(jpeg)).bytes).equals(jpeg)).toBe(true)
  const marked = await sharp(jpeg)
    .keepMetadata()
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    .jpeg()
    .toBuffer()
  const bare = await uprightOf(marked)
  expect(await sharp(bare.bytes).raw().toBuffer()).toEqual(await sharp(marked).raw().toBuffer())
  expect((await sharp(bare.bytes).metadata()).xmp).toBeUndefined()
  const clear = await (await image()).ensureAlpha(0.5).webp().toBuffer()
  const flattened = await uprightOf(clear)
  expect(flattened.contentType).toBe('image/jpeg')
  // Half of the red, on white.
  expectNear(await colourAt(flattened.bytes, 10, 5), { r: 228, g: 143, b: 148 })
  const opaque = await uprightOf(await (await image()).png().toBuffer())
  expect(opaque.contentType).toBe('image/jpeg')
  await expect(uprightOf(Buffer.from('<html>'))).rejects.toThrow()
})
