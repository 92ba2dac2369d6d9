import type { ResultFile } from '../types/index.js'

/** What the first response of a download said of its file; every later one must agree. */
export interface FileVersion {
  /** The strong entity tag; undefined if there is none, so that no rest can be proved to belong. */
  readonly etag: string | undefined
  readonly sizeBytes: number | undefined
}

/**
 * `file`: the bytes from `startBytes` on are those of the version. `replaced`: the store has another version
 * by now. `foreign`: the response is not proved to be of this file, such as a login page.
 */
export type Judgement =
  | { readonly kind: 'file'; readonly startBytes: number; readonly version: FileVersion }
  | { readonly kind: 'replaced' | 'foreign'; readonly problem: string }

/**
 * Judges a response with the status 200 or 206 by its headers, before a byte of it is used. `begun` is the
 * version of the first `doneBytes`, which are already there.
 */
export function judgeResponse(
  response: Response,
  file: Pick<ResultFile, 'contentType' | 'sizeBytes'>,
  doneBytes: number,
  begun: FileVersion | undefined,
): Judgement {
  const { status, headers } = response
  const foreign = (problem: string): Judgement => ({ kind: 'foreign', problem })
  if (status !== 200 && status !== 206) return foreign(`the status is ${status}`)
  const type = mediaTypeOf(headers.get('content-type') ?? file.contentType)
  if (type !== mediaTypeOf(file.contentType)) return foreign(`${type} came instead of ${file.contentType}`)
  const sizeBytes = begun?.sizeBytes ?? file.sizeBytes ?? undefined
  const { startBytes, totalBytes = sizeBytes } = placeOf(response, doneBytes, sizeBytes)
  if (totalBytes !== (sizeBytes ?? totalBytes)) return foreign(`${totalBytes} bytes came of ${sizeBytes}`)
  const etag = strongEtagOf(headers)
  if (begun !== undefined && etag !== begun.etag) {
    const problem = `the ETag is ${etag ?? 'missing'} instead of ${begun.etag}`
    return { kind: etag === undefined ? 'foreign' : 'replaced', problem }
  }
  if (!(startBytes <= doneBytes)) return foreign(`another part came than that from byte ${doneBytes} on`)
  return { kind: 'file', startBytes, version: { etag, sizeBytes: totalBytes } }
}

/** Where the bytes of a response begin, NaN if it does not say, and the given size of the whole file. */
function placeOf(
  { status, headers }: Response,
  doneBytes: number,
  sizeBytes: number | undefined,
): { startBytes: number; totalBytes?: number | undefined } {
  const lengthBytes = isEncoded(headers) ? undefined : countOf(headers.get('content-length'))
  if (status === 200) return { startBytes: 0, totalBytes: lengthBytes }
  const range = headers.get('content-range')
  if (range !== null) {
    const [, start = Number.NaN, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/i.exec(range) ?? []
    return { startBytes: Number(start), totalBytes: countOf(total) }
  }
  // Browsers hide Content-Range from other origins, but not the length: only the rest is as long as the rest.
  const isRest = sizeBytes !== undefined && lengthBytes === sizeBytes - doneBytes
  return { startBytes: isRest ? doneBytes : Number.NaN }
}

/** A weak tag may stand for other bytes, and that of a compressed body for bytes that fetch hides. */
function strongEtagOf(headers: Headers): string | undefined {
  const etag = headers.get('etag') ?? ''
  return etag.startsWith('"') && !isEncoded(headers) ? etag : undefined
}

function isEncoded(headers: Headers): boolean {
  return (headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity'
}

function mediaTypeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function countOf(text: string | null | undefined): number | undefined {
  return text && /^\d+$/.test(text) ? Number(text) : undefined
}
