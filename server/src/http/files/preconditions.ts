import type { IncomingMessage } from 'node:http'
import { readHttpDate } from './http-date.js'

/** The state of a file that conditions are held against. */
export interface FileVersion {
  /** A strong validator, with its quotes. */
  readonly etag: string
  readonly modifiedMs: number
  readonly sizeBytes: number
}

type ConditionalRequest = Pick<IncomingMessage, 'method' | 'headers' | 'headersDistinct'>

/**
 * What the conditions of a request demand, in the order of RFC 9110, section 13.2.2: to go on, 304 or 412. A malformed list
 * of tags never leads to 304 and never lets a file be written, since nobody can tell what its sender meant.
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
 * The range that an answer may be cut to, or undefined where the whole file is due: ranges are defined for GET alone (section
 * 14.2), and If-Range must name this very version (section 13.1.5), or the part would be joined to one of another version.
 */
export function judgeRange(
  { method, headers, headersDistinct }: ConditionalRequest,
  version: FileVersion,
): string | undefined {
  if (method !== 'GET') return undefined
  // Two lines make a list, which is neither a tag nor a date.
  const ifRange = headersDistinct['if-range']?.join(', ')
  // A date counts only when it is exactly that of the file: files are written once, which makes it a strong validator.
  const isHeld =
    ifRange === undefined || ifRange === version.etag || readHttpDate(ifRange) === secondOf(version)
  return isHeld && headers.range !== undefined ? withinFile(headers.range, version) : undefined
}

/** A suffix longer than the file means all of it (section 14.1.2), where `send` would see a range outside of the file. */
function withinFile(range: string, { sizeBytes }: FileVersion): string | undefined {
  const suffixBytes = Number(/^bytes=-(\d+)$/.exec(range)?.[1] ?? 0)
  if (suffixBytes <= sizeBytes) return range
  // No part of an empty file can be named, so the whole is sent.
  return sizeBytes === 0 ? undefined : 'bytes=0-'
}

/**
 * Whether `*` or a list of entity tags names the file; undefined when the list is malformed. The weak comparison overlooks
 * the mark of a weak tag, the strong one accepts no weak tag at all (section 8.8.3.2).
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

/** An entity tag of section 8.8.3: any visible character but a quote may stand in it, commas too. */
const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** The tags of a list, whose members may be empty (section 5.6.1.2); undefined when the list is malformed. */
function entityTagsOf(list: string): readonly string[] | undefined {
  const gaps = list.split(entityTag)
  const isWellFormed = gaps.every((gap, at) => {
    const isBetweenTags = at > 0 && at < gaps.length - 1
    return /^[\t ,]*$/.test(gap) && (!isBetweenTags || gap.includes(','))
  })
  return isWellFormed ? (list.match(entityTag) ?? []) : undefined
}

/**
 * Whether the file was modified after the date, in whole seconds as dates are; undefined without a file and for anything but
 * one valid HTTP-date, which sections 13.1.3 and 13.1.4 demand to ignore.
 */
function isNewer(version: FileVersion | undefined, dates: readonly string[] = []): boolean | undefined {
  const [date, ...others] = dates
  const dateMs = date === undefined || others.length > 0 ? undefined : readHttpDate(date)
  if (version === undefined || dateMs === undefined) return undefined
  return secondOf(version) > dateMs
}

/** The time that Last-Modified tells. */
function secondOf({ modifiedMs }: FileVersion): number {
  return Math.floor(modifiedMs / 1000) * 1000
}
