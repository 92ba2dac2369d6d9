import { constants, setPriority } from 'node:os'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { convertFilm } from './film-tool/convert-film.js'
import type { FilmRequest, FilmResult } from './film-tool/film-request.js'
import { probeFilm } from './film-tool/probe-film.js'

/**
 * What a film process runs: one request of its parent, then it ends. The file comes from somewhere else and may crash
 * FFmpeg, so nothing else is done here. It stands behind everything else on the machine.
 */

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
Log.setLevel(AV_LOG_QUIET)

// Ctrl-C and a service manager signal the whole group. The parent decides what happens to a running job.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit(0))

process.once('message', (request: FilmRequest) => {
  // By a signal and not by leaving: exit runs FFmpeg's destructors, and what they think says nothing of the film.
  void answer(request).then((result) => process.send?.(result, () => process.kill(process.pid, 'SIGKILL')))
})

async function answer(request: FilmRequest): Promise<FilmResult> {
  try {
    if (request.kind === 'probe') return await probeFilm(request)
    await convertFilm(request)
    return { kind: 'converted' }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
