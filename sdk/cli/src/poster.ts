import { execFile } from 'node:child_process'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { CommandError } from './command-error.js'
import type { Output } from './output.js'
import type { Terminal } from './terminal.js'

/** The first frame of a saved video. */
export interface Poster {
  readonly path: string
  readonly contentType: string
}

/** A slow disk included: only the first frame is decoded. */
const timeoutMs = 60_000

/** Throws a CommandError, before any money is spent, where FFmpeg is missing. */
export async function requireFfmpeg(env: Terminal['env']): Promise<void> {
  await runFfmpeg(['-version'], env).catch((cause: unknown) => {
    throw new CommandError('usage', '--poster needs the program ffmpeg on the PATH: install FFmpeg', {
      cause,
    })
  })
}

/**
 * Saves the first frame of a video beside it, as NAME.poster.jpg. One that cannot be saved is reported and
 * gives null: the video is paid for and there, so that the command has not failed.
 */
export async function savePoster(
  video: string,
  output: Output,
  env: Terminal['env'],
): Promise<Poster | null> {
  const { dir, name } = parse(video)
  const path = join(dir, `${name}.poster.jpg`)
  const frame = ['-frames:v', '1', '-q:v', '2', '-f', 'image2', '-update', '1']
  try {
    await runFfmpeg(['-v', 'error', '-nostdin', '-y', '-i', fileOf(video), ...frame, fileOf(path)], env)
    output.info(`The poster is ${path}`)
    return { path, contentType: 'image/jpeg' }
  } catch (error) {
    output.error(`The poster of ${video} was not saved: ${reasonOf(error)}`)
    return null
  }
}

/** A path that FFmpeg takes for nothing but a file: neither for an option nor for an address. */
function fileOf(path: string): string {
  return `file:${path}`
}

function runFfmpeg(args: readonly string[], env: Terminal['env']): Promise<unknown> {
  return promisify(execFile)('ffmpeg', args, { timeout: timeoutMs, env })
}

/** The last line that FFmpeg wrote. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const written = 'stderr' in error ? String(error.stderr).trim() : ''
  return (written || error.message).split('\n').at(-1) ?? ''
}
