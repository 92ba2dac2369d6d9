import { closeAfter, endAfterBody } from '@mediagen/contract/edge'
import type { Request, Response } from 'express'

interface FileError {
  readonly status: number
  readonly message: string
  /** Whether the body may still be arriving in bulk: the connection closes instead of reading it all. */
  readonly abandonsBody?: boolean
  readonly retryAfterSeconds?: number
}

/**
 * Errors of file requests: stored objects behind signed links, and gallery files. No operation of the
 * contract has them.
 */
const fileErrors = {
  INVALID_REQUEST: { status: 400, message: 'The request is not valid HTTP.' },
  PARTIAL_UPLOAD: { status: 400, message: 'An upload is sent whole: Content-Range is not accepted.' },
  LINK_INVALID: { status: 403, message: 'The signature of the link does not match this request.' },
  LINK_EXPIRED: { status: 403, message: 'The link has expired.' },
  LINK_CONTENT_TYPE: { status: 403, message: 'The link is signed for another Content-Type.' },
  FILE_NOT_FOUND: { status: 404, message: 'There is no such file.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'A link allows only the method it was signed for.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The file did not arrive in time; send it again.' },
  UPLOAD_CLOSED: {
    status: 409,
    message: 'The upload is already verified; reserve another one.',
    abandonsBody: true,
  },
  PRECONDITION_FAILED: { status: 412, message: 'The file is not in the state that the request demands.' },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The body is far larger than any accepted upload.',
    abandonsBody: true,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'An upload is sent as it is: Content-Encoding is not accepted.',
  },
  RANGE_NOT_SATISFIABLE: { status: 416, message: 'The range lies outside the file.' },
  UPLOAD_BUSY: {
    status: 429,
    message: 'Too many files are being sent to this link; send one.',
    abandonsBody: true,
    retryAfterSeconds: 1,
  },
} as const satisfies Record<string, FileError>

type FileErrorCode = keyof typeof fileErrors

/** Headers that describe the file and not the error. */
const fileHeaders = ['Content-Disposition', 'ETag', 'Last-Modified', 'Accept-Ranges']

/**
 * Responds to a request for a file with an error: in the contract's form for clients that accept JSON, as plain
 * text for browsers.
 */
export function sendFileError(
  request: Request,
  response: Response,
  code: FileErrorCode,
  message: string = fileErrors[code].message,
): void {
  const { status, abandonsBody = false, retryAfterSeconds }: FileError = fileErrors[code]
  for (const name of fileHeaders) response.removeHeader(name)
  response.vary('Accept')
  const takesJson = request.accepts(['json', 'html', 'text']) === 'json'
  const body = takesJson
    ? JSON.stringify({ status, code, message, requestId: request.requestId })
    : `${message}\n`
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds)
  const isArriving = abandonsBody && !request.complete
  if (isArriving) closeAfter(response)
  response.writeHead(status, {
    'Content-Type': takesJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  if (isArriving) endAfterBody(request, response, body)
  else response.end(body)
}
