import { probeEntries, readProbeReport } from './ffprobe-report.ts'
import { type Program, type ProgramEnd, runProgram } from './run-program.ts'
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
}

/** Processes videos with the programs `ffmpeg` and `ffprobe` (4.4 or newer, with libx264), if installed. */
export function createFfmpegProgram(options: FfmpegProgramOptions): VideoTool {
  const { searchPath } = options
  const ffmpeg = { program: options.ffmpeg ?? 'ffmpeg', searchPath }
  const ffprobe = { program: options.ffprobe ?? 'ffprobe', searchPath }
  return {
    missing: () => missingOf(ffmpeg, ffprobe),
    async probe(file, { secondsMax, frame }, signal) {
      const end = await runProgram(ffprobe, probeArguments(file, secondsMax, frame), signal)
      const fault = faultOf(end, file.path)
      if (fault !== undefined || end.kind !== 'ended') return { kind: 'unreadable', message: fault ?? '' }
      const response = readProbeReport(end.output, frame)
      if (response.kind === 'video') return response
      // A frame above the limit has no size in the report, but in what FFmpeg says about it.
      const message = `${response.message} ${lastErrorOf(end.errors, file.path)}`.trim()
      return { kind: 'unreadable', message }
    },
    async convert(file, target, plan, signal) {
      return faultOf(await runProgram(ffmpeg, convertArguments(file, target, plan), signal), file.path)
    },
  }
}

async function missingOf(ffmpeg: Program, ffprobe: Program): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(30_000)
  const install = 'install the programs ffmpeg and ffprobe with libx264 (Debian: apt-get install ffmpeg)'
  try {
    const encoders = await runProgram(ffmpeg, ['-v', 'error', '-nostdin', '-encoders'], deadline)
    const probe = await runProgram(ffprobe, ['-v', 'error', '-version'], deadline)
    const isThere = encoders.kind === 'ended' && probe.kind === 'ended'
    return isThere && encoders.output.includes('libx264') ? undefined : install
  } catch {
    return `${install}, because the installed ones do not work`
  }
}

/**
 * The program's own message if it failed, without our file paths: an operator's log and a customer may see
 * it.
 */
function faultOf(end: ProgramEnd, path: string): string | undefined {
  if (end.kind === 'not-started') throw new Error(`FFmpeg could not be started: ${end.message}`)
  if (end.code === 0) return undefined
  if (end.code === null) return 'The program crashed on it.'
  return lastErrorOf(end.errors, path) || 'The program gave no reason.'
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

function probeArguments(file: VideoFile, secondsMax: number, frame: FrameLimits): string[] {
  const reading = [
    '-show_entries',
    probeEntries,
    '-read_intervals',
    `%+${secondsMax}`,
    '-of',
    'json=compact=1',
  ]
  return ['-v', 'error', ...reading, ...inputArguments(file, frame)]
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
