import { BitStreamFilterAPI, Encoder, Muxer } from 'node-av/api'
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
} from 'node-av/constants'
import { Dictionary, Frame, Log, Rational, type Stream } from 'node-av/lib'

/**
 * A test video. Its left half has the colour, its right half is white, and each frame is a little lighter.
 */
export interface TestVideo {
  readonly container: 'mp4' | 'webm' | 'avi' | 'mov'
  readonly codec: 'h264' | 'vp8' | 'vp9' | 'mjpeg'
  readonly widthPx: number
  readonly heightPx: number
  readonly framesPerSecond: number
  readonly frames: number
  readonly comment?: string
  /** Within the encoded pictures, in a supplemental unit (SEI) of H.264. */
  readonly unitText?: string
  readonly sound?: 'aac' | 'opus'
  /** A second track of pictures, of one frame. */
  readonly second?: { readonly widthPx: number; readonly heightPx: number }
  /** The video is displayed rotated by 90° clockwise, as phones record it. */
  readonly turned?: boolean
}

const codecs = {
  h264: {
    encoder: FF_ENCODER_LIBX264,
    pixels: AV_PIX_FMT_YUV420P,
    options: { preset: 'ultrafast', 'x264-params': 'aud=1:bframes=2:b-adapt=0:slices=2' },
  },
  vp8: { encoder: FF_ENCODER_LIBVPX_VP8, pixels: AV_PIX_FMT_YUV420P, options: { deadline: 'realtime' } },
  vp9: { encoder: FF_ENCODER_LIBVPX_VP9, pixels: AV_PIX_FMT_YUV420P, options: { deadline: 'realtime' } },
  mjpeg: { encoder: FF_ENCODER_MJPEG, pixels: AV_PIX_FMT_YUVJ420P, options: {} },
} as const

const sounds = {
  aac: { encoder: FF_ENCODER_AAC, samples: AV_SAMPLE_FMT_FLTP },
  opus: { encoder: FF_ENCODER_LIBOPUS, samples: AV_SAMPLE_FMT_FLT },
} as const

const sampleRate = 48_000
const samplesPerFrame = 1024

/** Writes a video with real encoders, as engines do: no index in front, and tags if a comment is given. */
export async function writeTestVideo(path: string, video: TestVideo): Promise<void> {
  Log.setLevel(AV_LOG_QUIET)
  const { comment } = video
  const output = await Muxer.open(path, {
    format: video.container,
    configure: (context) => {
      if (comment !== undefined) context.metadata = Dictionary.fromObject({ comment, prompt: comment })
      if (video.turned) turnClockwise(context.streams)
    },
  })
  const encoder = await createEncoder(video)
  const filter = video.unitText === undefined ? undefined : withUnit(encoder, video.unitText)
  const videoIndex = output.addStream(encoder, filter && { bsf: filter })
  const sound = video.sound && (await Encoder.create(sounds[video.sound].encoder, { bitrate: '64k' }))
  const soundIndex = sound && output.addStream(sound)
  const second = video.second && (await createEncoder(video))
  const secondIndex = second && output.addStream(second)
  await encodeAll(output, encoder, videoIndex, images(video), filter)
  if (second && secondIndex !== undefined)
    await encodeAll(output, second, secondIndex, images({ ...video, ...video.second, frames: 1 }))
  if (sound && soundIndex !== undefined) await encodeAll(output, sound, soundIndex, tone(video))
  second?.close()
  await output.close()
  filter?.close()
  encoder.close()
  sound?.close()
}

function createEncoder({ codec, framesPerSecond }: TestVideo): Promise<Encoder> {
  return Encoder.create(codecs[codec].encoder, {
    options: codecs[codec].options,
    context: { timeBase: new Rational(1, framesPerSecond) },
  })
}

/** A matrix of nine 32-bit numbers in fixed point. */
function turnClockwise(streams: readonly Stream[]): void {
  const matrix = Buffer.alloc(36)
  for (const [at, value] of [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30].entries())
    matrix.writeInt32LE(value, at * 4)
  streams[0]?.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix)
}

/** A unit is named by a UUID, which any will do for. */
function withUnit(encoder: Encoder, text: string): BitStreamFilterAPI {
  const options = { sei_user_data: `086f3693-b7b3-4f2c-9653-21492feee5b8+${text}` }
  return BitStreamFilterAPI.create('h264_metadata', encoder, { options })
}

async function encodeAll(
  output: Muxer,
  encoder: Encoder,
  index: number,
  frames: Iterable<Frame | null>,
  filter?: BitStreamFilterAPI,
) {
  for (const frame of frames) {
    for await (const packet of encoder.packets(frame)) {
      const filtered = filter && packet ? await filter.filterAll(packet) : [packet]
      for (const one of filtered) {
        await output.writePacket(one, index)
        // What is left to the garbage collector can crash the process.
        one?.free()
      }
      packet?.free()
    }
    frame?.free()
  }
}

/** Blue in the first frame's left half: Y 41, U 240, V 110. */
function* images(video: TestVideo): Generator<Frame | null> {
  const { widthPx: width, heightPx: height } = video
  for (let index = 0; index < video.frames; index += 1) {
    const bytes = Buffer.alloc((width * height * 3) / 2, 128)
    for (let y = 0; y < height; y += 1) {
      bytes.fill(41 + (index % 60), y * width, y * width + width / 2)
      bytes.fill(235, y * width + width / 2, (y + 1) * width)
    }
    for (let y = 0; y < height / 2; y += 1) {
      const u = width * height + (y * width) / 2
      bytes.fill(240, u, u + width / 4)
      bytes.fill(110, u + (width * height) / 4, u + (width * height) / 4 + width / 4)
    }
    const frame = Frame.fromVideoBuffer(bytes, {
      width,
      height,
      format: codecs[video.codec].pixels,
      pts: BigInt(index),
      timeBase: { num: 1, den: video.framesPerSecond },
    })
    frame.duration = 1n
    yield frame
  }
  yield null
}

function* tone(video: TestVideo): Generator<Frame | null> {
  const frames = Math.ceil(((video.frames / video.framesPerSecond) * sampleRate) / samplesPerFrame)
  for (let index = 0; index < frames; index += 1) {
    const samples = Float32Array.from({ length: samplesPerFrame }, (_, at) => Math.sin(at / 20) / 4)
    yield Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
      nbSamples: samplesPerFrame,
      format: sounds[video.sound ?? 'aac'].samples,
      sampleRate,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: sampleRate },
      pts: BigInt(index * samplesPerFrame),
    })
  }
  yield null
}
