import { UploadNotReceivedError } from './errors/api-error.js'
import { UploadRejectedError, UploadTransferError } from './errors/upload-errors.js'
import { backoffMs, isRetryable } from './retry-policy.js'
import { placeOf, send, type Transport } from './transport.js'
import type {
  CallOptions,
  ImageContentType,
  ReservedUpload,
  Upload,
  UploadOptions,
  UploadSource,
} from './types.js'
import { readUploadSource, type UploadFile } from './upload-source.js'

/** How often to ask for the verdict while the storage does not show the bytes yet. */
const completeTriesMax = 5
/** A second place, for a file that took longer than the window of the first; a third would take as long again. */
const placesMax = 2
/** Small enough to show progress, large enough not to slow down the transfer. */
const pieceBytes = 65_536

/** The two calls to the service around the transfer of the bytes. */
export interface UploadSteps {
  create(request: { readonly contentType: ImageContentType }, options?: CallOptions): Promise<ReservedUpload>
  complete(assetId: string, options?: CallOptions): Promise<Upload>
}

/** Checks a file here, brings it to the service and resolves when it is `READY`. */
export async function uploadFile(
  transport: Transport,
  steps: UploadSteps,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<Upload> {
  const { clock } = transport
  const file = await readUploadSource(source, options.signal)
  for (let place = 1; ; place += 1) {
    const { id, uploadUrl, expiresAt } = await steps.create({ contentType: file.contentType }, options)
    const isLast = place >= placesMax
    const response = await putBytes(transport, uploadUrl, file, options)
    if (response.ok) {
      const upload = await completeArrived(transport, steps, id, options)
      if (upload.status === 'READY') return upload
      if (upload.status === 'EXPIRED' && !isLast) continue
      const code = upload.error?.code ?? upload.status
      throw new UploadRejectedError(`The service refused the file: ${code}`, { code, upload })
    }
    if (clock.now() >= Date.parse(expiresAt) && !isLast) continue
    const { status } = response
    throw new UploadTransferError(`PUT ${placeOf(uploadUrl)} was answered with HTTP ${status}`, {
      status,
      retryable: isRetryable(response),
    })
  }
}

/** A storage of several machines may show bytes a moment after it took them. */
async function completeArrived(
  { clock, random }: Transport,
  steps: UploadSteps,
  assetId: string,
  options: CallOptions,
): Promise<Upload> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await steps.complete(assetId, options)
    } catch (error) {
      if (!(error instanceof UploadNotReceivedError) || attempt + 1 >= completeTriesMax) throw error
      await clock.delay(backoffMs(attempt, random), options.signal)
    }
  }
}

/** The address is signed for this very type, and takes no API key. */
async function putBytes(
  transport: Transport,
  url: string,
  { bytes, contentType }: UploadFile,
  { signal, maxRetries, onProgress }: UploadOptions,
): Promise<Response> {
  const put = { method: 'PUT', headers: { 'content-type': contentType }, body: bytes, signal: signal ?? null }
  const request = new Request(url, put)
  const totalBytes = bytes.length
  const tell = (sentBytes: number) => onProgress?.({ sentBytes, totalBytes })
  const limits = { timeoutMs: transport.transferTimeoutMs, maxRetries }
  // Browsers send a body that is a stream over HTTP/2 at best, and without its length, which signed addresses need.
  const canStream = onProgress !== undefined && !('XMLHttpRequest' in globalThis)
  const copy = (original: Request) => {
    tell(0)
    if (!canStream) return original.clone()
    const headers = { 'content-type': contentType, 'content-length': String(totalBytes) }
    // `duplex` is required for a stream, and unknown to some versions of the types.
    const streamed: RequestInit & { duplex: 'half' } = {
      ...put,
      headers,
      body: pieces(bytes, tell),
      duplex: 'half',
    }
    return new Request(url, streamed)
  }
  const response = await send(transport, request, { ...limits, copy })
  if (response.ok && !canStream) tell(totalBytes)
  return response
}

/** Bytes as a stream that tells how many were taken from it. */
function pieces(bytes: Uint8Array, tell: (sentBytes: number) => void): ReadableStream<Uint8Array> {
  let sentBytes = 0
  return new ReadableStream(
    {
      pull(controller) {
        const piece = bytes.subarray(sentBytes, sentBytes + pieceBytes)
        controller.enqueue(piece)
        sentBytes += piece.length
        tell(sentBytes)
        if (sentBytes >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
