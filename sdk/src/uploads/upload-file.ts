import { unlessAborted } from '../core/clock.js'
import { describeRequest } from '../core/describe-request.js'
import { systemFetch } from '../core/fetch.js'
import { notify } from '../core/notify.js'
import { backoffMs, isRetryable } from '../core/retry-policy.js'
import { send, type Transfer, type Transport } from '../core/transport.js'
import { UploadNotReceivedError } from '../errors/api-error.js'
import { UploadRejectedError, UploadTransferError } from '../errors/upload-errors.js'
import type { CallOptions, Upload, UploadOptions, UploadSource, UploadSteps } from '../types/index.js'
import { putByXhr } from './put-by-xhr.js'
import { uploadOnce } from './upload-once.js'
import { inUploadSlot } from './upload-slots.js'
import { isStored, readUploadSource, type UploadFile } from './upload-source.js'

/** Attempts to complete an upload whose bytes the object store does not show yet. */
const completeAttemptsMax = 5
/**
 * A file that takes longer than the window of its first reservation, or does not arrive, gets one more; a
 * third would take as long again.
 */
const reservationsMax = 2
/** The slowest connection for which a transfer without progress gets enough time: 32 KB a second. */
const slowBytesPerMs = 32
/** Small enough to report progress, large enough not to slow down the transfer. */
const chunkBytes = 65_536

/**
 * Validates a file locally, uploads it unless this client has done so already, and resolves once it is
 * `READY`.
 */
export async function uploadFile(
  transport: Transport,
  steps: UploadSteps,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<Upload> {
  const { signal } = options
  // Data not in memory yet is read when its turn comes; a stream may take for ever, so others do not wait for
  // it.
  const ready = isStored(source) ? undefined : await readUploadSource(source, signal)
  const work = async () => {
    signal?.throwIfAborted()
    const file = ready ?? (await readUploadSource(source, signal))
    const upload = () => transferFile(transport, steps, file, options)
    if (options.reuse === false) return upload()
    return uploadOnce(steps, file, options, upload)
  }
  return unlessAborted(signal, () => inUploadSlot(transport, work))
}

/** Reserves an upload, sends its bytes and has the service verify them. */
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
      const upload = await completeArrived(transport, steps, id, options).catch((error: unknown) => {
        if (!(error instanceof UploadNotReceivedError) || isLast) throw error
      })
      // Something else took the bytes and said that all is well, such as the login page of a network.
      if (upload === undefined) continue
      if (upload.status === 'READY') return upload
      if (upload.status === 'EXPIRED' && !isLast) continue
      const code = upload.error?.code ?? upload.status
      throw new UploadRejectedError(`The service rejected the file: ${code}`, { code, upload })
    }
    if (clock.now() >= Date.parse(expiresAt) && !isLast) continue
    const { status } = response
    const description = describeRequest({ method: 'PUT', url: uploadUrl })
    const retryable = isRetryable(response)
    throw new UploadTransferError(`${description} returned HTTP ${status}; upload the file again`, {
      status,
      retryable,
    })
  }
}

/** Completes an upload, with retries: replicas of the object store may show new bytes with a delay. */
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
      if (!(error instanceof UploadNotReceivedError) || attempt + 1 >= completeAttemptsMax) throw error
      await clock.delay(backoffMs(attempt, random), options.signal)
    }
  }
}

/**
 * The address is signed for exactly this type, and needs no API key. A transfer without progress is retried
 * for as long as the address is valid.
 */
async function putBytes(
  transport: Transport,
  url: string,
  file: UploadFile,
  deadlineMs: number,
  { signal, maxRetries, onProgress }: UploadOptions,
): Promise<Response> {
  const { bytes, contentType } = file
  const totalBytes = bytes.length
  const headers = new Headers({ 'content-type': contentType })
  const report = (sentBytes: number) => {
    if (!signal?.aborted) notify(() => onProgress?.({ sentBytes, totalBytes }), 'callback')
  }
  const { transfer, showsProgress } = transferOf(transport, file, report)
  // Without progress reports, a slow connection gets the time that it needs.
  const timeoutMs = transport.transferTimeoutMs + (showsProgress ? 0 : totalBytes / slowBytesPerMs)
  const request = { method: 'PUT', url, headers, body: bytes }
  const response = await send(transport, request, { signal, timeoutMs, deadlineMs, maxRetries, transfer })
  if (response.ok && !showsProgress) report(totalBytes)
  return response
}

/**
 * How to send bytes on this platform. Browsers report progress only through XMLHttpRequest. Node and Bun
 * announce a stream's length, which signed addresses need; Deno and workerd send it in chunks, and a caller's
 * fetch may not accept a stream at all, so those get the bytes.
 */
function transferOf(
  transport: Transport,
  file: UploadFile,
  report: (sentBytes: number) => void,
): { transfer: Transfer; showsProgress: boolean } {
  const { bytes } = file
  const { fetch = systemFetch } = transport
  const isOwn = fetch === systemFetch
  const byXhr = isOwn && 'XMLHttpRequest' in globalThis
  const asStream = isOwn && !byXhr && streamsKeepLength()
  const transfer: Transfer = (url, init, restart) => {
    const onSentBytes = (sentBytes: number) => {
      restart()
      report(sentBytes)
    }
    report(0)
    if (byXhr) return putByXhr(url, file, init.signal, onSentBytes)
    if (!asStream) return fetch(url, init)
    const headers = { ...init.headers, 'content-length': String(bytes.length) }
    // `duplex` is required for a stream, and unknown to some versions of the types.
    const duplex: { duplex: 'half' } = { duplex: 'half' }
    return globalThis.fetch(url, { ...init, ...duplex, headers, body: chunked(bytes, onSentBytes) })
  }
  return { transfer, showsProgress: byXhr || asStream }
}

function streamsKeepLength(): boolean {
  const isNodeOrBun = typeof process === 'object' && process.release?.name === 'node'
  return isNodeOrBun && !('Deno' in globalThis) && globalThis.navigator?.userAgent !== 'Cloudflare-Workers'
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
