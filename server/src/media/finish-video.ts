import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FinishedMedia } from '../core/ports/media-finisher.ts'
import { UndecodableError } from './image-decoder.ts'
import type { ImageJobs } from './image-jobs.ts'
import { type MediaKind, type MediaSource, type Unusable, unusableKind } from './media-kind.ts'
import { type AskedVideo, fallbacksOf, planVideo } from './plan-video.ts'
import type { MovieSamples } from './provenance/movie-samples.ts'
import { readMp4Manifest, readMp4Samples } from './provenance/mp4-file.ts'
import { CostlyVideoError, convertedBytesMax, tracksMax } from './video-cost.ts'
import type { FrameLimits, VideoFile, VideoPlan, VideoTool } from './video-tool.ts'

export interface VideoLimits {
  readonly frame: FrameLimits
  readonly bytesMax: number
  readonly toolMsMax: number
}

const demuxers = {
  mp4: 'mov',
  matroska: 'matroska',
  avi: 'avi',
  gif: 'gif',
} as const satisfies Partial<Record<MediaKind, VideoFile['demuxer']>>

/** The video as an MP4 that meets the request, or why it cannot be used. Throws when the signal aborts. */
export async function finishVideo(
  source: MediaSource,
  {
    asked,
    limits,
    tool,
    unpack,
  }: {
    readonly asked: AskedVideo
    readonly limits: VideoLimits
    readonly tool: VideoTool
    /** Throws an `UndecodableError` if the animation is at fault. */
    readonly unpack: (given: ImageJobs['unpack']['given']) => Promise<VideoFile | Unusable>
  },
  signal: AbortSignal,
): Promise<FinishedMedia | Unusable> {
  const { size } = await stat(source.path)
  if (size > limits.bytesMax) return { unusable: `A video of ${size} bytes; ${limits.bytesMax} are allowed.` }
  const file = await openVideo(source, limits, unpack)
  if ('unusable' in file) return file
  const samples = file.demuxer === 'mov' ? await readMp4Samples(file.path) : undefined
  const shared = samples && samplesFault(samples, size)
  if (shared !== undefined) return { unusable: shared }
  // Nothing beyond the requested length is kept, so nothing beyond it has to be read.
  const probeLimits = { secondsMax: asked.durationSeconds + 1, frame: limits.frame }
  const deadline = AbortSignal.timeout(limits.toolMsMax)
  const either = AbortSignal.any([signal, deadline])
  try {
    const response = await tool.probe(file, probeLimits, either)
    if (response.kind === 'unreadable')
      return { unusable: `A video that cannot be read: ${response.message}` }
    const mayCopy = samples?.hasOneDescriptionEach ?? false
    const plan = planVideo(response.report, asked, { mayCopy })
    if ('unusable' in plan) return plan
    const { hasManifest, isPlain } = await readManifest(file, plan)
    if (hasManifest && isPlain)
      return { path: source.path, contentType: 'video/mp4', sizeBytes: size, manifest: 'kept' }
    const target = join(source.folder, `${basename(source.path)}-finished.mp4`)
    let fault: string | undefined
    for (const each of [plan, ...fallbacksOf(plan, response.report, asked)]) {
      const bytesMax = convertedBytesMax(each, asked, size)
      fault = await tool.convert(file, { path: target, bytesMax }, each, either)
      if (fault === undefined) break
    }
    if (fault !== undefined) return { unusable: `A video that cannot be converted: ${fault}` }
    const { size: sizeBytes } = await stat(target)
    const finished = { path: target, contentType: 'video/mp4', sizeBytes }
    return hasManifest ? { ...finished, manifest: 'lost' } : finished
  } catch (error) {
    if (error instanceof CostlyVideoError) return { unusable: error.message }
    if (signal.aborted || !deadline.aborted) throw error
    return { unusable: `A video that took more than ${limits.toolMsMax / 1000} s to read and convert.` }
  }
}

/** What FFmpeg would need most of its memory and of the disk for, seen before it runs. */
function samplesFault({ tracks, sampleBytes }: MovieSamples, fileBytes: number): string | undefined {
  if (tracks > tracksMax) return `A video of ${tracks} tracks; ${tracksMax} are allowed.`
  if (sampleBytes <= fileBytes) return undefined
  return `A video whose pictures and sound should have ${sampleBytes} bytes, in a file of ${fileBytes}.`
}

/** Sound may last a little longer than the pictures. */
const soundSlackSeconds = 0.5

/** `isPlain`: with its manifest the video is already what would be stored without it. */
async function readManifest(
  { path, demuxer }: VideoFile,
  { video, audio, durationSeconds }: VideoPlan,
): Promise<{ readonly hasManifest: boolean; readonly isPlain: boolean }> {
  if (demuxer !== 'mov') return { hasManifest: false, isPlain: false }
  const tracks = audio === undefined ? 1 : 2
  const read = await readMp4Manifest(path, { tracks, secondsMax: durationSeconds + soundSlackSeconds })
  const isCopy = video.encode === undefined && audio?.filter === undefined
  return { ...read, isPlain: read.isPlain && isCopy }
}

async function openVideo(
  { path, folder, kind }: MediaSource,
  { frame }: VideoLimits,
  unpack: (given: ImageJobs['unpack']['given']) => Promise<VideoFile | Unusable>,
): Promise<VideoFile | Unusable> {
  if (kind === 'animated-webp') {
    return unpack({ path, folder, limits: frame }).catch((error: unknown) => {
      if (!(error instanceof UndecodableError)) throw error
      return { unusable: 'A WebP animation that could not be decoded.' }
    })
  }
  if (isVideoKind(kind)) return { path, demuxer: demuxers[kind] }
  return unusableKind(kind, 'where a video was asked')
}

function isVideoKind(kind: MediaKind): kind is keyof typeof demuxers {
  return kind in demuxers
}
