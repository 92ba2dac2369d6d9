import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encoder, Muxer } from 'node-av/api'
import {
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Frame, Log, Rational } from 'node-av/lib'
import sharp from 'sharp'

/** What a stand-in has to generate. */
export interface Order {
  readonly prompt: string
  readonly seed?: number
  readonly widthPx: number
  readonly heightPx: number
  /** Present on videos. */
  readonly video?: {
    readonly frames: number
    readonly framesPerSecond: number
    readonly container: Container
  }
  /** The caller's own id for the job, if the API has one. */
  readonly callerId?: string
  /** The bytes of the image that came with the request. */
  readonly input?: Uint8Array
  /** The whole request, for engines that list their requests. */
  readonly fields?: Readonly<Record<string, unknown>>
}

type Container = 'mp4' | 'webm'

export interface Medium {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A real image or video with exactly the requested size and length. */
export async function makeMedium(order: Order): Promise<Medium> {
  const { video } = order
  if (video === undefined) return { contentType: 'image/png', bytes: await makeImage(order) }
  return { contentType: `video/${video.container}`, bytes: await encodedVideo({ ...order, ...video }) }
}

/** An image in the colour of its seed that contains its prompt, as those of real engines do. */
async function makeImage({ widthPx, heightPx, seed = 0, prompt }: Order): Promise<Uint8Array> {
  const background = { r: seed % 256, g: Math.floor(seed / 256) % 256, b: 160 }
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: prompt } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

interface Video {
  readonly widthPx: number
  readonly heightPx: number
  readonly frames: number
  readonly framesPerSecond: number
  readonly container: Container
}

const videos = new Map<string, Promise<Uint8Array>>()

/**
 * Videos of one size and length are encoded once: an encoder takes a second, and no test compares two of
 * them.
 */
function encodedVideo(video: Video): Promise<Uint8Array> {
  const { widthPx, heightPx, frames, framesPerSecond, container } = video
  const key = `${widthPx}x${heightPx} ${frames}/${framesPerSecond} ${container}`
  const made = videos.get(key) ?? encode(video)
  videos.set(key, made)
  return made
}

const encoders = {
  mp4: { codec: FF_ENCODER_LIBX264, options: { preset: 'ultrafast' } },
  webm: { codec: FF_ENCODER_LIBVPX_VP8, options: { deadline: 'realtime' } },
} as const

async function encode(video: Video): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-stand-in-'))
  try {
    Log.setLevel(AV_LOG_QUIET)
    const path = join(folder, `video.${video.container}`)
    const output = await Muxer.open(path, { format: video.container })
    const { codec, options } = encoders[video.container]
    const encoder = await Encoder.create(codec, {
      options,
      context: { timeBase: new Rational(1, video.framesPerSecond) },
    })
    const stream = output.addStream(encoder)
    for (const frame of framesOf(video)) {
      for await (const packet of encoder.packets(frame)) {
        await output.writePacket(packet, stream)
        packet?.free()
      }
      frame?.free()
    }
    await output.close()
    encoder.close()
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A grey field that grows lighter; null ends the video. */
function* framesOf({ widthPx, heightPx, frames, framesPerSecond }: Video): Generator<Frame | null> {
  for (let index = 0; index < frames; index += 1) {
    const bytes = Buffer.alloc((widthPx * heightPx * 3) / 2, 128)
    bytes.fill(40 + (index % 160), 0, widthPx * heightPx)
    const frame = Frame.fromVideoBuffer(bytes, {
      width: widthPx,
      height: heightPx,
      format: AV_PIX_FMT_YUV420P,
      pts: BigInt(index),
      timeBase: { num: 1, den: framesPerSecond },
    })
    frame.duration = 1n
    yield frame
  }
  yield null
}
