/** What a service needs in order to have films of others read and converted: light enough for every process. */
export type { FilmRequest, FilmResult } from './film-tool/film-request.js'

/** The module that a film process runs: it takes one FilmRequest by IPC, sends its FilmResult back and ends. */
export const filmToolEntry = new URL('./film-tool-process.js', import.meta.url)
