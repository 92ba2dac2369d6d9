/**
 * Generates the image and the video that the SDK's testing kit returns. Needs the built studio (`npm run
 * build`); the result is committed, so that the kit needs no encoder.
 */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const widthPx = 96
const heightPx = 54
const framesPerSecond = 8
const frameCount = 8

/** The planes of a frame one after the other, and its size, as the studio takes them. */
interface YuvPicture {
  readonly bytes: Buffer
  readonly widthPx: number
  readonly heightPx: number
}

const built = '../dist/video/encode-mp4.js'
const {
  encodeMp4,
}: {
  encodeMp4(frames: Iterable<YuvPicture>, format: object): Promise<Uint8Array>
} = await import(new URL(built, import.meta.url).href)

const rgb = Buffer.alloc(widthPx * heightPx * 3)
for (let index = 0; index < widthPx * heightPx; index += 1) {
  const row = Math.floor(index / widthPx)
  rgb.set([64 + 3 * row, 120, 200 - 2 * row], 3 * index)
}
const png = await sharp(rgb, { raw: { width: widthPx, height: heightPx, channels: 3 } })
  .png({ compressionLevel: 9, adaptiveFiltering: true })
  .toBuffer()
const mp4 = await encodeMp4(frames(), { widthPx, heightPx, framesPerSecond })

/** A bar that moves to the right. */
function* frames(): Generator<YuvPicture> {
  const pixels = widthPx * heightPx
  for (let index = 0; index < frameCount; index += 1) {
    const bytes = Buffer.alloc(1.5 * pixels, 70)
    const at = Math.round((index * widthPx) / frameCount)
    for (let row = 0; row < heightPx; row += 1) bytes.fill(190, row * widthPx + at, row * widthPx + at + 12)
    bytes.fill(148, pixels, 1.25 * pixels).fill(112, 1.25 * pixels)
    yield { bytes, widthPx, heightPx }
  }
}

const text = `// Made by \`node server/studio/gallery/make-sample-media.ts\`.

/** A PNG of ${widthPx} x ${heightPx} pixels, in base64. */
export const samplePng =
  '${png.toString('base64')}'

/** An MP4 of ${frameCount} frames, ${framesPerSecond} a second, in H.264, in base64. */
export const sampleMp4 =
  '${Buffer.from(mp4).toString('base64')}'
`

// Two products have the samples, because neither needs the other.
for (const folder of ['sdk/src/testing', 'openapi/mock']) {
  await writeFile(new URL(`../../../${folder}/sample-media.ts`, import.meta.url), text)
}
console.log(`PNG ${png.length} bytes, MP4 ${mp4.length} bytes`)
