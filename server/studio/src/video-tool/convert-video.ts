import { Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import {
  AV_NOPTS_VALUE,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import {
  BitStreamFilter,
  BitStreamFilterContext,
  type CodecParameters,
  FFmpegError,
  type Frame,
  Packet,
  type Stream,
} from 'node-av/lib'
import { describeStreams, openVideoFile } from './open-video.js'
import type { VideoPlan, VideoRequest } from './video-request.js'

type ConvertRequest = Extract<VideoRequest, { kind: 'convert' }>

/** Takes the packets of one stream, in file order, and writes the converted ones. */
interface Track {
  readonly index: number
  /** Whether everything that will be kept has been written. */
  isFull(): boolean
  push(packet: Packet): Promise<void>
  /** After the last packet. */
  end(): Promise<void>
  close(): void
}

/**
 * Writes an MP4 without metadata, with its index in front. Holds a few frames at a time. Throws if that
 * fails.
 */
export async function convertVideo(request: ConvertRequest): Promise<void> {
  const { file, target, plan, areaPxMax, tracksMax } = request
  const video = await openVideoFile(file, tracksMax)
  const used = [plan.video, ...(plan.audio ? [plan.audio] : [])].map(({ index }) => streamOf(video, index))
  await describeStreams(video, used)
  const output = await Muxer.open(target, {
    format: 'mp4',
    options: { movflags: '+faststart', fflags: '+bitexact' },
    configure: (context) => {
      context.metadata = null
      for (const stream of context.streams) stream.metadata = null
    },
  })
  const tracks: Track[] = []
  try {
    tracks.push(await openVideo(video, output, plan, areaPxMax))
    if (plan.audio) tracks.push(await openAudio(video, output, plan.audio, plan.durationSeconds))
    await pump(video, tracks)
    await output.close()
  } finally {
    for (const track of tracks) track.close()
    await output.close()
    await video.close()
  }
}

/** Reads packets until every track has what it keeps. */
export async function pump(video: Demuxer, tracks: readonly Track[]): Promise<void> {
  for await (const packet of video.packets()) {
    if (packet === null) break
    const track = tracks.find(({ index }) => index === packet.streamIndex)
    if (track && !track.isFull()) await track.push(packet)
    packet.free()
    if (tracks.every((one) => one.isFull())) break
  }
  for (const track of tracks) await track.end()
}

async function openVideo(video: Demuxer, output: Muxer, plan: VideoPlan, areaPxMax: number): Promise<Track> {
  const stream = streamOf(video, plan.video.index)
  const { encode } = plan.video
  if (encode === undefined) return copyPictures(stream, output, plan.durationSeconds)
  const { filter, frames, frameRate } = encode
  const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    threadCount: 2,
    gopSize: Math.max(1, Math.round((frameRate.num / frameRate.den) * 2)),
    context: {
      colorRange: AVCOL_RANGE_MPEG,
      colorSpace: AVCOL_SPC_BT709,
      colorPrimaries: AVCOL_PRI_BT709,
      colorTrc: AVCOL_TRC_BT709,
    },
    options: { preset: 'veryfast', crf: 18, profile: 'high' },
  })
  return encodeTrack(stream, output, {
    encoder,
    filter,
    framesMax: frames,
    decoding: { max_pixels: areaPxMax },
  })
}

async function openAudio(
  video: Demuxer,
  output: Muxer,
  { index, filter }: NonNullable<VideoPlan['audio']>,
  durationSeconds: number,
): Promise<Track> {
  const stream = streamOf(video, index)
  if (filter === undefined) return copyTrack(stream, output, durationSeconds)
  const encoder = await Encoder.create(FF_ENCODER_AAC, { bitrate: '160k' })
  return encodeTrack(stream, output, { encoder, filter, framesMax: Number.POSITIVE_INFINITY, decoding: {} })
}

function streamOf(video: Demuxer, index: number): Stream {
  const stream = video.streams[index]
  if (stream === undefined) throw new Error('The video has lost a stream.')
  return stream
}

/** Copies pictures and their parameters alone: text could stand in the supplemental units (SEI) of H.264. */
function copyPictures(stream: Stream, output: Muxer, durationSeconds: number): Track {
  const filter = openUnitFilter(stream, '1|2|3|4|5|7|8')
  // Units leave the filter with start codes, and the muxer gives them lengths again by these parameters.
  const track = copyTrack(stream, output, durationSeconds, filter.outputCodecParameters)
  const kept = new Packet()
  kept.alloc()
  return {
    ...track,
    async push(packet) {
      FFmpegError.throwIfError(await filter.sendPacket(packet), 'A packet whose units cannot be read')
      const received = await filter.receivePacket(kept)
      // Nothing but what is left out was in it.
      if (received === AVERROR_EAGAIN) return
      FFmpegError.throwIfError(received, 'A packet whose units cannot be read')
      await track.push(kept)
      kept.unref()
    },
    close() {
      kept.free()
      filter.free()
    },
  }
}

function openUnitFilter(stream: Stream, types: string): BitStreamFilterContext {
  const filter = new BitStreamFilterContext()
  const kind = BitStreamFilter.getByName('filter_units')
  if (kind === null) throw new Error('FFmpeg was built without filter_units.')
  FFmpegError.throwIfError(filter.alloc(kind), 'No filter of units')
  FFmpegError.throwIfError(filter.setOption('pass_types', types), 'No filter of units')
  const parameters = filter.inputCodecParameters
  if (parameters !== null) stream.codecpar.copy(parameters)
  filter.inputTimeBase = stream.timeBase
  FFmpegError.throwIfError(filter.init(), 'A video whose units cannot be read')
  return filter
}

/** Copies the packets that are shown before the end; with the stream's own parameters if it gets no others. */
function copyTrack(
  stream: Stream,
  output: Muxer,
  durationSeconds: number,
  parameters?: CodecParameters | null,
): Track {
  const target = output.addStream(stream)
  const written = output.getStream(target)
  if (written !== undefined) parameters?.copy(written.codecpar)
  const start = stream.startTime === AV_NOPTS_VALUE ? 0n : stream.startTime
  const unit = stream.timeBase.num / stream.timeBase.den
  let full = false
  return {
    index: stream.index,
    isFull: () => full,
    async push(packet) {
      // Decoding order lags behind display order, so the video has ended only when the display order has.
      if (Number(packet.dts - start) * unit >= durationSeconds) full = true
      else await output.writePacket(packet, target)
    },
    end: () => output.writePacket(null, target),
    close: () => {},
  }
}

interface Encoding {
  readonly encoder: Encoder
  readonly filter: string
  readonly framesMax: number
  /** Options of the decoder, as FFmpeg names them. */
  readonly decoding: Readonly<Record<string, number>>
}

/** Decodes a stream, filters its frames and encodes them. */
export async function encodeTrack(stream: Stream, output: Muxer, encoding: Encoding): Promise<Track> {
  const { encoder, framesMax, decoding: options } = encoding
  const decoder = await Decoder.create(stream, { exitOnError: false, threadCount: 2, options })
  const filter = FilterAPI.create(encoding.filter, { threads: 1 })
  const target = output.addStream(encoder)
  let frames = 0
  /** The filters have cut the rest, and accept no more. */
  let cut = false

  async function filterOn(frame: Frame | null): Promise<void> {
    try {
      for await (const filtered of filter.frames(frame)) {
        if (filtered === null) continue
        frames += 1
        await encodeOn(filtered)
        filtered.free()
      }
    } catch (error) {
      if (!(error instanceof FFmpegError) || error.code !== AVERROR_EOF) throw error
      cut = true
    }
  }

  async function encodeOn(filtered: Frame | null): Promise<void> {
    for await (const packet of encoder.packets(filtered)) {
      await output.writePacket(packet, target)
      packet?.free()
    }
  }

  async function decodeOn(packet: Packet | null): Promise<void> {
    for await (const frame of decoder.frames(packet)) {
      if (frame !== null && !isFull()) await filterOn(frame)
      frame?.free()
    }
  }

  const isFull = () => cut || frames >= framesMax

  return {
    index: stream.index,
    isFull,
    push: decodeOn,
    async end() {
      await decodeOn(null)
      if (!isFull()) await filterOn(null)
      await encodeOn(null)
    },
    close() {
      encoder.close()
      filter.close()
      decoder.close()
    },
  }
}
