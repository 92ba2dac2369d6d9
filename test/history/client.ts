import { hash } from 'node:crypto'
import type { Agent } from 'node:http'
import { type StubbornRequest, type StubbornResponse, sendOnce } from '../soak/stubborn-client.ts'
import type { Outcome, Recorder } from './history.ts'
import type { Accept, Cancel, Fetch, Poll, Upload } from './service-history.ts'

interface ClientOptions {
  readonly recorder: Recorder
  readonly agent: Agent
  /** An API that is up; undefined if none is. */
  readonly url: () => string | undefined
  /** The API key of each account. */
  readonly keys: ReadonlyMap<string, string>
  /** What an image is animated with. */
  readonly effectId: string
}

/** What a client does, as operations of the history. Each is tried once: a lost response is written down as unknown. */
export type Client = ReturnType<typeof createClient>

const responseMsMax = 5_000
const nothing: Outcome = { type: 'fail', value: { code: 'NO_RESULT' } }
/** Where links of the service's own object store lead: to no port, as each process has another one. */
const ownOrigin = 'http://127.0.0.1:0'

export function createClient({ recorder, agent, url, keys, effectId }: ClientOptions) {
  type Request = Pick<StubbornRequest, 'method' | 'path' | 'body'> & { readonly key?: string }

  function send(account: string, { key, method, ...request }: Request): Promise<StubbornResponse | string> {
    const headers = {
      Authorization: `Bearer ${keys.get(account)}`,
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    }
    return sendTo(url(), { method, headers, ...request })
  }

  function post(account: string, path: string, body: unknown = {}, key?: string) {
    return send(account, {
      method: 'POST',
      path,
      body: JSON.stringify(body),
      ...(key !== undefined && { key }),
    })
  }

  async function sendTo(
    to: string | undefined,
    request: StubbornRequest,
  ): Promise<StubbornResponse | string> {
    return to === undefined ? 'no API is up' : sendOnce(agent, to, request, responseMsMax)
  }

  /** Where a signed link leads now. */
  function placeOf(link: string): { readonly origin: string | undefined; readonly path: string } {
    const { origin, pathname, search } = new URL(link)
    return { origin: origin === ownOrigin ? url() : origin, path: pathname + search }
  }

  async function readStatus({ account, task }: Poll['asked']) {
    const response = await send(account, { method: 'GET', path: `/api/v1/tasks/${task}` })
    return isUnknown(response) ? undefined : response
  }

  return {
    /** The task, and whether nobody knows what happened. */
    async accept(
      value: Accept['asked'],
    ): Promise<{ readonly task: string | undefined; readonly isUnknown: boolean }> {
      const { account, key, body, input } = value
      const product = body.startsWith('video') ? 'videos' : 'images'
      const path = `/api/v1/${product}/${input === undefined ? 'generations' : 'transformations'}`
      const words = {
        prompt: body,
        ...(input !== undefined && { assetId: input, ...(product === 'videos' && { effectId }) }),
      }
      let task: string | undefined
      const { type } = await recorder.record('accept', value, async (): Promise<Outcome> => {
        const response = await post(account, path, words, key)
        if (isUnknown(response)) return { type: 'info', value }
        if (response.status !== 200) return { type: 'fail', value: { code: response.body.code } }
        task = String(response.body.id)
        const found: Accept['found'] = { task }
        return { type: 'ok', value: found }
      })
      return { task, isUnknown: type === 'info' }
    },

    /** Undefined unless the image is there to be used. */
    async upload(account: string, bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
      const value: Upload['asked'] = { account, sha256: hash('sha256', bytes, 'hex') }
      const contentType = 'image/png'
      let upload: string | undefined
      await recorder.record('upload', value, async (): Promise<Outcome> => {
        const reserved = await post(account, '/api/v1/uploads', { contentType })
        if (isUnknown(reserved)) return { type: 'info', value }
        if (reserved.status !== 200) return { type: 'fail', value: { code: reserved.body.code } }
        const { origin, path } = placeOf(reserved.body.uploadUrl)
        const headers = { 'Content-Type': contentType }
        if (!(await put(origin, path, { headers, body: bytes }))) return { type: 'info', value }
        const { id } = reserved.body
        const completed = await post(account, `/api/v1/uploads/${id}/complete`)
        if (isUnknown(completed)) return { type: 'info', value }
        const { status, code = status } = completed.body
        if (status !== 'READY') return { type: 'fail', value: { code } }
        upload = String(id)
        const found: Upload['found'] = { upload }
        return { type: 'ok', value: found }
      })
      return upload
    },

    /** Whether it has a result. */
    async poll(value: Poll['asked']): Promise<boolean> {
      let hasSucceeded = false
      await recorder.record('poll', value, async (): Promise<Outcome> => {
        const response = await readStatus(value)
        if (response === undefined) return { type: 'fail', value: { code: 'NO_RESPONSE' } }
        const found: Poll['found'] = { status: response.status === 404 ? 'NOT_FOUND' : response.body.status }
        hasSucceeded = found.status === 'SUCCEEDED'
        return { type: 'ok', value: found }
      })
      return hasSucceeded
    },

    async cancel(value: Cancel['asked']): Promise<void> {
      await recorder.record('cancel', value, async (): Promise<Outcome> => {
        const response = await post(value.account, `/api/v1/tasks/${value.task}/cancel`)
        if (isUnknown(response)) return { type: 'info', value }
        const found: Cancel['found'] = { isGranted: response.status === 200 }
        return { type: 'ok', value: found }
      })
    },

    /** Follows the link to the result of a task that has succeeded. */
    async fetchResult(value: Fetch['asked']): Promise<void> {
      await recorder.record('fetch', value, async (): Promise<Outcome> => {
        const task = (await readStatus(value))?.body
        const [file] = task?.output?.images ?? task?.output?.videos ?? []
        if (file === undefined) return nothing
        const wasRemoved = task.output.removed !== undefined
        const isThere = !wasRemoved && (await isServed(file.url))
        // Removed between the two, its task says so by now.
        const after = wasRemoved || isThere ? task : (await readStatus(value))?.body
        if (isThere === undefined || after === undefined) return nothing
        const isRemoved = after.output.removed !== undefined
        const ageMs = Date.now() - Date.parse(task.completedAt)
        const found: Fetch['found'] = { isThere, isRemoved, ageMs }
        return { type: 'ok', value: found }
      })
    },
  }

  async function put(
    origin: string | undefined,
    path: string,
    request: Pick<RequestInit, 'headers' | 'body'>,
  ): Promise<boolean> {
    if (origin === undefined) return false
    const signal = AbortSignal.timeout(responseMsMax)
    const response = await fetch(origin + path, { method: 'PUT', signal, ...request }).catch(() => undefined)
    await response?.body?.cancel()
    return response?.ok === true
  }

  /** Undefined if nobody says. */
  async function isServed(link: string): Promise<boolean | undefined> {
    const { origin, path } = placeOf(link)
    if (origin === undefined) return undefined
    const signal = AbortSignal.timeout(responseMsMax)
    const response = await fetch(origin + path, { signal }).catch(() => undefined)
    const bytes = await response?.arrayBuffer().catch(() => undefined)
    if (bytes === undefined || (response?.status !== 200 && response?.status !== 404)) return undefined
    return response.status === 200
  }
}

/** Whether the response does not tell what happened: none, or an outage that may have begun after the COMMIT. */
function isUnknown(response: StubbornResponse | string): response is string {
  return typeof response === 'string' || response.status >= 500
}
