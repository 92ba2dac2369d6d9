import { availableParallelism } from 'node:os'
import type { AskedMedia, FinishedMedia, MediaFinisher } from '../../ports/media-finisher.js'
import type { FilmTool } from './film-tool.js'
import { createFilmTools } from './film-tools.js'
import { type FilmSource, finishFilm, type Unusable } from './finish-film.js'
import { finishPicture } from './finish-picture.js'
import { readMediaKind } from './media-kind.js'
import { createTurns } from './turns.js'
import { uprightPicture } from './upright-picture.js'

export interface MediaFinisherOptions {
  /** The tools for films in the order of preference; the first that can be used here is. */
  readonly films: readonly FilmTool[]
  /** Pixels of a picture at most. @default 100_000_000 */
  readonly pixelsMax?: number
  /** The longer side of a film at most. @default 8192 */
  readonly filmSidePxMax?: number
  /** @default 256 MiB */
  readonly pictureBytesMax?: number
  /** @default 2 GiB */
  readonly filmBytesMax?: number
  /** Reading and converting one film may take so long. @default 600_000 */
  readonly filmMsMax?: number
  /** Pictures or films in work at once; the rest wait. @default one for each processor */
  readonly atOnceMax?: number
}

/**
 * Finishes pictures in this process, with sharp, and films in another, with FFmpeg. Nothing of a film is in
 * this process's memory. Every fault of a file is an answer; one of this machine is thrown.
 */
export function createMediaFinisher(options: MediaFinisherOptions): MediaFinisher {
  const pixelsMax = options.pixelsMax ?? 100_000_000
  const pictureLimits = { pixelsMax, bytesMax: options.pictureBytesMax ?? 256 * 1024 ** 2 }
  const filmLimits = {
    sidePxMax: options.filmSidePxMax ?? 8192,
    bytesMax: options.filmBytesMax ?? 2 * 1024 ** 3,
    toolMsMax: options.filmMsMax ?? 600_000,
  }
  const tools = createFilmTools(options.films)
  // Each decoded picture and each encoder has its megabytes: results that come together do not add them up.
  const turns = createTurns(options.atOnceMax ?? availableParallelism())

  async function finishAs(
    file: FilmSource,
    asked: AskedMedia,
    signal: AbortSignal,
  ): Promise<FinishedMedia | Unusable> {
    if (asked.surface === 'image') return finishPicture(file, asked, pictureLimits)
    const { durationSeconds } = asked
    if (durationSeconds === undefined) throw new Error('A film is finished to a length.')
    const tool = await tools.find()
    if (tool === undefined) return { unusable: (await tools.missing()) ?? 'No tool for films.' }
    return finishFilm(file, { asked: { ...asked, durationSeconds }, limits: filmLimits, tool }, signal)
  }

  return {
    finish(source, asked, signal) {
      return turns.take(signal, async () => {
        const kind = await readMediaKind(source.path)
        const finished = await finishAs({ ...source, kind }, asked, signal)
        signal.throwIfAborted()
        return 'unusable' in finished
          ? { kind: 'unusable', message: finished.unusable }
          : { kind: 'finished', media: finished }
      })
    },
    upright: (bytes) => uprightPicture(bytes, pixelsMax),
    missingForFilms: () => tools.missing(),
  }
}
