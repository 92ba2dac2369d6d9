import type { ProcessLimits } from '../core/async/limit-process.ts'
import { frameEntries, headerEntries, readProbeFrames, readProbeHeader } from './ffprobe-report.ts'
import { checkSpaceToWrite } from './machine-fault.ts'
import { type Program, type ProgramEnd, runProgram } from './run-program.ts'
import { CostlyVideoError, tracksMax, type VideoToolLimits, videoToolLimits } from './video-cost.ts'
import {
  type FrameLimits,
  type VideoEncoding,
  type VideoFile,
  type VideoPlan,
  type VideoTool,
  videoFrameLimits,
} from './video-tool.ts'

export interface FfmpegProgramOptions {
  /** The value of PATH: the folders to search. */
  readonly searchPath: string
  /** @default 'ffmpeg' */
  readonly ffmpeg?: string
  /** @default 'ffprobe' */
  readonly ffprobe?: string
  /** @default 1550 MB, and 300 s of a processor */
  readonly limits?: VideoToolLimits
}

/** Processes videos with the programs `ffmpeg` and `ffprobe` (4.4 or newer, with libx264), if installed. */
export function createFfmpegProgram(options: FfmpegProgramOptions): VideoTool {
  const { searchPath, limits = videoToolLimits } = options
  const ffmpeg = { program: options.ffmpeg ?? 'ffmpeg', searchPath }
  const ffprobe = { program: options.ffprobe ?? 'ffprobe', searchPath }
  return {
    missing: () => missingOf(ffmpeg, ffprobe, limits),
    async probe(file, { secondsMax, frame }, signal) {
      // The header first, because the program decodes every track that it is not told to leave out.
      const end = await run(ffprobe, headerArguments(file, frame), limits, signal)
      if (end.code !== 0) return { kind: 'unreadable', message: faultOf(end, file.path) }
      const header = readProbeHeader(end.output, frame)
      if (header.kind === 'unreadable') {
        // A frame above the limit has no size in the report, but in what FFmpeg says about it.
        const message = `${header.message} ${lastErrorOf(end.errors, file.path)}`.trim()
        return { kind: 'unreadable', message }
      }
      const { videoIndex, frameRate } = header.report
      const decoding = await run(ffprobe, frameArguments(file, videoIndex, secondsMax, frame), limits, signal)
      if (decoding.code !== 0) return { kind: 'unreadable', message: faultOf(decoding, file.path) }
      const decoded = readProbeFrames(decoding.output, videoIndex, frameRate)
      return { kind: 'video', report: { ...header.report, ...decoded } }
    },
    async convert(file, { path, bytesMax }, plan, signal) {
      const withFile = { ...limits, file: { path, bytes: bytesMax } }
      const end = await run(ffmpeg, convertArguments(file, path, plan), withFile, signal)
      if (end.code === 0) return undefined
      checkSpaceToWrite(end.errors)
      return faultOf(end, file.path)
    },
    async poster(file, { path, bytesMax }, filter, signal) {
      const withFile = { ...limits, file: { path, bytes: bytesMax } }
      const end = await run(ffmpeg, posterArguments(file, path, filter), withFile, signal)
      return end.code === 0 ? undefined : faultOf(end, file.path)
    },
  }
}

type Ended = Extract<ProgramEnd, { kind: 'ended' }>

async function run(
  program: Program,
  programArguments: readonly string[],
  limits: ProcessLimits,
  signal: AbortSignal,
): Promise<Ended> {
  const end = await runProgram(program, programArguments, limits, signal)
  if (end.kind === 'not-run') throw new Error(`FFmpeg ${end.message}`)
  if (end.kind === 'exceeded') throw new CostlyVideoError(end.limit, limits)
  return end
}

async function missingOf(
  ffmpeg: Program,
  ffprobe: Program,
  limits: ProcessLimits,
): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(30_000)
  const install = 'install the programs ffmpeg and ffprobe with libx264 (Debian: apt-get install ffmpeg)'
  try {
    const encoders = await runProgram(ffmpeg, ['-v', 'error', '-nostdin', '-encoders'], limits, deadline)
    const probe = await runProgram(ffprobe, ['-v', 'error', '-version'], limits, deadline)
    const isThere = encoders.kind === 'ended' && probe.kind === 'ended'
    return isThere && encoders.output.includes('libx264') ? undefined : install
  } catch {
    return `${install}, because the installed ones do not work`
  }
}

/** The program's own message, without our file paths: an operator's log and a customer may see it. */
function faultOf({ code, errors }: Ended, path: string): string {
  if (code === null) return 'The program crashed on it.'
  return lastErrorOf(errors, path) || 'The program gave no reason.'
}

function lastErrorOf(errors: string, path: string): string {
  const lines = errors.replaceAll(path, 'video').replaceAll('file:', '').trim().split('\n')
  return (lines.at(-1) ?? '').replace(/\s?@ 0x[0-9a-f]+/g, '').slice(0, 200)
}

/**
 * Files and no other protocol, a fixed demuxer and no probing. The limit on pixels applies before a decoder
 * allocates memory; threads are few because videos share the machine with the service.
 */
function inputArguments(
  { path, demuxer, demuxerOptions = {} }: VideoFile,
  { areaPxMax }: FrameLimits,
): string[] {
  const options = Object.entries(demuxerOptions).flatMap(([name, value]) => [`-${name}`, value])
  return [
    '-max_pixels',
    String(areaPxMax),
    '-max_streams',
    String(tracksMax),
    '-protocol_whitelist',
    'file',
    '-f',
    demuxer,
    ...options,
    '-threads',
    '2',
    '-i',
    `file:${path}`,
  ]
}

const asJson = ['-v', 'error', '-of', 'json=compact=1']

function headerArguments(file: VideoFile, frame: FrameLimits): string[] {
  return [...asJson, '-show_entries', headerEntries, ...inputArguments(file, frame)]
}

function frameArguments(
  file: VideoFile,
  videoIndex: number,
  secondsMax: number,
  frame: FrameLimits,
): string[] {
  const reading = ['-select_streams', String(videoIndex), '-read_intervals', `%+${secondsMax}`]
  return [...asJson, '-show_entries', frameEntries, ...reading, ...inputArguments(file, frame)]
}

function convertArguments(file: VideoFile, target: string, plan: VideoPlan): string[] {
  const { video, audio, durationSeconds } = plan
  const length = ['-t', String(durationSeconds)]
  // A copy keeps its last frame; what follows a gap is not part of the video that was probed.
  const lengthOfCopy = ['-t', String(durationSeconds + 1)]
  return [
    ...['-nostdin', '-v', 'error', '-y', '-noautorotate'],
    ...inputArguments(file, videoFrameLimits),
    ...['-map', `0:${video.index}`, ...(video.encode ? encodingArguments(video.encode) : copyArguments)],
    ...(audio === undefined ? [] : ['-map', `0:${audio.index}`]),
    ...(audio === undefined && video.encode === undefined ? lengthOfCopy : length),
    ...(audio === undefined ? [] : audioArguments(audio.filter)),
    ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    ...['-movflags', '+faststart', '-f', 'mp4', `file:${target}`],
  ]
}

function posterArguments(file: VideoFile, target: string, filter: string): string[] {
  return [
    ...['-nostdin', '-v', 'error', '-y'],
    ...inputArguments(file, videoFrameLimits),
    ...['-map', '0:v:0', '-frames:v', '1', '-filter:v', filter, '-filter_threads', '1'],
    ...['-c:v', 'png', '-threads:v', '1', '-f', 'image2pipe', `file:${target}`],
  ]
}

/**
 * Pictures and their parameters alone: text could stand in the supplemental units (SEI) of H.264. A packet
 * whose units cannot be read is a fault; otherwise it would be left out.
 */
const copyArguments = ['-c:v', 'copy', '-bsf:v', 'filter_units=pass_types=1|2|3|4|5|7|8', '-xerror']

function encodingArguments({ filter, frames, frameRate }: VideoEncoding): string[] {
  const keyFrameFrames = Math.max(1, Math.round((frameRate.num / frameRate.den) * 2))
  return [
    ...['-filter:v', filter, '-frames:v', String(frames), '-filter_threads', '1'],
    ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryfast', '-crf', '18', '-threads:v', '2'],
    ...['-g', String(keyFrameFrames), '-color_range', 'tv', '-colorspace', 'bt709'],
    ...['-color_primaries', 'bt709', '-color_trc', 'bt709'],
  ]
}

function audioArguments(filter: string | undefined): string[] {
  return filter === undefined ? ['-c:a', 'copy'] : ['-filter:a', filter, '-c:a', 'aac', '-b:a', '160k']
}
