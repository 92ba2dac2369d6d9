import type { IncomingHttpHeaders } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { ServiceError } from '../errors/service-error.ts'
import { grouped } from './sent-values.ts'

/** More parts than a form has, and few enough to hold. */
const partsMax = 1000

/** A file of a form, whole in memory: the limit of a body holds for it too. */
export interface UploadedFile {
  readonly fileName: string | undefined
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/**
 * The parts of a form by their names: a file is an UploadedFile, a field its text, and several of one name an
 * array. Throws INVALID_REQUEST if the bytes are no such form.
 */
export function parseMultipart(
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const parts: [name: string, value: unknown][] = []
    const add = (name: string, value: unknown) => parts.push([name, value])
    const fail = (cause: unknown) =>
      reject(
        new ServiceError('INVALID_REQUEST', {
          details: [{ path: '', message: 'is not a form of the type multipart/form-data' }],
          cause,
        }),
      )
    try {
      const parser = new Busboy({
        headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
        limits: { parts: partsMax },
      })
      parser.on('field', add)
      parser.on('file', (name, stream, fileName, _encoding, mediaType) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        // Of a file that is cut off: without a listener, it would end the process.
        stream.once('error', fail)
        stream.once('end', () =>
          add(name, { fileName, mediaType, bytes: new Uint8Array(Buffer.concat(chunks)) }),
        )
      })
      parser.once('error', fail)
      parser.once('finish', () => resolve(grouped(parts)))
      parser.end(bytes)
    } catch (cause) {
      fail(cause)
    }
  })
}
