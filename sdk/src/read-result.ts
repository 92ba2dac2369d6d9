import { withTimeLimit } from './clock.js'
import { ConnectionError, DownloadError } from './errors/call-errors.js'
import { getTask } from './get-task.js'
import type { Context } from './http.js'
import { filesOf } from './result-files.js'
import { backoffMs, isRetryable } from './retry-policy.js'
import { placeOf, send } from './transport.js'
import type { CallOptions, ResultFile } from './types.js'

/** What a storage answers when a signed link has run out; 400 is Google's. */
const refusals = [400, 401, 403, 404, 410]

/** Which file of which task. */
export interface ResultPlace {
  readonly taskId: string
  readonly file: ResultFile
  readonly index: number
}

/**
 * Gives the bytes of a result as they come. A transfer that breaks goes on from where it was, and a link that is
 * refused is renewed; each may happen again once bytes have come.
 */
export async function* readResult(
  context: Context,
  { taskId, file, index }: ResultPlace,
  options: CallOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const { transport } = context
  const { clock, random, transferTimeoutMs } = transport
  const { signal, maxRetries = transport.maxRetries } = options
  const { sizeBytes } = file
  let { url } = file
  let isRenewed = false
  let doneBytes = 0
  const wrongSize = (bytes: number) => new Error(`${bytes} bytes came of ${sizeBytes}`)
  for (let failures = 0; ; ) {
    const response = await ask(context, url, doneBytes, options)
    const { status } = response
    // Nothing reads what an answer of these says; left alone it would keep its connection.
    if (!response.ok) response.body?.cancel().catch(() => undefined)
    if (refusals.includes(status) && !isRenewed) {
      isRenewed = true
      url = filesOf(await getTask(context, taskId, options))[index]?.url ?? url
      continue
    }
    // The connection broke after the last byte: there is no rest to ask for.
    if (status === 416 && doneBytes === (sizeBytes ?? numberIn(response, /^bytes \*\/(\d+)$/))) return
    if (!response.ok) throw downloadError(taskId, url, response)
    const deadline = clock.now() + transferTimeoutMs
    // A storage that knows no ranges begins from the start: what is here already is passed over.
    let passOver = doneBytes - (status === 206 ? startOf(response, sizeBytes ? doneBytes : undefined) : 0)
    const reader = response.body?.getReader()
    try {
      if (!(passOver >= 0)) throw new Error('the storage gave another part than it was asked for')
      for (;;) {
        const limit = { clock, ms: Math.max(0, deadline - clock.now()), signal }
        const chunk = await withTimeLimit(
          limit,
          async () => reader?.read(),
          () => late(taskId),
        )
        if (chunk?.value === undefined) break
        const fresh = chunk.value.subarray(passOver)
        passOver -= chunk.value.length - fresh.length
        if (fresh.length === 0) continue
        if (sizeBytes && doneBytes + fresh.length > sizeBytes) throw wrongSize(doneBytes + fresh.length)
        doneBytes += fresh.length
        failures = 0
        isRenewed = false
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
      // Nothing waits for a body that is not read to its end; it may be broken already.
      reader?.cancel().catch(() => undefined)
    }
  }
}

/** Asks for the rest of a file. The link is signed: the API key has no business there. */
function ask(
  { transport }: Context,
  url: string,
  doneBytes: number,
  options: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = doneBytes === 0 ? {} : { range: `bytes=${doneBytes}-` }
  const { signal, maxRetries } = options
  const { transferTimeoutMs: timeoutMs } = transport
  return send(transport, new Request(url, { headers }), { signal, timeoutMs, maxRetries, streamed: true })
}

/**
 * Where a part of a file begins; NaN where it does not say so. Browsers hide that from pages of other origins: then
 * `asked` is believed, which is only given where the size of the whole shows in the end whether that was so.
 */
function startOf(response: Response, asked = Number.NaN): number {
  return response.headers.has('content-range') ? numberIn(response, /^bytes (\d+)-/) : asked
}

function numberIn({ headers }: Response, pattern: RegExp): number {
  return Number(pattern.exec(headers.get('content-range') ?? '')?.[1])
}

function downloadError(taskId: string, url: string, response: Response): DownloadError {
  const { status } = response
  const facts = { taskId, status, retryable: isRetryable(response) }
  return new DownloadError(`${placeOf({ method: 'GET', url })} was answered with HTTP ${status}`, facts)
}

function late(taskId: string): Error {
  return new Error(`The result of task ${taskId} took too long`)
}
