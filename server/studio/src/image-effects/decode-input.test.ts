import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodeInput, InvalidInputError } from './decode-input.js'
import { meanDifference, testPicture } from './support/test-picture.js'

const size = { widthPx: 60, heightPx: 40, fit: 'cover' } as const
const picture = testPicture(300, 200)
const source = () => sharp(picture.rgba, { raw: { width: 300, height: 200, channels: 4 } }).removeAlpha()
const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: background.length > 7 ? 4 : 3, background } })

async function pixelAt(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const raster = await decodeInput(bytes, size)
  expect([raster.widthPx, raster.heightPx, raster.rgba.length]).toEqual([60, 40, 60 * 40 * 4])
  return [...raster.rgba.subarray((y * 60 + x) * 4, (y * 60 + x) * 4 + 4)]
}

describe('pictures that can be used', () => {
  test('JPEG, PNG and WebP of one picture decode alike, opaque and at just the size asked for', async () => {
    const files = await Promise.all([
      source().jpeg().toBuffer(),
      source().png().toBuffer(),
      source().webp().toBuffer(),
    ])
    const pixels = await Promise.all(files.map((file) => pixelAt(file, 42, 22)))
    for (const [red = 0, green = 0, blue = 0, alpha = 0] of pixels) {
      expect(red).toBeGreaterThan(150)
      expect(Math.max(green, blue)).toBeLessThan(90)
      expect(alpha).toBe(255)
    }
  })

  test('a photograph taken with a rotated camera is upright', async () => {
    // Orientation 6: the top of the scene is the left side of the stored picture.
    const file = await flat(200, 300, '#ff0000')
      .composite([{ input: await flat(100, 300, '#00ff00').png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const [, topGreen = 0] = await pixelAt(file, 30, 3)
    const [bottomRed = 0] = await pixelAt(file, 30, 36)
    expect(topGreen).toBeGreaterThan(200)
    expect(bottomRed).toBeGreaterThan(200)
  })

  test('a given orientation takes precedence over the file’s own', async () => {
    const file = await source().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const stored = await decodeInput(file, { ...size, orientation: 1 })
    const upright = await decodeInput(await source().jpeg().toBuffer(), size)
    expect(meanDifference(stored, upright)).toBeLessThan(1)
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    'orientation %i means the same whether it is given or read by the library',
    async (orientation) => {
      const file = await source().withMetadata({ orientation }).jpeg().toBuffer()
      const settled = await decodeInput(file, { ...size, orientation })
      expect([settled.widthPx, settled.heightPx]).toEqual([60, 40])
      // Cropping before or after rotating may differ by one pixel.
      expect(meanDifference(settled, await decodeInput(file, size))).toBeLessThan(12)
    },
  )

  test('transparent parts are white', async () => {
    expect(await pixelAt(await flat(60, 40, '#ff000000').png().toBuffer(), 10, 10)).toEqual([
      255, 255, 255, 255,
    ])
    const [red = 0, green = 0] = await pixelAt(await flat(60, 40, '#ff000080').webp().toBuffer(), 10, 10)
    expect(red).toBeGreaterThan(240)
    expect(green).toBeGreaterThan(110)
  })

  test('CMYK, grey and 16-bit pictures arrive as sRGB', async () => {
    const cmyk = await flat(120, 80, '#2060c0').toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const [red = 0, , blue = 0] = await pixelAt(cmyk, 20, 20)
    expect(blue).toBeGreaterThan(red + 60)
    const grey = await flat(120, 80, '#808080').toColourspace('b-w').png().toBuffer()
    const [level = 0, same] = await pixelAt(grey, 20, 20)
    expect(same).toBe(level)
    expect(Math.abs(level - 128)).toBeLessThan(3)
    const deep = await flat(120, 80, '#2060c0').toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    const [deepRed = 0, deepGreen = 0, deepBlue = 0] = await pixelAt(deep, 20, 20)
    expect(Math.hypot(deepRed - 32, deepGreen - 96, deepBlue - 192)).toBeLessThan(5)
  })

  test('the first frame of an animation is used', async () => {
    const frames = [
      await flat(60, 40, '#ff0000').png().toBuffer(),
      await flat(60, 40, '#0000ff').png().toBuffer(),
    ]
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(animation, { pages: -1 }).metadata()).pages).toBe(2)
    const [red = 0, , blue = 0] = await pixelAt(animation, 20, 20)
    expect(red).toBeGreaterThan(blue + 150)
  })

  test.each([undefined, 1, 6] as const)(
    'a thin picture is cropped before it is scaled, orientation %s',
    async (orientation) => {
      // Scaled whole until it covers, it would have 500 megapixels.
      const thin = await flat(8192, 16, '#2060c0').png().toBuffer()
      const sides = { widthPx: 1000, heightPx: 1024, fit: 'cover', orientation } as const
      const { widthPx, heightPx, rgba } = await decodeInput(thin, sides)
      expect([widthPx, heightPx]).toEqual([1000, 1024])
      expect([...rgba.subarray(-4)]).toEqual([0x20, 0x60, 0xc0, 255])
    },
  )

  test('a side of 8192 px and a side of 1 px are fine', async () => {
    expect(await pixelAt(await flat(8192, 64, '#ff0000').png().toBuffer(), 5, 5)).toEqual([255, 0, 0, 255])
    expect(await pixelAt(await flat(1, 1, '#ff0000').png().toBuffer(), 5, 5)).toEqual([255, 0, 0, 255])
  })
})

describe('pictures that cannot be used', () => {
  const refused = (bytes: Uint8Array) => expect(decodeInput(bytes, size)).rejects.toThrow(InvalidInputError)

  test('nothing, noise and text', async () => {
    await refused(new Uint8Array())
    await refused(new Uint8Array(4096).map((_, index) => (index * 2654435761) >>> 24))
    await refused(new TextEncoder().encode('This is no picture, however long it may be. '.repeat(20)))
  })

  test('a signature with nothing or with zeros behind it', async () => {
    for (const signature of [
      [0xff, 0xd8, 0xff, 0xe0],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0x52, 0x49, 0x46, 0x46, 0x10, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
    ]) {
      await refused(Uint8Array.from(signature))
      await refused(Uint8Array.from([...signature, ...new Uint8Array(500)]))
    }
  })

  test('JPEG, PNG and WebP that end early, wherever they end', async () => {
    const files = await Promise.all([
      source().jpeg().toBuffer(),
      source().png().toBuffer(),
      source().webp().toBuffer(),
    ])
    for (const file of files) {
      for (const share of [0.05, 0.3, 0.6, 0.9])
        await refused(file.subarray(0, Math.floor(file.length * share)))
    }
  })

  test('a PNG with damaged pixels', async () => {
    const file = await source().png().toBuffer()
    file.fill(0x55, Math.floor(file.length / 2), Math.floor(file.length / 2) + 40)
    await refused(file)
  })

  test('formats that the service does not accept, although the decoder could read them', async () => {
    await refused(await source().gif().toBuffer())
    await refused(await source().tiff().toBuffer())
    await refused(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
  })

  test('a header that promises more than 40 megapixels is refused before anything is unpacked', async () => {
    const bomb = await flat(16, 16, '#ff0000').png().toBuffer()
    // Width and height stand at 16 and 20 of a PNG; the checksum after them is wrong now, as in a crafted
    // file.
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const large = await flat(8000, 6000, '#ff0000').png({ compressionLevel: 1 }).toBuffer()
    const started = process.cpuUsage()
    await refused(bomb)
    await refused(large)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5000)
  })
})
