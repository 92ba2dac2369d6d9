import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readImageHeader } from './image-header.js'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 90, g: 140, b: 200 } } })

/** A JPEG with `bytes` of metadata before its frame header, as phones and editors write them. */
function withSegments(jpeg: Buffer, bytes: number): Buffer {
  const segments: Buffer[] = []
  for (let left = bytes; left > 0; left -= 60_000) {
    const segment = Buffer.alloc(Math.min(left, 60_000) + 4)
    segment.writeUInt16BE(0xffe1, 0)
    segment.writeUInt16BE(segment.length - 2, 2)
    segments.push(segment)
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

describe('readImageHeader', () => {
  it.each([
    ['image/jpeg', async () => picture(640, 431).jpeg().toBuffer()],
    ['image/jpeg', async () => picture(640, 431).jpeg({ progressive: true }).toBuffer()],
    ['image/png', async () => picture(640, 431).png().toBuffer()],
    ['image/webp', async () => picture(640, 431).webp().toBuffer()],
    ['image/webp', async () => picture(640, 431).webp({ lossless: true }).toBuffer()],
    ['image/webp', async () => picture(640, 431).ensureAlpha(0.5).webp().toBuffer()],
    [
      'image/webp',
      async () =>
        picture(640, 431)
          .withExif({ IFD0: { Copyright: 'x' } })
          .webp()
          .toBuffer(),
    ],
  ])('reads type and size of a real %s', async (contentType, make) => {
    expect(readImageHeader(await make())).toEqual({ kind: 'image', contentType, widthPx: 640, heightPx: 431 })
  })

  it('asks for more of a JPEG whose metadata is longer than the head, then reads it', async () => {
    const jpeg = withSegments(await picture(300, 200).jpeg().toBuffer(), 200_000)
    const first = readImageHeader(jpeg.subarray(0, 65_536))
    expect(first.kind).toBe('more')
    let verdict = first
    while (verdict.kind === 'more') verdict = readImageHeader(jpeg.subarray(0, verdict.bytesNeeded))
    expect(verdict).toMatchObject({ kind: 'image', widthPx: 300, heightPx: 200 })
  })

  it('accepts fill bytes before a JPEG marker', async () => {
    const jpeg = await picture(30, 20).jpeg().toBuffer()
    const filled = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xff, 0xff]), jpeg.subarray(2)])
    expect(readImageHeader(filled)).toMatchObject({ kind: 'image', widthPx: 30, heightPx: 20 })
  })

  it('refuses lossless and arithmetic JPEG frames, which nothing decodes', async () => {
    const jpeg = await picture(30, 20).jpeg().toBuffer()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    for (const marker of [0xc3, 0xc9]) {
      const other = Buffer.from(jpeg)
      other[frame + 1] = marker
      expect(readImageHeader(other)).toEqual({ kind: 'unsupported' })
    }
  })

  it('refuses a PNG whose header fails its checksum', async () => {
    const png = await picture(30, 20).png().toBuffer()
    png[19] = 31
    expect(readImageHeader(png)).toEqual({ kind: 'unsupported' })
  })

  it('refuses a WebP whose canvas differs from its frame', async () => {
    const webp = await picture(30, 20).ensureAlpha(0.5).webp().toBuffer()
    expect(webp.toString('latin1', 12, 16)).toBe('VP8X')
    webp.writeUInt8(200, 24)
    expect(readImageHeader(webp)).toEqual({ kind: 'unsupported' })
  })

  it.each([
    ['GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['BMP', 'BM000000'],
    ['TIFF', 'II*\u0000'],
    ['HTML', '<!doctype html><img src=x>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['nothing', ''],
  ])('does not take %s for one of the three formats', (_name, text) => {
    expect(readImageHeader(Buffer.from(text.padEnd(text === '' ? 0 : 100), 'latin1'))).toEqual({
      kind: 'unsupported',
    })
  })

  it('never throws, and never asks for bytes that it has, whatever the bytes are', async () => {
    const seeds = await Promise.all([
      picture(40, 30).jpeg().toBuffer(),
      picture(40, 30).png().toBuffer(),
      picture(40, 30).ensureAlpha(0.5).webp().toBuffer(),
    ])
    fc.assert(
      fc.property(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 }),
        fc.nat(400),
        (seed, changes, length) => {
          const bytes = Buffer.from(seed.subarray(0, length))
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
          const verdict = readImageHeader(bytes)
          if (verdict.kind === 'more') expect(verdict.bytesNeeded).toBeGreaterThan(bytes.length)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
