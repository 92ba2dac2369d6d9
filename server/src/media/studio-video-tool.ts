import { fork } from 'node:child_process'
import type { VideoRequest, VideoResult } from '@mediagen/studio/video-tool'
import { importOptional } from '../core/async/import-optional.ts'
import { limitProcess, type ProcessLimits } from '../core/async/limit-process.ts'
import { CostlyVideoError, tracksMax, type VideoToolLimits, videoToolLimits } from './video-cost.ts'
import { type VideoTool, videoFrameLimits } from './video-tool.ts'

export interface StudioVideoToolOptions {
  /** @default 1550 MB, and 300 s of a processor */
  readonly limits?: VideoToolLimits
}

/** Processes videos with the FFmpeg in the studio's package, each step in a separate process. */
export function createStudioVideoTool({ limits = videoToolLimits }: StudioVideoToolOptions = {}): VideoTool {
  return {
    async missing() {
      const entry = await findEntry()
      return entry === undefined ? 'install the package @mediagen/studio, which includes FFmpeg' : undefined
    },
    async probe(file, { secondsMax, frame }, signal) {
      const request = { kind: 'probe', file, secondsMax, frame, tracksMax } as const
      const result = await runInProcess(request, limits, signal)
      if (result.kind === 'video') return { kind: 'video', report: result.report }
      return { kind: 'unreadable', message: faultOf(result, file.path) }
    },
    async convert(file, target, plan, signal) {
      const { path, bytesMax } = target
      const { areaPxMax } = videoFrameLimits
      const request = { kind: 'convert', file, target: path, plan, areaPxMax, tracksMax } as const
      const result = await runInProcess(request, { ...limits, file: { path, bytes: bytesMax } }, signal)
      return result.kind === 'converted' ? undefined : faultOf(result, file.path)
    },
  }
}

async function findEntry(): Promise<URL | undefined> {
  const tool = await importOptional('@mediagen/studio', () => import('@mediagen/studio/video-tool'))
  return tool?.videoToolEntry
}

/**
 * One process per request: starting it takes about 0.2 s, and a video that crashes it affects nothing else.
 * Ends the process and throws when it takes more than the limits, and when the signal aborts. Throws if no
 * process can be started.
 */
async function runInProcess(
  request: VideoRequest,
  limits: ProcessLimits,
  signal: AbortSignal,
): Promise<VideoResult> {
  const entry = await findEntry()
  signal.throwIfAborted()
  if (entry === undefined) throw new Error('The studio is not installed.')
  const result = await new Promise<VideoResult>((resolve, reject) => {
    let response: VideoResult = { kind: 'failed', message: 'FFmpeg crashed on it.' }
    const child = fork(entry, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The service's own environment contains secrets, and the file is untrusted.
      env: {},
    })
    let costly: CostlyVideoError | undefined
    const kill = () => child.kill('SIGKILL')
    const stopWatching = limitProcess(child.pid, limits, (limit) => {
      costly = new CostlyVideoError(limit, limits)
      kill()
    })
    const finish = () => {
      stopWatching()
      signal.removeEventListener('abort', kill)
      if (costly === undefined) resolve(response)
      else reject(costly)
    }
    signal.addEventListener('abort', kill, { once: true })
    // A video process sends nothing but its result.
    child.on('message', (message: VideoResult) => {
      response = message
      kill()
    })
    child.on('error', (error) => {
      stopWatching()
      kill()
      reject(error)
    })
    child.on('close', finish)
    child.send(request, () => {})
  })
  signal.throwIfAborted()
  return result
}

/** FFmpeg's message without our file paths: an operator's log and a customer may see it. */
function faultOf(result: VideoResult, path: string): string {
  const message = result.kind === 'failed' ? result.message : 'It gave no reason.'
  return message.replaceAll(path, 'video').replaceAll('file:', '').slice(0, 200)
}
