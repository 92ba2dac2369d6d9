import { createServer, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { listenLocally } from '../../support/listen-locally.ts'

const id = '9f2c4e7a1b3d5f60718293a4b5c6d7e8'
const filePart = Buffer.alloc(64 * 1024)

/**
 * As much of the service as an order and an upload need, with a result of so many bytes. It keeps nothing, so
 * that large files are at the pace of the SDK.
 */
export async function startSdkService(
  resultBytes: number,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (request.url === '/result') {
      response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': resultBytes })
      return pipeline(Readable.from(partsOf(resultBytes)), response)
    }
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(answer(request)))
  })
  const { url, close } = await listenLocally(server)

  function answer({ method, url: path = '' }: IncomingMessage): object {
    const now = new Date().toISOString()
    const expiresAt = new Date(Date.now() + 900_000).toISOString()
    if (path.endsWith('/generations')) return { id, status: 'QUEUED', createdAt: now }
    if (method === 'POST' && path.endsWith('/uploads'))
      return { id, uploadUrl: `${url}/file`, method: 'PUT', expiresAt }
    if (path.endsWith('/complete')) return { ...upload, id, createdAt: now, expiresAt, verifiedAt: now }
    if (path === '/file') return {}
    const images = [{ url: `${url}/result`, contentType: 'image/png', sizeBytes: resultBytes }]
    const times = { createdAt: now, startedAt: now, completedAt: now }
    return { id, type: 'image.generate', status: 'SUCCEEDED', ...times, output: { images }, error: null }
  }

  return { url, [Symbol.asyncDispose]: close }
}

const upload = {
  status: 'READY',
  contentType: 'image/png',
  sizeBytes: 1000,
  width: 64,
  height: 64,
  error: null,
}

function* partsOf(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= filePart.length) yield filePart.subarray(0, left)
}
