import { checkSpelling } from '../core/check-names.js'
import { withTimeLimit } from '../core/clock.js'
import { describeRequest } from '../core/describe-request.js'
import type { Context } from '../core/http.js'
import { callOptions } from '../core/option-names.js'
import { backoffMs, isRetryable } from '../core/retry-policy.js'
import { getTask } from '../core/task-calls.js'
import { send } from '../core/transport.js'
import { ConnectionError, DownloadError, InvalidResponseError } from '../errors/call-errors.js'
import { ResultRemovedError } from '../errors/task-errors.js'
import type { CallOptions, ResultFile, Task } from '../types/index.js'
import { recordOf, textOf } from '../types/record.js'
import { type FileVersion, judgeResponse } from './judge-response.js'

/** Statuses with which object stores reject an expired link; 400 is Google Cloud Storage's. */
const expiredLinkStatuses = [400, 401, 403, 404, 410]

/** One file of one task. */
export interface ResultLocation {
  readonly taskId: string
  readonly file: ResultFile
  readonly index: number
}

/** A piece of a file, and where it belongs. One at 0 starts the file over. */
export interface FilePiece {
  readonly startBytes: number
  readonly bytes: Uint8Array
}

/** How to read a result. */
export interface ReadOptions extends CallOptions {
  /** Whether pieces may start over at 0, because those before can be discarded. */
  readonly canStartOver: boolean
}

/**
 * Yields the bytes of a result, and none that were not proved to belong to it. A broken transfer resumes by a
 * range request if the first response had a strong ETag, else it starts over; an expired link is renewed.
 * Progress resets the limits of retries. Throws InvalidResponseError if something else responds to the end, and
 * ResultRemovedError if the task says so once its link has failed.
 */
export async function* readResult(
  context: Context,
  { taskId, file, index }: ResultLocation,
  { canStartOver, ...options }: ReadOptions,
): AsyncGenerator<FilePiece, void> {
  checkSpelling(options, callOptions)
  const { transport } = context
  const { signal, maxRetries = transport.maxRetries } = options
  let { url } = file
  let isLinkRenewed = false
  let version: FileVersion | undefined
  let doneBytes = 0
  let furthestBytes = 0
  for (let failures = 0; ; ) {
    const response = await fetchRest(context, url, { doneBytes, etag: version?.etag }, options)
    const { status } = response
    // An unread body would occupy its connection.
    if (!response.ok) response.body?.cancel().catch(() => undefined)
    if (expiredLinkStatuses.includes(status) && !isLinkRenewed) {
      isLinkRenewed = true
      const task = await getTask(context, taskId, options)
      throwIfRemoved(task)
      url = filesOf(task)[index]?.url ?? url
      continue
    }
    // The size was not known, and the connection broke after the last byte, so the requested range is empty.
    const isEnd = status === 416 && response.headers.get('content-range') === `bytes */${doneBytes}`
    if (isEnd && version?.sizeBytes === undefined) return
    if (!response.ok) throw downloadError(taskId, url, response)
    const reader = response.body?.getReader()
    try {
      const judgement = judgeResponse(response, file, doneBytes, version)
      if (judgement.kind === 'replaced' && canStartOver) version = undefined
      if (judgement.kind !== 'file') throw otherResponse(taskId, url, status, judgement.problem)
      version = judgement.version
      const { sizeBytes } = version
      const wrongSize = (bytes: number) => new Error(`${bytes} bytes came of ${sizeBytes ?? 'a file'}`)
      let skipBytes = doneBytes - judgement.startBytes
      for (;;) {
        const chunk = await readChunk(context, reader, taskId, signal)
        if (chunk === undefined) break
        const bytes = chunk.subarray(skipBytes)
        skipBytes -= chunk.length - bytes.length
        if (bytes.length === 0) continue
        const startBytes = doneBytes
        if (sizeBytes !== undefined && startBytes + bytes.length > sizeBytes) {
          // A longer body is not that of this file.
          version = undefined
          throw wrongSize(startBytes + bytes.length)
        }
        doneBytes += bytes.length
        isLinkRenewed = false
        // Bytes that came before, until the transfer started over, are no progress.
        if (doneBytes > furthestBytes) failures = 0
        furthestBytes = Math.max(furthestBytes, doneBytes)
        yield { startBytes, bytes }
      }
      // No result is empty, so nothing is not all of a file whose size nobody says.
      if (doneBytes === (sizeBytes ?? Math.max(1, doneBytes))) return
      throw wrongSize(doneBytes)
    } catch (cause) {
      signal?.throwIfAborted()
      // The connection broke after the last byte.
      if (doneBytes > 0 && doneBytes === version?.sizeBytes) return
      failures += 1
      const isLost = doneBytes > 0 && version?.etag === undefined
      if (failures > maxRetries || (isLost && !canStartOver)) throw brokenOff(taskId, cause)
      if (isLost || doneBytes === 0) {
        doneBytes = 0
        version = undefined
      }
      await transport.clock.delay(backoffMs(failures - 1, transport.random), signal)
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

/** Throws ResultRemovedError for a task that succeeded and whose files no longer exist. */
export function throwIfRemoved(task: Task): void {
  // Something in between may have dropped the output, which the type promises.
  const removed = task.output?.removed
  if (task.status === 'SUCCEEDED' && removed) throw new ResultRemovedError(task, removed)
}

/** Requests the rest of a file. The link is signed, so the API key is not sent. */
function fetchRest(
  { transport }: Context,
  url: string,
  { doneBytes, etag }: { doneBytes: number; etag: string | undefined },
  options: CallOptions,
): Promise<Response> {
  const headers = new Headers(doneBytes === 0 ? {} : { range: `bytes=${doneBytes}-` })
  // Another origin would have to allow a page this header; the ETag of the response is compared in any case.
  if (doneBytes > 0 && etag !== undefined && !isOtherOrigin(url)) headers.set('if-range', etag)
  const { signal, maxRetries } = options
  const { transferTimeoutMs: timeoutMs } = transport
  const request = { method: 'GET', url, headers }
  return send(transport, request, { signal, timeoutMs, maxRetries, streamed: true })
}

/** The next bytes; undefined at the end. The time of a slow reader in between does not count. */
async function readChunk(
  { transport }: Context,
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  taskId: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const limit = { clock: transport.clock, ms: transport.transferTimeoutMs, signal }
  const timeoutError = () => new Error(`The result of task ${taskId} took too long`)
  const chunk = await withTimeLimit(limit, async () => reader?.read(), timeoutError)
  return chunk?.value
}

/** Whether this is a page, or a worker of one, and the address is not of its origin. */
function isOtherOrigin(url: string): boolean {
  const origin = textOf(recordOf(recordOf(globalThis).location).origin)
  return origin !== undefined && origin !== new URL(url).origin
}

/** The error of a download that failed too often, by its last failure. */
function brokenOff(taskId: string, cause: unknown): Error {
  if (cause instanceof InvalidResponseError) return cause
  return new ConnectionError(`The result of task ${taskId} broke off; download it again`, { taskId, cause })
}

function otherResponse(taskId: string, url: string, status: number, problem: string): InvalidResponseError {
  const description = describeRequest({ method: 'GET', url })
  return new InvalidResponseError(
    `${description} did not return the result of task ${taskId}: ${problem}; download it again`,
    {
      taskId,
      status,
    },
  )
}

function downloadError(taskId: string, url: string, response: Response): DownloadError {
  const { status } = response
  const facts = { taskId, status, retryable: isRetryable(response) }
  const description = describeRequest({ method: 'GET', url })
  return new DownloadError(`${description} returned HTTP ${status}; download it again later`, facts)
}
