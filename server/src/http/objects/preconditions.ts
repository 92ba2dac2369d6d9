import type { IncomingMessage } from 'node:http'
import { readHttpDate } from './http-date.ts'

/** The state of a file against which conditions are evaluated. */
export interface FileVersion {
  /** A strong validator, including its quotes. */
  readonly etag: string
  readonly modifiedMs: number
  readonly sizeBytes: number
}

type ConditionalRequest = Pick<IncomingMessage, 'method' | 'headers' | 'headersDistinct'>

/**
 * The result of a request's conditions, in the order of RFC 9110, section 13.2.2: continue, 304 or 412. A
 * malformed list of tags never yields 304 and never lets a file be written, because its intent is unknown.
 */
export function judgePreconditions(
  { method, headers, headersDistinct }: ConditionalRequest,
  version: FileVersion | undefined,
): 'proceed' | 304 | 412 {
  const isRead = method === 'GET' || method === 'HEAD'
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  if (ifMatch !== undefined) {
    if (!names(ifMatch, version, 'strong')) return 412
  } else if (isNewer(version, headersDistinct['if-unmodified-since'])) return 412
  if (ifNoneMatch !== undefined) {
    const isNamed = names(ifNoneMatch, version, 'weak')
    if (isRead && isNamed) return 304
    if (!isRead && isNamed !== false) return 412
  } else if (isRead && isNewer(version, headersDistinct['if-modified-since']) === false) return 304
  return 'proceed'
}

/**
 * The range to send, or undefined for the whole file: ranges are defined for GET only (section 14.2), and
 * If-Range must match this version (section 13.1.5), or parts of two versions would be joined.
 */
export function judgeRange(
  { method, headers, headersDistinct }: ConditionalRequest,
  version: FileVersion,
): string | undefined {
  if (method !== 'GET') return undefined
  // Two lines form a list, which is neither a tag nor a date.
  const ifRange = headersDistinct['if-range']?.join(', ')
  // A date counts only if it equals the file's: files are written once, which makes it a strong validator.
  const isOfVersion =
    ifRange === undefined || ifRange === version.etag || readHttpDate(ifRange) === secondOf(version)
  return isOfVersion && headers.range !== undefined ? withinFile(headers.range, version) : undefined
}

/** A suffix longer than the file means all of it (section 14.1.2), where `send` would respond with 416. */
function withinFile(range: string, { sizeBytes }: FileVersion): string | undefined {
  const suffixBytes = Number(/^bytes=-(\d+)$/.exec(range)?.[1] ?? 0)
  if (suffixBytes <= sizeBytes) return range
  // No part of an empty file can be named, so the whole is sent.
  return sizeBytes === 0 ? undefined : 'bytes=0-'
}

/**
 * Whether `*` or a list of entity tags matches the file; undefined if the list is malformed. The weak
 * comparison ignores the mark of a weak tag, the strong one matches no weak tag (section 8.8.3.2).
 */
function names(
  list: string,
  version: FileVersion | undefined,
  comparison: 'strong' | 'weak',
): boolean | undefined {
  if (list === '*') return version !== undefined
  const current = version && [version.etag, ...(comparison === 'weak' ? [`W/${version.etag}`] : [])]
  return entityTagsOf(list)?.some((tag) => current?.includes(tag))
}

/** An entity tag of section 8.8.3: any visible character but a quote, including commas. */
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** The tags of a list, whose members may be empty (section 5.6.1.2); undefined if the list is malformed. */
function entityTagsOf(list: string): readonly string[] | undefined {
  const gaps = list.split(entityTag)
  const isWellFormed = gaps.every((gap, at) => {
    const isBetweenTags = at > 0 && at < gaps.length - 1
    return /^[\t ,]*$/.test(gap) && (!isBetweenTags || gap.includes(','))
  })
  return isWellFormed ? (list.match(entityTag) ?? []) : undefined
}

/**
 * Whether the file was modified after the date, in whole seconds like HTTP dates; undefined without a file
 * and unless there is exactly one valid HTTP-date, because sections 13.1.3 and 13.1.4 require others to be
 * ignored.
 */
function isNewer(version: FileVersion | undefined, dates: readonly string[] = []): boolean | undefined {
  const [date, ...others] = dates
  const dateMs = date === undefined || others.length > 0 ? undefined : readHttpDate(date)
  if (version === undefined || dateMs === undefined) return undefined
  return secondOf(version) > dateMs
}

/** The time sent as Last-Modified. */
function secondOf({ modifiedMs }: FileVersion): number {
  return Math.floor(modifiedMs / 1000) * 1000
}
