import { backoffMs, isRetryable } from '../core/retry-policy.js'
import { describeRequest, send, systemFetch, type Transport } from '../core/transport.js'
import { UploadNotReceivedError } from '../errors/api-error.js'
import { UploadRejectedError, UploadTransferError } from '../errors/upload-errors.js'
import type { CallOptions, Upload, UploadOptions, UploadSource, UploadSteps } from '../types.js'
import { putByXhr } from './put-by-xhr.js'
import { uploadOnce } from './upload-once.js'
import { readUploadSource, type UploadFile } from './upload-source.js'

/** Attempts to complete an upload whose bytes the storage does not show yet. */
const completeTriesMax = 5
/**
 * A file that outlives the window of its first reservation gets one more; a third would take as long again.
 */
const reservationsMax = 2
/** Small enough to report progress, large enough not to slow down the transfer. */
const chunkBytes = 65_536

/** Validates a file locally, uploads it unless this client already has, and resolves once it is `READY`. */
export async function uploadFile(
  transport: Transport,
  steps: UploadSteps,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<Upload> {
  const file = await readUploadSource(source, options.signal)
  const upload = () => transferFile(transport, steps, file, options)
  if (options.reuse === false) return upload()
  return uploadOnce(transport, steps, file, options, upload)
}

/** Reserves an upload, puts its bytes and has the service verify them. */
async function transferFile(
  transport: Transport,
  steps: UploadSteps,
  file: UploadFile,
  options: UploadOptions,
): Promise<Upload> {
  const { clock } = transport
  for (let reservation = 1; ; reservation += 1) {
    const { id, uploadUrl, expiresAt } = await steps.create({ contentType: file.contentType }, options)
    const isLast = reservation >= reservationsMax
    const response = await putBytes(transport, uploadUrl, file, Date.parse(expiresAt), options)
    if (response.ok) {
      const upload = await completeArrived(transport, steps, id, options)
      if (upload.status === 'READY') return upload
      if (upload.status === 'EXPIRED' && !isLast) continue
      const code = upload.error?.code ?? upload.status
      throw new UploadRejectedError(`The service refused the file: ${code}`, { code, upload })
    }
    if (clock.now() >= Date.parse(expiresAt) && !isLast) continue
    const { status } = response
    const description = describeRequest({ method: 'PUT', url: uploadUrl })
    const retryable = isRetryable(response)
    throw new UploadTransferError(`${description} was answered with HTTP ${status}`, { status, retryable })
  }
}

/** Completes an upload, with retries: storage replicas may show new bytes with a delay. */
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

/**
 * The address is signed for this very type, and takes no API key. Bytes that hang are put again for as long
 * as the address works.
 */
async function putBytes(
  transport: Transport,
  url: string,
  file: UploadFile,
  deadlineMs: number,
  { signal: outer, maxRetries, onProgress }: UploadOptions,
): Promise<Response> {
  const { bytes, contentType } = file
  const request = new Request(url, { method: 'PUT', headers: { 'content-type': contentType }, body: bytes })
  const limits = { timeoutMs: transport.transferTimeoutMs, deadlineMs, maxRetries }
  if (onProgress === undefined) return send(transport, request, { ...limits, signal: outer })
  const controller = new AbortController()
  const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal
  const totalBytes = bytes.length
  const reportSentBytes = (sentBytes: number) => {
    if (signal.aborted) return
    try {
      onProgress({ sentBytes, totalBytes })
    } catch (error) {
      // The caller's callback threw: retrying the transfer would not help.
      controller.abort(error)
    }
  }
  const inBrowser = 'XMLHttpRequest' in globalThis
  const fetch: Transport['fetch'] = async (copy, init) => {
    reportSentBytes(0)
    if (!inBrowser) return transport.fetch(streamedRequest(url, file, reportSentBytes), init)
    if (transport.fetch !== systemFetch) return transport.fetch(copy, init)
    return putByXhr(url, file, reportSentBytes, init?.signal)
  }
  const response = await send(transport, request, { ...limits, signal, fetch })
  if (response.ok && inBrowser) reportSentBytes(totalBytes)
  signal.throwIfAborted()
  return response
}

/**
 * A request whose body reports how much of it was read. Browsers send such a body over HTTP/2 at best, and
 * without its length, which signed addresses need.
 */
function streamedRequest(
  url: string,
  { bytes, contentType }: UploadFile,
  reportSentBytes: (sentBytes: number) => void,
): Request {
  const headers = { 'content-type': contentType, 'content-length': String(bytes.length) }
  // `duplex` is required for a stream, and unknown to some versions of the types.
  const streamed: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    headers,
    body: chunked(bytes, reportSentBytes),
    duplex: 'half',
  }
  return new Request(url, streamed)
}

/** Bytes as a stream that reports how many were read from it. */
function chunked(
  bytes: Uint8Array,
  reportSentBytes: (sentBytes: number) => void,
): ReadableStream<Uint8Array> {
  let sentBytes = 0
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = bytes.subarray(sentBytes, sentBytes + chunkBytes)
        controller.enqueue(chunk)
        sentBytes += chunk.length
        reportSentBytes(sentBytes)
        if (sentBytes >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
