import { PassThrough, type Readable } from 'node:stream'
import { beginBody, ClientGoneError, singleHeader } from '@mediagen/contract/edge'
import { ServiceError } from '@mediagen/contract/errors'
import type { Request, RequestHandler, Response } from 'express'
import type { SignedFiles, SignedLink } from '../../core/ports/signed-files.ts'
import type { UseCases } from '../../use-cases/use-cases.ts'
import { sendFileError } from './file-errors.ts'
import { sendFile, versionOf } from './send-file.ts'

/**
 * Serves the signed links of a store without a server: one PUT of the declared type, and GET or HEAD. Mounted
 * at `/objects`; needs no API key.
 */
export function signedLinks(
  files: SignedFiles,
  { expectsBytes }: Pick<UseCases, 'expectsBytes'>,
): RequestHandler {
  return async (request, response) => {
    request.operation = 'objects'
    // Concatenated, not resolved: a path such as `//` would be parsed as a URL with a host.
    const url = new URL(`http://objects${request.url}`)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (method !== 'GET' && method !== 'PUT') {
      response.setHeader('Allow', 'GET, HEAD, PUT')
      return sendFileError(request, response, 'METHOD_NOT_ALLOWED')
    }
    const link = files.verifyLink({ method, key: url.pathname.slice(1), query: url.searchParams })
    if (link === 'forged') return sendFileError(request, response, 'LINK_INVALID')
    if (link === 'expired') return sendFileError(request, response, 'LINK_EXPIRED')
    if (link.method === 'PUT') {
      if (!(await expectsBytes(link.key))) return sendFileError(request, response, 'UPLOAD_CLOSED')
      return receive(files, link, () => expectsBytes(link.key), { request, response })
    }
    return sendFile(request, response, {
      path: files.pathOf(link.key),
      contentType: link.contentType,
      cacheControl: 'private, max-age=3600, immutable',
      contentDisposition: `inline; filename="${link.fileName}"`,
    })
  }
}

async function receive(
  files: SignedFiles,
  link: SignedLink,
  isExpected: () => Promise<boolean>,
  { request, response }: { readonly request: Request; readonly response: Response },
): Promise<void> {
  const { headers } = request
  if (singleHeader(request, 'content-type') !== link.contentType) {
    const message = `The link is signed for Content-Type: ${link.contentType}.`
    return sendFileError(request, response, 'LINK_CONTENT_TYPE', message)
  }
  if (headers['content-range'] !== undefined) return sendFileError(request, response, 'PARTIAL_UPLOAD')
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    return sendFileError(request, response, 'UNSUPPORTED_MEDIA_TYPE')
  if (Number(headers['content-length'] ?? 0) > files.receivedBytesMax)
    return sendFileError(request, response, 'PAYLOAD_TOO_LARGE')
  if (!(await meetsConditions(request, files.pathOf(link.key))))
    return sendFileError(request, response, 'PRECONDITION_FAILED')
  try {
    const outcome = await files.receive(link.key, bodyOf(request, response), isExpected)
    if (outcome === 'too many bytes') sendFileError(request, response, 'PAYLOAD_TOO_LARGE')
    else if (outcome === 'closed') sendFileError(request, response, 'UPLOAD_CLOSED')
    else if (outcome === 'busy') sendFileError(request, response, 'UPLOAD_BUSY')
    else response.writeHead(200, { 'Content-Length': '0' }).end()
  } catch (error) {
    if (error instanceof ClientGoneError) return void response.destroy()
    if (!(error instanceof ServiceError)) throw error
    sendFileError(request, response, error.code === 'REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'INVALID_REQUEST')
  }
}

/** Nobody is told the tag of an upload, so a PUT can demand only that bytes are there, or are not: by `*`. */
async function meetsConditions({ headers }: Request, path: string): Promise<boolean> {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  if (ifMatch === undefined && ifNoneMatch !== '*') return true
  const isStored = (await versionOf(path)) !== undefined
  return (ifMatch === undefined || (ifMatch === '*' && isStored)) && !(ifNoneMatch === '*' && isStored)
}

/**
 * The body as a separate stream: its reader may destroy it, and the connection stays open for the response.
 */
function bodyOf(request: Request, response: Response): Readable {
  // Listening from the start: the body may fail before its reader has begun.
  const body = new PassThrough().on('error', () => undefined)
  request.once('error', (error) =>
    body.destroy(error instanceof ServiceError ? error : new ClientGoneError()),
  )
  request.once('close', () => {
    if (!request.complete) body.destroy(new ClientGoneError())
  })
  beginBody(request, response)
  return request.pipe(body)
}
