import type { VideoRequest, VideoResult } from '@mediagen/studio/video-tool'
import { type ChildPool, createChildPool } from '../core/async/child-pool.ts'
import { importOptional } from '../core/async/import-optional.ts'
import type { ProcessLimits } from '../core/async/limit-process.ts'
import { checkSpaceToWrite } from './machine-fault.ts'
import { CostlyVideoError, tracksMax, type VideoToolLimits, videoToolLimits } from './video-cost.ts'
import { type VideoTool, videoFrameLimits } from './video-tool.ts'

export interface StudioVideoToolOptions {
  /** @default 1550 MB, and 300 s of a processor */
  readonly limits?: VideoToolLimits
}

/** Processes videos with the FFmpeg in the studio's package, each step in a process of its own. */
export function createStudioVideoTool({ limits = videoToolLimits }: StudioVideoToolOptions = {}): VideoTool {
  let pool: ChildPool<LimitedRequest, VideoResult> | undefined

  /**
   * Ends the process and throws when it takes more than the limits, and when the signal aborts. Throws if no process
   * can be started. A video that crashes it affects nothing else.
   */
  async function run(
    request: VideoRequest,
    limits: ProcessLimits,
    signal: AbortSignal,
  ): Promise<VideoResult> {
    const entry = await findEntry()
    if (entry === undefined) throw new Error('The studio is not installed.')
    // Starting a process takes about 0.2 s, which is little beside what it does.
    pool ??= createChildPool({ entry, keptBytesMax: 0, startsMax: 1, limits: (request) => request.limits })
    const result = await pool.run({ ...request, limits }, signal)
    signal.throwIfAborted()
    if (result.kind !== 'lost') return result
    const { exceeded, isMachines } = result
    if (isMachines) throw new Error('FFmpeg could not be started.')
    if (exceeded !== undefined && exceeded !== 'time') throw new CostlyVideoError(exceeded, limits)
    return { kind: 'failed', message: 'FFmpeg crashed on it.' }
  }

  return {
    async missing() {
      const entry = await findEntry()
      return entry === undefined ? 'install the package @mediagen/studio, which includes FFmpeg' : undefined
    },
    async probe(file, { secondsMax, frame }, signal) {
      const result = await run({ kind: 'probe', file, secondsMax, frame, tracksMax }, limits, signal)
      if (result.kind === 'video') return { kind: 'video', report: result.report }
      return { kind: 'unreadable', message: faultOf(result, file.path) }
    },
    async convert(file, target, plan, signal) {
      const { path, bytesMax } = target
      const { areaPxMax } = videoFrameLimits
      const request = { kind: 'convert', file, target: path, plan, areaPxMax, tracksMax } as const
      const result = await run(request, { ...limits, file: { path, bytes: bytesMax } }, signal)
      if (result.kind === 'converted') return undefined
      const fault = faultOf(result, file.path)
      checkSpaceToWrite(fault)
      return fault
    },
    async poster(file, { path, bytesMax }, filter, signal) {
      const { areaPxMax } = videoFrameLimits
      const request = { kind: 'poster', file, target: path, filter, areaPxMax, tracksMax } as const
      const result = await run(request, { ...limits, file: { path, bytes: bytesMax } }, signal)
      return result.kind === 'converted' ? undefined : faultOf(result, file.path)
    },
  }
}

type LimitedRequest = VideoRequest & { readonly limits: ProcessLimits }

async function findEntry(): Promise<URL | undefined> {
  const tool = await importOptional('@mediagen/studio', () => import('@mediagen/studio/video-tool'))
  return tool?.videoToolEntry
}

/** FFmpeg's message without our file paths: an operator's log and a customer may see it. */
function faultOf(result: VideoResult, path: string): string {
  const message = result.kind === 'failed' ? result.message : 'It gave no reason.'
  return message.replaceAll(path, 'video').replaceAll('file:', '').slice(0, 200)
}
