import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import send from 'send'
import { limits } from '../../generated/limits.js'
import type { FolderObjectStore } from './folder-object-store.js'
import { type SignedLink, verifyLink } from './signed-link.js'

/** One byte more than is allowed suffices for the verdict FILE_TOO_LARGE; the rest of such a file is not kept. */
const keptBytesMax = limits.uploadBytesMax + 1
/** Beyond this the connection is not worth reading to its end. */
const receivedBytesMax = 10 * limits.uploadBytesMax

/**
 * Serves the signed links of the folder store: one PUT of the declared type, and GET or HEAD with ranges, as browsers
 * need them to play a video. A plain Node handler, to be mounted at `/objects`.
 */
export function createFolderRoutes(options: {
  readonly store: FolderObjectStore
  readonly secret: string
  readonly nowMs: () => number
}): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    // Put together, not resolved: an address such as `//` would be taken for one with a host.
    const url = new URL(`http://objects${request.url ?? '/'}`)
    const key = url.pathname.slice(1)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (method !== 'GET' && method !== 'PUT')
      return refuse(response, 405, 'A link allows just the one method it is for.')
    const link = verifyLink(options.secret, { method, key, query: url.searchParams, nowMs: options.nowMs() })
    if (link === 'forged') return refuse(response, 403, 'The signature does not match this request.')
    if (link === 'expired') return refuse(response, 403, 'The link has expired.')
    if (link.method === 'GET') return sendObject(options.store, link, request, response)
    if (request.headers['content-type'] !== link.contentType) {
      return refuse(response, 403, `The link is signed for Content-Type: ${link.contentType}.`)
    }
    return receiveObject(options.store, link, request, response)
  }
}

async function receiveObject(
  store: FolderObjectStore,
  link: SignedLink,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const partial = store.partialPath()
  await mkdir(dirname(partial), { recursive: true })
  try {
    await pipeline(request, keepStart(), createWriteStream(partial, { flags: 'wx', flush: true }))
    await store.adopt(partial, link.key)
    response.writeHead(200, { 'Content-Length': '0' }).end()
  } catch (error) {
    await rm(partial, { force: true })
    if (error instanceof TooManyBytesError) return refuse(response, 413, error.message)
    // A client that hung up half-way gets no answer and leaves nothing behind.
    if (!request.complete) return
    throw error
  }
}

class TooManyBytesError extends Error {
  constructor() {
    super(`More than ${receivedBytesMax} bytes were sent.`)
    this.name = 'TooManyBytesError'
  }
}

function keepStart(): Transform {
  let received = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const room = Math.max(0, keptBytesMax - received)
      received += chunk.length
      if (received > receivedBytesMax) done(new TooManyBytesError())
      else done(null, room === 0 ? undefined : chunk.subarray(0, room))
    },
  })
}

async function sendObject(
  store: FolderObjectStore,
  link: SignedLink,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('Content-Type', link.contentType)
  response.setHeader('Content-Disposition', `inline; filename="${link.fileName}"`)
  response.setHeader('Cache-Control', 'private, max-age=3600, immutable')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  await new Promise<void>((resolve, reject) => {
    send(request, store.pathOf(link.key), { cacheControl: false, dotfiles: 'allow', index: false })
      .on('error', (error: Error & { status?: number }) => {
        response.removeHeader('Content-Disposition')
        if (error.status === 404) refuse(response, 404, 'There is no such object.')
        else if (error.status === 416) refuse(response, 416, 'The range lies outside the object.')
        else if (!response.destroyed) return reject(error)
        resolve()
      })
      .on('directory', () => refuse(response, 404, 'There is no such object.'))
      .pipe(response)
    response.on('close', () => resolve())
  })
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`${message}\n`)
}
