import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type ByteRange, readImageHeader, walkImageHeader } from './walk-image-header.ts'

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 140, b: 200 } } })

describe('readImageHeader', () => {
  test.each([
    ['image/jpeg', async () => image(640, 431).jpeg().toBuffer()],
    ['image/jpeg', async () => image(640, 431).jpeg({ progressive: true }).toBuffer()],
    ['image/png', async () => image(640, 431).png().toBuffer()],
    ['image/webp', async () => image(640, 431).webp().toBuffer()],
    ['image/webp', async () => image(640, 431).webp({ lossless: true }).toBuffer()],
    ['image/webp', async () => image(640, 431).ensureAlpha(0.5).webp().toBuffer()],
    [
      'image/webp',
      async () =>
        image(640, 431)
          .withExif({ IFD0: { Copyright: 'x' } })
          .webp()
          .toBuffer(),
    ],
  ])('reads type and size of a real %s', async (contentType, make) => {
    const size = { widthPx: 640, heightPx: 431 }
    expect(readImageHeader(await make())).toEqual({ kind: 'image', contentType, ...size, orientation: 1 })
  })

  test('accepts fill bytes before a JPEG marker', async () => {
    const jpeg = await image(30, 20).jpeg().toBuffer()
    const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff, 0xff]), jpeg.subarray(2)])
    expect(readImageHeader(filled)).toMatchObject({ kind: 'image', widthPx: 30, heightPx: 20 })
  })

  /** The smallest possible EXIF block, with orientation 6. */
  const exif = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001011200030000000100060000' + '00000000',
    'hex',
  )
  test.each([
    ['a restart marker', 'ffd0'],
    ['TEM', 'ff01'],
    ['a stuffed 0xff', 'ff00'],
    ['stray bytes', '010203'],
    ['16 zeros', '00'.repeat(16)],
    ['fill bytes and a zero', 'ffffff00'],
    ['a comment of length 0', 'fffe0000'],
    ['an APP1 of length 1', 'ffe10001'],
    ['an EXIF segment with nothing after its identifier', 'ffe10008457869660000'],
  ])(
    'skips %s before and after the EXIF segment and the frame of a JPEG, as libjpeg does',
    async (_name, hex) => {
      const jpeg = await image(30, 20).jpeg().toBuffer()
      const stray = Buffer.from(hex, 'hex')
      const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
      const start = Buffer.concat([jpeg.subarray(0, 2), Buffer.from('fffe0002', 'hex')])
      const [segments, rest] = [jpeg.subarray(2, scan), jpeg.subarray(scan)]
      const turned = { kind: 'image', widthPx: 20, heightPx: 30, orientation: 6 }
      expect(readImageHeader(Buffer.concat([start, stray, exif, stray, segments, rest]))).toMatchObject(
        turned,
      )
      expect(readImageHeader(Buffer.concat([start, segments, stray, exif, rest]))).toMatchObject(turned)
    },
  )

  test.each([
    ['a second start', 'ffd8'],
    ['an end', 'ffd9'],
    ['a reserved marker', 'ff020002'],
    ['a table of length 1', 'ffdb0001'],
  ])('ends at %s before the frame of a JPEG, as every decoder does', async (_name, hex) => {
    const jpeg = await image(30, 20).jpeg().toBuffer()
    const broken = Buffer.concat([jpeg.subarray(0, 2), Buffer.from(hex, 'hex'), jpeg.subarray(2)])
    expect(readImageHeader(broken)).toEqual({ kind: 'unsupported' })
  })

  test('refuses lossless and arithmetic JPEG frames, which hardly any decoder supports', async () => {
    const jpeg = await image(30, 20).jpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    for (const marker of [0xc3, 0xc9]) {
      const other = Buffer.from(jpeg)
      other[frame + 1] = marker
      expect(readImageHeader(other)).toEqual({ kind: 'unsupported' })
    }
  })

  test('refuses a PNG whose header fails its checksum', async () => {
    const png = await image(30, 20).png().toBuffer()
    png[19] = 31
    expect(readImageHeader(png)).toEqual({ kind: 'unsupported' })
  })

  test('applies the orientation of an eXIf chunk of more than 64 KB only if its checksum matches', async () => {
    const png = await image(30, 20).png().toBuffer()
    const chunk = Buffer.alloc(12 + 70_000)
    chunk.writeUInt32BE(70_000)
    chunk.write('eXIf', 4)
    exif.copy(chunk, 8, 10)
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
    const file = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
    expect(readImageHeader(file)).toMatchObject({ widthPx: 20, heightPx: 30, orientation: 6 })
    file.writeUInt8(1, 60_000)
    expect(readImageHeader(file)).toMatchObject({ widthPx: 30, heightPx: 20, orientation: 1 })
  })

  test('refuses a WebP whose canvas differs from its frame', async () => {
    const webp = await image(30, 20).ensureAlpha(0.5).webp().toBuffer()
    expect(webp.toString('latin1', 12, 16)).toBe('VP8X')
    webp.writeUInt8(200, 24)
    expect(readImageHeader(webp)).toEqual({ kind: 'unsupported' })
  })

  test.each([
    ['GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['BMP', 'BM000000'],
    ['TIFF', 'II*\u0000'],
    ['HTML', '<!doctype html><img src=x>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['nothing', ''],
  ])('does not recognise %s as one of the three formats', (_name, text) => {
    expect(readImageHeader(Buffer.from(text.padEnd(text === '' ? 0 : 100), 'latin1'))).toEqual({
      kind: 'unsupported',
    })
  })

  test('reports sizes as displayed: a photo rotated by 90 degrees has width and height swapped', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const jpeg = await image(30, 20).withMetadata({ orientation }).jpeg().toBuffer()
      const displayed = orientation < 5 ? { widthPx: 30, heightPx: 20 } : { widthPx: 20, heightPx: 30 }
      expect(readImageHeader(jpeg)).toMatchObject({ kind: 'image', ...displayed, orientation })
    }
  })
})

describe('walkImageHeader', () => {
  /** The ranges that a walk requests, and its result. */
  function walk(file: Uint8Array) {
    const ranges: ByteRange[] = []
    const steps = walkImageHeader(file.length)
    let step = steps.next()
    while (step.done !== true) {
      ranges.push(step.value)
      step = steps.next(file.subarray(step.value.start, step.value.endExclusive))
    }
    return { ranges, result: step.value }
  }

  /** A JPEG with segments of those lengths, markers included, before its frame. */
  async function withSegments(lengths: readonly number[]): Promise<Buffer> {
    const jpeg = await image(300, 200).jpeg().toBuffer()
    const segments = lengths.map((length) => {
      const segment = Buffer.alloc(length)
      segment.writeUInt16BE(0xffe1, 0)
      segment.writeUInt16BE(length - 2, 2)
      return segment
    })
    return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
  }
  const found = { kind: 'image', contentType: 'image/jpeg', widthPx: 300, heightPx: 200, orientation: 1 }

  test('reads only the first 64 KB of a file where they contain everything', async () => {
    const file = Buffer.concat([await image(300, 200).jpeg().toBuffer(), Buffer.alloc(500_000)])
    expect(walk(file)).toEqual({ ranges: [{ start: 0, endExclusive: 65_536 }], result: found })
  })

  test('skips long segments unread, and reads 4 KB at the start of each', async () => {
    const { ranges, result } = walk(await withSegments([60_000, 60_000, 60_000]))
    expect(result).toEqual(found)
    expect(ranges).toEqual([
      { start: 0, endExclusive: 65_536 },
      { start: 120_002, endExclusive: 124_098 },
      { start: 180_002, endExclusive: expect.any(Number) },
    ])
  })

  test('reads a run of short segments at once', async () => {
    const { ranges, result } = walk(
      await withSegments([...Array(1000).fill(60), 60_000, ...Array(50).fill(60)]),
    )
    expect(result).toEqual(found)
    expect(ranges).toHaveLength(2)
  })

  test('completes a structure that crosses the end of a read, without reading a byte twice', async () => {
    // The frame header begins five bytes before the end of the first read.
    const jpeg = await withSegments([40_000])
    const frameAt = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const { ranges, result } = walk(await withSegments([40_000, 65_531 - frameAt]))
    expect(result).toEqual(found)
    expect(ranges[1]?.start).toBe(65_536)
  })

  test.each([
    ['zeros', [0x00]],
    ['restart markers', [0xff, 0xd0]],
    ['stuffed bytes', [0xff, 0x00]],
    ['fill bytes', [0xff]],
  ])('skips 1.2 MB of %s between segments in reads of 4 KB', async (_name, piece) => {
    const jpeg = await image(300, 200).jpeg().toBuffer()
    const stray = Buffer.alloc(1_200_000, Buffer.from(piece))
    const { ranges, result } = walk(
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff]), stray, jpeg.subarray(2)]),
    )
    expect(result).toEqual(found)
    expect(ranges.length).toBeLessThanOrEqual(1 + Math.ceil(1_200_000 / 4_096))
  })

  test('treats a file that ends before its stated size as truncated', async () => {
    const steps = walkImageHeader(1_000_000)
    steps.next()
    const head = (await withSegments([60_000, 60_000])).subarray(0, 65_536)
    expect(steps.next(head)).toMatchObject({ done: false, value: { start: 120_002 } })
    expect(steps.next(new Uint8Array())).toEqual({ done: true, value: { kind: 'unsupported' } })
  })

  test('never throws, and reads no byte twice or beyond the end, whatever the bytes are', async () => {
    const seeds = await Promise.all([
      image(40, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      image(40, 30).withMetadata({ orientation: 6 }).png().toBuffer(),
      image(40, 30).ensureAlpha(0.5).withMetadata({ orientation: 6 }).webp().toBuffer(),
    ])
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 }),
        fc.nat(400),
        fc.nat(100_000),
        (seed, changes, length, more) => {
          const bytes = Buffer.from(seed.subarray(0, length))
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
          let readUntil = 0
          for (const { start, endExclusive } of walk(Buffer.concat([bytes, Buffer.alloc(more)])).ranges) {
            expect(start).toBeGreaterThanOrEqual(readUntil)
            expect(endExclusive).toBeGreaterThan(start)
            expect(endExclusive).toBeLessThanOrEqual(bytes.length + more)
            readUntil = endExclusive
          }
        },
      ),
      { numRuns: 3000 },
    )
  })
})
