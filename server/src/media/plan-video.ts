import type { SizePx } from './cover-crop.ts'
import { coverCrop } from './cover-crop.ts'
import type { FrameRate, VideoEncoding, VideoPlan, VideoReport } from './video-tool.ts'

export interface AskedVideo extends SizePx {
  readonly durationSeconds: number
}

/** Longer than any video the service sells: a header that claims more is forged or broken. */
const declaredSecondsMax = 600

/** Viewers take a gap this short for a held last frame, and not for a video that stopped. */
const heldSecondsMax = 1

/**
 * How much longer than its last frame a header may claim to be: encoders round, and some count one frame too
 * many.
 */
const headerSlackSeconds = 0.1

/**
 * What to do with the video: its packets are copied if nothing but its container's metadata deviates from the
 * request, and if they may be.
 */
export function planVideo(
  report: VideoReport,
  asked: AskedVideo,
  { mayCopy }: { readonly mayCopy: boolean },
): VideoPlan | { readonly unusable: string } {
  const fault = faultOf(report, asked)
  if (fault !== undefined) return { unusable: fault }
  const isCopied = mayCopy && isAsAsked(report, asked)
  const audio = report.audio
  const audioIsCopied = audio?.codec === 'aac'
  return {
    durationSeconds: asked.durationSeconds,
    video: { index: report.videoIndex, ...(!isCopied && { encode: encodingOf(report, asked) }) },
    ...(audio && {
      audio: { index: audio.index, ...(!audioIsCopied && { filter: audioFilterOf(asked) }) },
    }),
  }
}

/** What to do if a plan fails, and if that fails too. */
export function fallbacksOf(plan: VideoPlan, report: VideoReport, asked: AskedVideo): VideoPlan[] {
  const isCopied = plan.video.encode === undefined
  const encoded = isCopied ? { ...plan, video: { ...plan.video, encode: encodingOf(report, asked) } } : plan
  const { audio, ...silent } = encoded
  return [
    // Packets that cannot be copied unit by unit can still be decoded.
    ...(isCopied ? [encoded] : []),
    // Sound that cannot be decoded is worth less than the images.
    ...(audio === undefined ? [] : [silent]),
  ]
}

function faultOf(report: VideoReport, asked: AskedVideo): string | undefined {
  const { frames, decodedSeconds, declaredSeconds = decodedSeconds } = report
  const askedSeconds = asked.durationSeconds
  if (declaredSeconds > declaredSecondsMax) {
    return `A video of ${seconds(declaredSeconds)}; ${seconds(declaredSecondsMax)} are allowed.`
  }
  if (frames === 0) return 'A video of which no frame can be decoded.'
  const frameSeconds = decodedSeconds / frames
  if (askedSeconds - decodedSeconds <= frameSeconds / 2) return undefined
  const slack = Math.max(headerSlackSeconds, frameSeconds * 2)
  if (declaredSeconds - decodedSeconds > slack) {
    return `A video cut short: it should last ${seconds(declaredSeconds)} and ends after ${seconds(decodedSeconds)}.`
  }
  if (askedSeconds - decodedSeconds > heldSecondsMax) {
    return `A video of ${seconds(decodedSeconds)} where ${seconds(askedSeconds)} were asked.`
  }
  return undefined
}

function seconds(value: number): string {
  return `${Math.round(value * 100) / 100} s`
}

function isAsAsked(report: VideoReport, asked: AskedVideo): boolean {
  const { videoCodec, pixelFormat, rotation, pixelAspect, frames, decodedSeconds } = report
  const isPlain = videoCodec === 'h264' && pixelFormat === 'yuv420p' && rotation === 0 && pixelAspect === 1
  const isSized = report.widthPx === asked.widthPx && report.heightPx === asked.heightPx
  const isTimed = Math.abs(decodedSeconds - asked.durationSeconds) <= decodedSeconds / frames / 2
  return isPlain && isSized && isTimed
}

function encodingOf(report: VideoReport, asked: AskedVideo): VideoEncoding {
  const frames = Math.round(asked.durationSeconds * framesPerSecondOf(report))
  // Not the rate itself: this many frames last exactly as long as requested, to the microsecond.
  const frameRate = { num: frames, den: asked.durationSeconds }
  return { filter: videoFilterOf(report, asked, frameRate, frames), frames, frameRate }
}

/** Below this rate a slide show's images would change at the wrong times, and players stutter. */
const framesPerSecondMin = 10
const framesPerSecondMax = 60

/**
 * The video's own rate if it is plausible; rounded if it is nearly whole, because containers turn 16 into
 * 16.02.
 */
function framesPerSecondOf({ frameRate, frames, decodedSeconds }: VideoReport): number {
  const stated = frameRate === undefined ? frames / decodedSeconds : frameRate.num / frameRate.den
  const value = Math.min(framesPerSecondMax, Math.max(framesPerSecondMin, stated || 0))
  const whole = Math.round(value)
  return Math.abs(value - whole) / value < 0.02 ? whole : value
}

const turns = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] } as const

/** Crops before scaling: a video of 4096x2 scaled up until it covers would not fit in memory. */
function videoFilterOf(report: VideoReport, asked: AskedVideo, rate: FrameRate, frames: number): string {
  const { widthPx, heightPx } = asked
  const isTurned = report.rotation === 90 || report.rotation === 270
  const shown = isTurned
    ? { widthPx: report.heightPx, heightPx: report.widthPx, pixelAspect: 1 / report.pixelAspect }
    : report
  const crop = coverCrop(shown, shown.pixelAspect, asked)
  return [
    'setpts=PTS-STARTPTS',
    `fps=${rate.num}/${rate.den}`,
    ...turns[report.rotation],
    `crop=${crop.widthPx}:${crop.heightPx}`,
    `scale=${widthPx}:${heightPx}:flags=lanczos:out_color_matrix=bt709:out_range=tv`,
    'format=yuv420p',
    'setsar=1',
    // More than may be missing; the next filter cuts the excess.
    `tpad=stop_mode=clone:stop_duration=${heldSecondsMax + 1}`,
    `trim=end_frame=${frames}`,
  ].join(',')
}

function audioFilterOf({ durationSeconds }: AskedVideo): string {
  const format = 'aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo|mono'
  return `${format},atrim=end=${durationSeconds}`
}
