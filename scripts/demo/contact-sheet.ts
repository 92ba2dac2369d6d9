import { readFile } from 'node:fs/promises'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { stillOfVideo } from '../../server/studio/gallery/still-of-video.ts'
import type { Media } from './media.ts'

const widthPx = 1280
const marginPx = 24
const gapPx = 16
/** A portrait image would make its row taller than the sheet is wide. */
const tileHeightPxMax = 420
/** Times of the stills in a video of five seconds: near its start, middle and end. */
const stillSeconds = [0.4, 2.5, 4.7]
const background = '#15181d'
const jpegQuality = 80

/** Saves one JPEG with the images in a row and, below, a strip of stills for each video. */
export async function writeContactSheet(path: string, works: readonly Media[]): Promise<void> {
  // The input comes first; it is usually the first image, which is not shown twice.
  const shown = works.slice(1)
  const images = shown.filter(({ kind }) => kind === 'image')
  const videos = shown.filter(({ kind }) => kind === 'video')
  const rows: Sharp[][] = [images.map(({ path }) => sharp(path))]
  for (const video of videos) rows.push(await stillsOf(video))

  const placed: OverlayOptions[] = []
  let top = marginPx
  for (const row of rows) {
    const tileWidthPx = Math.floor((widthPx - 2 * marginPx - gapPx * (row.length - 1)) / row.length)
    const tileHeightPx = await heightFor(row, tileWidthPx)
    for (const [index, picture] of row.entries()) {
      const tile = picture.resize(tileWidthPx, tileHeightPx, { fit: 'contain', background })
      placed.push({ input: await tile.png().toBuffer(), left: marginPx + index * (tileWidthPx + gapPx), top })
    }
    top += tileHeightPx + gapPx
  }
  await sharp({ create: { width: widthPx, height: top - gapPx + marginPx, channels: 3, background } })
    .composite(placed)
    .jpeg({ quality: jpegQuality, mozjpeg: true })
    .toFile(path)
}

/** The height of the tallest image of the row. */
async function heightFor(row: readonly Sharp[], tileWidthPx: number): Promise<number> {
  const sizes = await Promise.all(row.map((picture) => picture.metadata()))
  const heights = sizes.map(({ width, height }) => Math.round((tileWidthPx * height) / width))
  return Math.min(tileHeightPxMax, Math.max(...heights))
}

async function stillsOf(video: Media): Promise<Sharp[]> {
  const bytes = await readFile(video.path)
  const pictures: Sharp[] = []
  for (const seconds of stillSeconds) {
    const { rgba, widthPx: width, heightPx: height } = await stillOfVideo(bytes, seconds)
    pictures.push(sharp(rgba, { raw: { width, height, channels: 4 } }))
  }
  return pictures
}
