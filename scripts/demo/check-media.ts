import { readFile } from 'node:fs/promises'
import { Decoder, Demuxer } from 'node-av/api'
import sharp from 'sharp'
import { DemoError } from './demo-error.ts'

/** A validated file of the tour. */
export interface Work {
  readonly kind: 'image' | 'video'
  readonly path: string
  /** Its description for the user. */
  readonly facts: string
}

/** Width to height, in any unit. */
export interface Shape {
  readonly width: number
  readonly height: number
}

/** The widest aspect ratio of the service's videos, whatever the input. */
const videoRatioMax = 21 / 9
/** Edges are rounded to whole pixels, those of videos to even ones. */
const roundingPx = 2
const durationToleranceSeconds = 0.1

/** Decodes a whole image. Throws a DemoError if its size does not match its resolution. */
export async function checkImage(
  product: string,
  path: string,
  resolution: string,
  shape: Shape,
): Promise<Work> {
  const { info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  await checkSize(path, product, resolution, shape, info)
  return { kind: 'image', path, facts: `${info.width} x ${info.height}` }
}

/** Decodes a whole video. Throws a DemoError if its size or length does not match the request. */
export async function checkVideo(
  product: string,
  path: string,
  { resolution, durationSeconds }: { readonly resolution: string; readonly durationSeconds: number },
  shape: Shape,
): Promise<Work> {
  await using file = await Demuxer.open(await readFile(path))
  const stream = file.video()
  if (stream === undefined) throw new DemoError(`${path} contains no video`)
  using decoder = await Decoder.create(stream)
  const size = { width: 0, height: 0 }
  let frames = 0
  for await (using frame of decoder.frames(file.packets(stream.index))) {
    if (frame === null) continue
    frames += 1
    size.width = frame.width
    size.height = frame.height
  }
  await checkSize(path, product, resolution, shape, size)
  const { num, den } = stream.avgFrameRate
  const seconds = (frames * den) / num
  if (Math.abs(seconds - durationSeconds) > durationToleranceSeconds) {
    throw new DemoError(`${path} lasts ${seconds} s instead of ${durationSeconds} s`)
  }
  return {
    kind: 'video',
    path,
    facts: `${size.width} x ${size.height}, ${seconds} s at ${num / den} frames a second`,
  }
}

async function checkSize(
  path: string,
  product: string,
  resolution: string,
  shape: Shape,
  size: Shape,
): Promise<void> {
  const { edge, px } = await meaningOf(product, resolution)
  const asked = Math.max(shape.width, shape.height) / Math.min(shape.width, shape.height)
  const ratio = product.startsWith('video') ? Math.min(asked, videoRatioMax) : asked
  const long = edge === 'long' ? px : px * ratio
  const short = edge === 'long' ? px / ratio : px
  const [width, height] = shape.width >= shape.height ? [long, short] : [short, long]
  const isRight = Math.abs(size.width - width) <= roundingPx && Math.abs(size.height - height) <= roundingPx
  if (isRight && (edge === 'long' ? Math.max : Math.min)(size.width, size.height) === px) return
  throw new DemoError(`${path} is ${size.width} x ${size.height} instead of ${width} x ${height}`)
}

/** The meaning of a resolution, from the contract. */
async function meaningOf(
  product: string,
  resolution: string,
): Promise<{ edge: 'long' | 'short'; px: number }> {
  const contract = new URL('../../openapi/generated/openapi.json', import.meta.url)
  const meaning = JSON.parse(await readFile(contract, 'utf8'))['x-resolutions'][product]?.[resolution]
  if (meaning === undefined) throw new DemoError(`the contract has no ${resolution} of ${product}`)
  return meaning
}
