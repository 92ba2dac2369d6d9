import { sha256Hex } from '../core/hex.js'

/**
 * A file, or its rest from the start of a `Range`, as object stores return it: with a strong ETag, and whole
 * if `If-Range` names another one. With `breaksOff` the connection ends after half of that.
 */
export async function serveFile(
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
  { contentType, breaksOff = false }: { contentType: string; breaksOff?: boolean },
): Promise<Response> {
  const etag = `"${await sha256Hex(bytes)}"`
  const isOfVersion = (request.headers.get('if-range') ?? etag) === etag
  const range = /^bytes=(\d+)-$/.exec(request.headers.get('range') ?? '')
  const from = Number((isOfVersion && range?.[1]) || 0)
  if (from >= bytes.length) {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } })
  }
  const rest = bytes.slice(from)
  const sent = breaksOff ? rest.slice(0, Math.ceil(rest.length / 2)) : rest
  const headers = new Headers({ 'content-type': contentType, etag })
  if (from > 0) headers.set('content-range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`)
  return new Response(sent, { status: from > 0 ? 206 : 200, headers })
}
