import { type FrameLimits, type FrameRate, frameFault, type VideoReport } from './video-tool.ts'

/** What ffprobe is asked to report of a video's header. */
export const headerEntries = [
  'stream=index,codec_name,codec_type,width,height,pix_fmt,sample_aspect_ratio,avg_frame_rate,duration',
  'stream_disposition=attached_pic',
  'stream_tags=DURATION',
  'stream_side_data=rotation',
  'format=duration',
].join(':')

/** And of its frames; versions 4 to 8 differ only in a frame's duration. */
export const frameEntries = 'frame=stream_index,best_effort_timestamp_time,duration_time,pkt_duration_time'

type DecodedPart = Pick<VideoReport, 'frames' | 'decodedSeconds'>

type ReportedHeader = Omit<VideoReport, keyof DecodedPart>

export type ProbeHeader =
  | { readonly kind: 'header'; readonly report: ReportedHeader }
  | { readonly kind: 'unreadable'; readonly message: string }

/** Reads ffprobe's JSON. A header without a video is 'unreadable', and one with a frame above the limits. */
export function readProbeHeader(output: string, limits: FrameLimits): ProbeHeader {
  const response = asRecord(parseJson(output))
  const streams = asRecords(response.streams)
  const video = streams.find((stream) => stream.codec_type === 'video' && !isCoverImage(stream))
  if (video === undefined) return { kind: 'unreadable', message: 'It has no video stream.' }
  const { widthPx, heightPx } = sizeOf(video)
  if (widthPx === 0 || heightPx === 0) return { kind: 'unreadable', message: 'Its video stream has no size.' }
  for (const stream of streams) {
    const size = sizeOf(stream)
    const fault = frameFault(size.widthPx, size.heightPx, limits)
    if (fault !== undefined) return { kind: 'unreadable', message: fault }
  }
  const audio = streams.find((stream) => stream.codec_type === 'audio')
  const videoIndex = numberOf(video.index) ?? 0
  const frameRate = fractionOf(video.avg_frame_rate)
  const declaredSeconds = declaredSecondsOf(video, asRecord(response.format), audio !== undefined)
  const report: ReportedHeader = {
    videoIndex,
    videoCodec: textOf(video.codec_name),
    pixelFormat: video.pix_fmt === 'yuv420p' ? 'yuv420p' : 'other',
    widthPx,
    heightPx,
    rotation: rotationOf(video),
    pixelAspect: aspectOf(video.sample_aspect_ratio),
    ...(frameRate && { frameRate }),
    ...(declaredSeconds !== undefined && { declaredSeconds }),
    ...(audio && { audio: { index: numberOf(audio.index) ?? 0, codec: textOf(audio.codec_name) } }),
  }
  return { kind: 'header', report }
}

export function readProbeFrames(
  output: string,
  videoIndex: number,
  frameRate: FrameRate | undefined,
): DecodedPart {
  const frames = asRecords(asRecord(parseJson(output)).frames)
  return decodedOf(
    frames.filter((frame) => frame.stream_index === videoIndex),
    frameRate,
  )
}

type Json = Readonly<Record<string, unknown>>

/** Frame times are in display order. */
function decodedOf(frames: readonly Json[], frameRate: FrameRate | undefined): DecodedPart {
  const times = frames.flatMap((frame) => numberOf(frame.best_effort_timestamp_time) ?? [])
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return { frames: 0, decodedSeconds: 0 }
  const lastFrame = frames.at(-1) ?? {}
  const meanSeconds = times.length > 1 ? (last - first) / (times.length - 1) : 0
  const ratedSeconds = frameRate === undefined ? meanSeconds : frameRate.den / frameRate.num
  const lastSeconds = numberOf(lastFrame.duration_time) ?? numberOf(lastFrame.pkt_duration_time)
  return { frames: times.length, decodedSeconds: last - first + (lastSeconds || ratedSeconds) }
}

/** Sound has none. */
function sizeOf(stream: Json): { readonly widthPx: number; readonly heightPx: number } {
  return { widthPx: numberOf(stream.width) ?? 0, heightPx: numberOf(stream.height) ?? 0 }
}

/** A container's duration includes the sound, so it says nothing about the images if there is sound. */
function declaredSecondsOf(video: Json, format: Json, hasAudio: boolean): number | undefined {
  const ofStream = numberOf(video.duration) ?? clockOf(asRecord(video.tags).DURATION)
  return ofStream ?? (hasAudio ? undefined : numberOf(format.duration))
}

/** Matroska's `00:00:05.000000000`. */
function clockOf(value: unknown): number | undefined {
  const parts = textOf(value).split(':').map(Number)
  const [hours, minutes, seconds] = parts
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined
  return numberOf(hours * 3600 + minutes * 60 + seconds)
}

/** The side data counts counter-clockwise. */
function rotationOf(video: Json): VideoReport['rotation'] {
  const told = asRecords(video.side_data_list).flatMap((entry) => numberOf(entry.rotation) ?? [])[0] ?? 0
  const clockwise = (((Math.round(-told / 90) * 90) % 360) + 360) % 360
  return clockwise === 90 || clockwise === 180 || clockwise === 270 ? clockwise : 0
}

function aspectOf(value: unknown): number {
  const fraction = fractionOf(textOf(value).replace(':', '/'))
  return fraction === undefined ? 1 : fraction.num / fraction.den
}

function isCoverImage(stream: Json): boolean {
  return numberOf(asRecord(stream.disposition).attached_pic) === 1
}

function fractionOf(value: unknown): FrameRate | undefined {
  const [num = 0, den = 0] = textOf(value).split('/').map(Number)
  return num > 0 && den > 0 ? { num, den } : undefined
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function asRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function asRecords(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asRecord) : []
}
