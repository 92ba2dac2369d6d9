import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FinishedMedia } from '../../ports/media-finisher.js'
import type { FilmFile, FilmTool } from './film-tool.js'
import { type MediaKind, mediaKindNames } from './media-kind.js'
import { type AskedFilm, planFilm } from './plan-film.js'
import { unpackWebp } from './unpack-webp.js'

export interface FilmLimits {
  readonly sidePxMax: number
  readonly bytesMax: number
  readonly toolMsMax: number
}

const demuxers = {
  mp4: 'mov',
  matroska: 'matroska',
  avi: 'avi',
  gif: 'gif',
} as const satisfies Partial<Record<MediaKind, FilmFile['demuxer']>>

/** Why a result cannot be stored, in the words of a log and of a task's error. */
export type Unusable = { readonly unusable: string }

export interface FilmSource {
  readonly path: string
  readonly folder: string
  readonly kind: MediaKind
}

/** The film as an MP4 that is as asked, or why it cannot be used. Throws when the signal aborts. */
export async function finishFilm(
  source: FilmSource,
  {
    asked,
    limits,
    tool,
  }: { readonly asked: AskedFilm; readonly limits: FilmLimits; readonly tool: FilmTool },
  signal: AbortSignal,
): Promise<FinishedMedia | Unusable> {
  const { size } = await stat(source.path)
  if (size > limits.bytesMax) return { unusable: `A film of ${size} bytes; ${limits.bytesMax} are allowed.` }
  const file = await openFilm(source, limits)
  if ('unusable' in file) return file
  // Beyond what was asked nothing is kept, so nothing beyond it has to be read.
  const probeLimits = { secondsMax: asked.durationSeconds + 1, sidePxMax: limits.sidePxMax }
  const deadline = AbortSignal.timeout(limits.toolMsMax)
  const either = AbortSignal.any([signal, deadline])
  try {
    const answer = await tool.probe(file, probeLimits, either)
    if (answer.kind === 'unreadable') return { unusable: `A film that cannot be read: ${answer.message}` }
    const plan = planFilm(file.demuxer, answer.report, asked)
    if ('unusable' in plan) return plan
    const target = join(source.folder, `${basename(source.path)}-finished.mp4`)
    const { audio: _, ...silent } = plan
    let fault = await tool.convert(file, target, plan, either)
    // A sound that cannot be decoded is worth less than the pictures.
    if (fault !== undefined && plan.audio) fault = await tool.convert(file, target, silent, either)
    if (fault !== undefined) return { unusable: `A film that cannot be converted: ${fault}` }
    return { path: target, contentType: 'video/mp4', sizeBytes: (await stat(target)).size }
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error
    return { unusable: `A film that took more than ${limits.toolMsMax / 1000} s to read and convert.` }
  }
}

async function openFilm(
  { path, folder, kind }: FilmSource,
  limits: FilmLimits,
): Promise<FilmFile | Unusable> {
  if (kind === 'animated-webp') return unpackAnimation(path, folder, limits)
  if (isFilmKind(kind)) return { path, demuxer: demuxers[kind] }
  const name = mediaKindNames[kind]
  return { unusable: `${name.charAt(0).toUpperCase()}${name.slice(1)} where a film was asked.` }
}

function isFilmKind(kind: MediaKind): kind is keyof typeof demuxers {
  return kind in demuxers
}

async function unpackAnimation(
  path: string,
  folder: string,
  limits: FilmLimits,
): Promise<FilmFile | Unusable> {
  try {
    return await unpackWebp(path, folder, limits.sidePxMax)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    return { unusable: 'A WebP animation that could not be decoded.' }
  }
}
