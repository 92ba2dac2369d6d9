import { withTimeLimit } from '../core/clock.js'
import { describeRequest } from '../core/describe-request.js'
import type { Context } from '../core/http.js'
import { backoffMs, isRetryable } from '../core/retry-policy.js'
import { getTask } from '../core/task-calls.js'
import { send } from '../core/transport.js'
import { ConnectionError, DownloadError } from '../errors/call-errors.js'
import type { CallOptions, ResultFile, Task } from '../types.js'

/** Statuses with which object stores refuse an expired link; 400 is Google Cloud Storage's. */
const expiredLinkStatuses = [400, 401, 403, 404, 410]

/** One file of one task. */
export interface ResultLocation {
  readonly taskId: string
  readonly file: ResultFile
  readonly index: number
}

/**
 * Streams the bytes of a result. A broken transfer resumes by a range request and an expired link is renewed;
 * progress resets the limits of both.
 */
export async function* readResult(
  context: Context,
  { taskId, file, index }: ResultLocation,
  options: CallOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const { transport } = context
  const { clock, random, transferTimeoutMs } = transport
  const { signal, maxRetries = transport.maxRetries } = options
  const { sizeBytes } = file
  let { url } = file
  let isLinkRenewed = false
  let doneBytes = 0
  const wrongSize = (bytes: number) => new Error(`${bytes} bytes came of ${sizeBytes}`)
  for (let failures = 0; ; ) {
    const response = await fetchRange(context, url, doneBytes, options)
    const { status } = response
    // An unread body would occupy its connection.
    if (!response.ok) response.body?.cancel().catch(() => undefined)
    if (expiredLinkStatuses.includes(status) && !isLinkRenewed) {
      isLinkRenewed = true
      url = filesOf(await getTask(context, taskId, options))[index]?.url ?? url
      continue
    }
    // The connection broke after the last byte, so the requested range is empty.
    if (status === 416 && doneBytes === (sizeBytes ?? numberIn(response, /^bytes \*\/(\d+)$/))) return
    if (!response.ok) throw downloadError(taskId, url, response)
    // An object store without range support starts over: bytes that were already delivered are skipped.
    let skipBytes = doneBytes - (status === 206 ? startOf(response, sizeBytes ? doneBytes : undefined) : 0)
    const reader = response.body?.getReader()
    try {
      if (!(skipBytes >= 0)) throw new Error('another part came')
      for (;;) {
        // Each read gets the full time: the time of a slow reader in between does not count.
        const limit = { clock, ms: transferTimeoutMs, signal }
        const chunk = await withTimeLimit(
          limit,
          async () => reader?.read(),
          () => transferTimeout(taskId),
        )
        if (chunk?.value === undefined) break
        const fresh = chunk.value.subarray(skipBytes)
        skipBytes -= chunk.value.length - fresh.length
        if (fresh.length === 0) continue
        if (sizeBytes && doneBytes + fresh.length > sizeBytes) throw wrongSize(doneBytes + fresh.length)
        doneBytes += fresh.length
        failures = 0
        isLinkRenewed = false
        yield fresh
      }
      if (doneBytes === (sizeBytes ?? doneBytes)) return
      throw wrongSize(doneBytes)
    } catch (cause) {
      signal?.throwIfAborted()
      failures += 1
      if (failures > maxRetries) {
        throw new ConnectionError(`The result of task ${taskId} broke off`, { taskId, cause })
      }
      await clock.delay(backoffMs(failures - 1, random), signal)
    } finally {
      // Cancelling may fail on a broken body, and nothing depends on it.
      reader?.cancel().catch(() => undefined)
    }
  }
}

/** A task's files, images before videos. */
export function filesOf({ output }: Task): ResultFile[] {
  return [...(output?.images ?? []), ...(output?.videos ?? [])]
}

/** Requests the rest of a file. The link is signed, so the API key is not sent. */
function fetchRange(
  { transport }: Context,
  url: string,
  doneBytes: number,
  options: CallOptions,
): Promise<Response> {
  const headers = new Headers(doneBytes === 0 ? {} : { range: `bytes=${doneBytes}-` })
  const { signal, maxRetries } = options
  const { transferTimeoutMs: timeoutMs } = transport
  const request = { method: 'GET', url, headers }
  return send(transport, request, { signal, timeoutMs, maxRetries, streamed: true })
}

/**
 * The start of a partial response; NaN if it is not stated. Browsers hide `Content-Range` from other origins:
 * then `assumed` applies, which is only given if the total size verifies it at the end.
 */
function startOf(response: Response, assumed = Number.NaN): number {
  return response.headers.has('content-range') ? numberIn(response, /^bytes (\d+)-/) : assumed
}

function numberIn({ headers }: Response, pattern: RegExp): number {
  return Number(pattern.exec(headers.get('content-range') ?? '')?.[1])
}

function downloadError(taskId: string, url: string, response: Response): DownloadError {
  const { status } = response
  const facts = { taskId, status, retryable: isRetryable(response) }
  return new DownloadError(
    `${describeRequest({ method: 'GET', url })} was answered with HTTP ${status}`,
    facts,
  )
}

function transferTimeout(taskId: string): Error {
  return new Error(`The result of task ${taskId} took too long`)
}
