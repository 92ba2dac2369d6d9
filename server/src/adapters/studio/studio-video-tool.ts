import { fork } from 'node:child_process'
import type { FilmRequest, FilmResult } from '@mediagen/studio/film-tool'
import type { VideoTool } from '../media/video-tool.js'
import { isNotInstalled } from './load-studio.js'

/** Videos with the FFmpeg inside the studio's package, each step in a process of its own. */
export function createStudioVideoTool(): VideoTool {
  return {
    async missing() {
      const entry = await findEntry()
      return entry === undefined ? 'install the package @mediagen/studio, which has FFmpeg inside' : undefined
    },
    async probe(file, limits, signal) {
      const result = await runInProcess({ kind: 'probe', file, ...limits }, signal)
      if (result.kind === 'film') return { kind: 'video', report: result.report }
      return { kind: 'unreadable', message: faultOf(result, file.path) }
    },
    async convert(file, target, plan, signal) {
      const result = await runInProcess({ kind: 'convert', file, target, plan }, signal)
      return result.kind === 'converted' ? undefined : faultOf(result, file.path)
    },
  }
}

async function findEntry(): Promise<URL | undefined> {
  try {
    const { filmToolEntry } = await import('@mediagen/studio/film-tool')
    return filmToolEntry
  } catch (error) {
    if (isNotInstalled(error)) return undefined
    throw error
  }
}

/**
 * One process for one request: starting it costs about 0.2 s, and a video that crashes it takes nothing
 * along. Throws the signal's reason, the process being gone, when the signal aborts, and when no process can
 * be started.
 */
async function runInProcess(request: FilmRequest, signal: AbortSignal): Promise<FilmResult> {
  const entry = await findEntry()
  signal.throwIfAborted()
  if (entry === undefined) throw new Error('The studio is not installed.')
  const result = await new Promise<FilmResult>((resolve, reject) => {
    let answer: FilmResult = { kind: 'failed', message: 'FFmpeg crashed on it.' }
    const child = fork(entry, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The service's own environment holds secrets, and the file comes from somewhere else.
      env: {},
    })
    const kill = () => child.kill('SIGKILL')
    const finish = () => {
      signal.removeEventListener('abort', kill)
      resolve(answer)
    }
    signal.addEventListener('abort', kill, { once: true })
    // A video process sends nothing but its result.
    child.on('message', (message: FilmResult) => {
      answer = message
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

/** FFmpeg's words without the places of our files: an operator's log and a customer may see them. */
function faultOf(result: FilmResult, path: string): string {
  const message = result.kind === 'failed' ? result.message : 'It gave no reason.'
  return message.replaceAll(path, 'video').replaceAll('file:', '').slice(0, 200)
}
