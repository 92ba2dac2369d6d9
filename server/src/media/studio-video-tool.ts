import { fork } from 'node:child_process'
import type { VideoRequest, VideoResult } from '@mediagen/studio/video-tool'
import { importOptional } from '../core/async/import-optional.ts'
import type { VideoTool } from './video-tool.ts'

/** Processes videos with the FFmpeg in the studio's package, each step in a separate process. */
export function createStudioVideoTool(): VideoTool {
  return {
    async missing() {
      const entry = await findEntry()
      return entry === undefined ? 'install the package @mediagen/studio, which includes FFmpeg' : undefined
    },
    async probe(file, limits, signal) {
      const result = await runInProcess({ kind: 'probe', file, ...limits }, signal)
      if (result.kind === 'video') return { kind: 'video', report: result.report }
      return { kind: 'unreadable', message: faultOf(result, file.path) }
    },
    async convert(file, target, plan, signal) {
      const result = await runInProcess({ kind: 'convert', file, target, plan }, signal)
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
 * When the signal aborts, ends the process and throws the signal's reason. Throws if no process can be
 * started.
 */
async function runInProcess(request: VideoRequest, signal: AbortSignal): Promise<VideoResult> {
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
    const kill = () => child.kill('SIGKILL')
    const finish = () => {
      signal.removeEventListener('abort', kill)
      resolve(response)
    }
    signal.addEventListener('abort', kill, { once: true })
    // A video process sends nothing but its result.
    child.on('message', (message: VideoResult) => {
      response = message
      kill()
    })
    child.on('error', (error) => {
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
