import { Decoder, type Demuxer } from 'node-av/api'
import {
  AV_NOPTS_VALUE,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
} from 'node-av/constants'
import { avGetCodecName, type Frame, type IRational, type Stream } from 'node-av/lib'
import { describeStreams, findPictures, isVideo, openVideoFile } from './open-video.js'
import type { FrameLimits, FrameRate, VideoReport, VideoRequest, VideoResult } from './video-request.js'

type ProbeRequest = Extract<VideoRequest, { kind: 'probe' }>

/** Reads a video's header and decodes its first seconds. Throws if the file is not a video. */
export async function probeVideo({ file, secondsMax, frame, tracksMax }: ProbeRequest): Promise<VideoResult> {
  const video = await openVideoFile(file, tracksMax)
  try {
    const pictures = findPictures(video.streams)
    if (pictures === undefined) return { kind: 'failed', message: 'It has no pictures.' }
    for (const { codecpar } of video.streams.filter(isVideo)) {
      const fault = sizeFault(codecpar, frame)
      if (fault !== undefined) return { kind: 'failed', message: fault }
    }
    await describeStreams(video, [pictures])
    const { width, height } = pictures.codecpar
    if (width === 0 || height === 0) return { kind: 'failed', message: 'Its pictures have no size.' }
    const wrongSize = sizeFault({ width, height }, frame)
    if (wrongSize !== undefined) return { kind: 'failed', message: wrongSize }
    const decoded = await decodeStart(video, pictures, secondsMax, frame.areaPxMax)
    return { kind: 'video', report: { ...describe(video, pictures), ...decoded } }
  } finally {
    await video.close()
  }
}

function sizeFault({ width, height }: { width: number; height: number }, limits: FrameLimits) {
  const { sidePxMax, areaPxMax } = limits
  if (Math.max(width, height) <= sidePxMax && width * height <= areaPxMax) return undefined
  return `It has ${width}x${height} pixels; ${sidePxMax} a side and ${areaPxMax} in all are allowed.`
}

function describe(video: Demuxer, pictures: Stream): Omit<VideoReport, 'frames' | 'decodedSeconds'> {
  const { codecpar } = pictures
  const frameRate = fractionOf(pictures.avgFrameRate)
  const aspect = fractionOf(pictures.sampleAspectRatio) ?? fractionOf(codecpar.sampleAspectRatio)
  const sound = video.streams.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  const declaredSeconds = declaredSecondsOf(video, pictures, sound !== undefined)
  return {
    videoIndex: pictures.index,
    videoCodec: avGetCodecName(codecpar.codecId) ?? '',
    pixelFormat: codecpar.format === AV_PIX_FMT_YUV420P ? 'yuv420p' : 'other',
    widthPx: codecpar.width,
    heightPx: codecpar.height,
    rotation: rotationOf(pictures),
    pixelAspect: aspect === undefined ? 1 : aspect.num / aspect.den,
    ...(frameRate && { frameRate }),
    ...(declaredSeconds !== undefined && { declaredSeconds }),
    ...(sound && { audio: { index: sound.index, codec: avGetCodecName(sound.codecpar.codecId) ?? '' } }),
  }
}

/** Decodes until a frame after `secondsMax`. Damaged frames are skipped, as a player does. */
async function decodeStart(video: Demuxer, pictures: Stream, secondsMax: number, areaPxMax: number) {
  const decoder = await Decoder.create(pictures, {
    exitOnError: false,
    threadCount: 2,
    options: { max_pixels: areaPxMax },
  })
  const shown = { frames: 0, first: 0, last: 0, lastLength: 0 }
  try {
    for await (const frame of decoder.frames(video.packets(pictures.index))) {
      if (frame === null) break
      count(shown, frame)
      frame.free()
      if (shown.last - shown.first > secondsMax) break
    }
  } finally {
    decoder.close()
  }
  const { frames, first, last, lastLength } = shown
  if (frames === 0) return { frames, decodedSeconds: 0 }
  const meanSeconds = frames > 1 ? (last - first) / (frames - 1) : 0
  const rate = fractionOf(pictures.avgFrameRate)
  const ratedSeconds = rate === undefined ? meanSeconds : rate.den / rate.num
  return { frames, decodedSeconds: last - first + (lastLength || ratedSeconds) }
}

function count(
  shown: { frames: number; first: number; last: number; lastLength: number },
  frame: Frame,
): void {
  const stamp = frame.bestEffortTimestamp === AV_NOPTS_VALUE ? frame.pts : frame.bestEffortTimestamp
  const unit = frame.timeBase.num / frame.timeBase.den
  if (stamp === AV_NOPTS_VALUE) return
  if (shown.frames === 0) shown.first = Number(stamp) * unit
  shown.last = Number(stamp) * unit
  shown.lastLength = Number(frame.duration) * unit
  shown.frames += 1
}

/** A container's duration includes the sound, so it says nothing about the images if there is sound. */
function declaredSecondsOf(video: Demuxer, pictures: Stream, hasSound: boolean): number | undefined {
  const { duration, timeBase } = pictures
  if (duration > 0n) return (Number(duration) * timeBase.num) / timeBase.den
  const ofPictures = clockOf(pictures.metadata?.get('DURATION') ?? '')
  if (ofPictures !== undefined || hasSound) return ofPictures
  const whole = video.getFormatContext().duration
  return whole > 0n ? Number(whole) / 1_000_000 : undefined
}

/** Matroska's `00:00:05.000000000`. */
function clockOf(text: string): number | undefined {
  const [hours, minutes, seconds] = text.split(':').map(Number)
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined
  const value = hours * 3600 + minutes * 60 + seconds
  return Number.isFinite(value) ? value : undefined
}

/** A matrix of nine 32-bit numbers; the first two columns' angle turns the picture. */
function rotationOf(pictures: Stream): VideoReport['rotation'] {
  const matrix = pictures.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (matrix === null || matrix.length < 36) return 0
  const quarters = Math.round(Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0)) / (Math.PI / 2))
  const clockwise = (((quarters * 90) % 360) + 360) % 360
  return clockwise === 90 || clockwise === 180 || clockwise === 270 ? clockwise : 0
}

function fractionOf({ num, den }: IRational): FrameRate | undefined {
  return num > 0 && den > 0 ? { num, den } : undefined
}
