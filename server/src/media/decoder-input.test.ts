import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  pngChunk,
  webpChunk,
  withPngChunks,
  withSegments,
  xmpSegments,
} from '../../../test/support/image-metadata.ts'
import { finishImage } from './finish-image.ts'
import { mediaKindOf } from './media-kind.ts'
import { uprightImage } from './upright-image.ts'

const decoding = ['metadata', 'toBuffer', 'toFile'] as const

/** The bytes that an image of the library was opened with. */
const inputOf = (image: unknown) => (image as { options: { input: { buffer: Buffer } } }).options.input.buffer

const pixelsMax = 1_000_000
const bytesMax = 100_000_000
const text = 'text that takes a gigabyte, unpacked'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-decoder-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const picture = (widthPx: number) =>
  sharp({ create: { width: widthPx, height: 48, channels: 3, background: '#2060c0' } })

const marked: Record<string, (widthPx: number) => Promise<Buffer>> = {
  async PNG(widthPx) {
    const chunks = ['zTXt', 'tEXt', 'prVt'].map((name) =>
      pngChunk(name, Buffer.concat([Buffer.from(`${text}\0\0`), deflateSync(text.repeat(1000))])),
    )
    return withPngChunks(await picture(widthPx).png().toBuffer(), 'early', ...chunks)
  },
  JPEG: async (widthPx) => {
    const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(text.length + 2)}${text}`, 'latin1')
    return withSegments(await picture(widthPx).jpeg().toBuffer(), xmpSegments(1000), comment)
  },
  async WebP(widthPx) {
    const file = await picture(widthPx).ensureAlpha(0.5).webp().toBuffer()
    const whole = Buffer.concat([
      file,
      webpChunk('ABCD', Buffer.from(text)),
      webpChunk('XMP ', Buffer.from(text)),
    ])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  },
}

test.each(Object.entries(marked))(
  'the decoder gets nothing of a %s that its pixels do not need',
  async (_kind, make) => {
    // As asked, and of another size.
    const files = await Promise.all([64, 100].map(make))
    const spies = decoding.map((name) => vi.spyOn(sharp.prototype as Sharp, name))
    for (const file of files) {
      const path = join(folder, 'result')
      await writeFile(path, file)
      const asked = { surface: 'image', widthPx: 64, heightPx: 48 } as const
      const source = { path, folder, kind: mediaKindOf(file) }
      expect(await finishImage(source, asked, { pixelsMax, bytesMax })).toHaveProperty('contentType')
      await uprightImage(file, pixelsMax)
    }
    const opened = spies.flatMap(({ mock }) => mock.contexts.map(inputOf))
    expect(opened.length).toBeGreaterThanOrEqual(6)
    for (const file of opened) expect(file.toString('latin1')).not.toMatch(/text that|xmp|XMP|zTXt|prVt/)
  },
)
