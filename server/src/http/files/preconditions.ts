import type { IncomingMessage } from 'node:http'

/** The state of a file that conditions are held against. */
export interface FileVersion {
  /** A strong validator, with its quotes. */
  readonly etag: string
  readonly modifiedMs: number
}

/**
 * What the conditions of a request demand, in the order of RFC 9110, section 13.2.2: to go on, 304 or 412. `send` judges
 * them too, but lets a weak tag meet If-Match, and ignores If-None-Match beside `Cache-Control: no-cache`, which speaks to
 * caches and which fetch() adds by itself.
 */
export function judgePreconditions(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  version: FileVersion | undefined,
): 'proceed' | 304 | 412 {
  const isRead = method === 'GET' || method === 'HEAD'
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  if (ifMatch !== undefined) {
    if (!names(ifMatch, version)) return 412
  } else if (isNewer(version, headers['if-unmodified-since'])) return 412
  if (ifNoneMatch !== undefined) {
    // Here tags are compared weakly: the mark of a weak one makes no difference.
    if (names(ifNoneMatch.replaceAll('W/', ''), version)) return isRead ? 304 : 412
  } else if (isRead && isNewer(version, headers['if-modified-since']) === false) return 304
  return 'proceed'
}

function names(tags: string, version: FileVersion | undefined): boolean {
  if (version === undefined) return false
  const listed: readonly string[] = tags.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.trim() === '*' || listed.includes(version.etag)
}

/** Whether the file was modified after that date, in whole seconds as dates are; undefined without a valid date or a file. */
function isNewer(version: FileVersion | undefined, date: string | undefined): boolean | undefined {
  const dateMs = Date.parse(date ?? '')
  if (version === undefined || Number.isNaN(dateMs)) return undefined
  return Math.floor(version.modifiedMs / 1000) * 1000 > dateMs
}
