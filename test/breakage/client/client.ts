import { hash } from 'node:crypto'
import type { Outcome, Recorder } from '../judge/history.ts'
import type {
  Accept,
  Cancel,
  Fetch,
  HeldUntil,
  List,
  Poll,
  Respond,
  Status,
  Trespass,
  Upload,
} from '../judge/service-history.ts'
import { taskOfResult } from '../service/task-result.ts'
import { requestOf } from './requests.ts'
import type { ClientRequest, ClientResponse, Transport } from './transport.ts'

/** What a response said, and the name that it gave to that. */
interface Seen<T> {
  readonly what: T
  readonly etag: string | undefined
}

/** How long a response may be held, until it is another than what was seen. */
interface Hold {
  readonly waitSeconds?: number | undefined
  readonly seen?: Seen<unknown> | undefined
}

/** What a client does, as operations of the history. Each is tried once: a lost response is written down as unknown. */
export type Client = ReturnType<typeof createClient>

const nothing: Outcome = { type: 'fail', value: { code: 'NO_RESULT' } }
const noResponse: Outcome = { type: 'fail', value: { code: 'NO_RESPONSE' } }

export function createClient({
  recorder,
  transport,
  effectId,
}: {
  readonly recorder: Recorder
  readonly transport: Transport
  /** What an image is animated with. @default none, for a client that animates nothing */
  readonly effectId?: string
}) {
  async function send(account: string, request: ClientRequest): Promise<ClientResponse | string> {
    const response = await transport.send(account, request)
    if (typeof response !== 'string' && response.status >= 500 && response.status !== 503)
      noteResponse(request, response.status)
    return response
  }

  function post(
    account: string,
    path: string,
    body: ClientRequest['body'] = {},
    headers: Pick<ClientRequest, 'idempotencyKey' | 'cancelAfter'> = {},
  ): Promise<ClientResponse | string> {
    return send(account, { method: 'POST', path, body, ...headers })
  }

  /** What a client sends for a task. */
  function askFor(wish: Accept['asked']) {
    const { account, key, body, input, cancelAfter } = wish
    const { path, product, ...options } = requestOf(wish)
    const ofUpload = input !== undefined && {
      assetId: input,
      ...(product === 'video.transform' && { effectId }),
    }
    const headers = { idempotencyKey: key, ...(cancelAfter !== undefined && { cancelAfter }) }
    return post(account, path, { prompt: body, ...options, ...ofUpload }, headers)
  }

  /** Undefined if there is no response, or an outage, or a status that no read gets. */
  async function read(
    account: string,
    path: string,
    { waitSeconds, seen, statuses }: Hold & { readonly statuses: readonly number[] },
  ): Promise<(ClientResponse & { readonly after?: HeldUntil }) | undefined> {
    const startedAtMs = performance.now()
    const request = { method: 'GET', path, waitSeconds, ifNoneMatch: seen?.etag } as const
    const response = await send(account, request)
    if (typeof response === 'string' || response.status >= 500) return undefined
    const { status } = response
    if (!statuses.includes(status)) return noteResponse(request, status)
    if (waitSeconds === undefined) return response
    const wasWhole = performance.now() - startedAtMs > 900 * waitSeconds
    return { ...response, after: status !== 304 ? 'change' : wasWhole ? 'wait' : 'other' }
  }

  const readTask = ({ account, task }: Poll['asked'], hold: Hold = {}) =>
    read(account, `/api/v1/tasks/${task}`, { ...hold, statuses: [200, 304, 404] })

  function noteResponse({ method, path }: ClientRequest, status: number): undefined {
    const value: Respond['asked'] = { method, path, status }
    recorder.note('respond', value)
  }

  return {
    /** The task, and whether nobody knows what happened. */
    async accept(
      value: Accept['asked'],
    ): Promise<{ readonly task: string | undefined; readonly isUnknown: boolean }> {
      let task: string | undefined
      const { type } = await recorder.record('accept', value, async (): Promise<Outcome> => {
        const response = await askFor(value)
        if (isUnknown(response)) return { type: 'info', value }
        if (response.status !== 200) return { type: 'fail', value: { code: response.body.code } }
        task = String(response.body.id)
        const found: Accept['found'] = { task }
        return { type: 'ok', value: found }
      })
      return { task, isUnknown: type === 'info' }
    },

    /**
     * Its id, also of one that the service has refused; undefined if nobody knows what became of it. What is no image may
     * be sent through the same link while it is verified, and another image when its completion has been answered.
     */
    async upload(
      account: string,
      bytes: Uint8Array<ArrayBuffer>,
      replacements?: Readonly<Record<'meanwhile' | 'afterwards', Uint8Array<ArrayBuffer>>>,
    ): Promise<string | undefined> {
      const value: Upload['asked'] = { account, sha256: hash('sha256', bytes, 'hex') }
      const contentType = 'image/png'
      let upload: string | undefined
      await recorder.record('upload', value, async (): Promise<Outcome> => {
        const reserved = await post(account, '/api/v1/uploads', { contentType })
        if (isUnknown(reserved)) return { type: 'info', value }
        if (reserved.status !== 200) return { type: 'fail', value: { code: reserved.body.code } }
        const isStored = await transport.put(reserved.body.uploadUrl, contentType, bytes)
        if (!isStored) return { type: 'info', value }
        const id = String(reserved.body.id)
        const replace = async (when: 'meanwhile' | 'afterwards') =>
          replacements !== undefined &&
          transport.put(reserved.body.uploadUrl, contentType, replacements[when])
        const [completed] = await Promise.all([
          post(account, `/api/v1/uploads/${id}/complete`),
          replace('meanwhile'),
        ])
        await replace('afterwards')
        if (isUnknown(completed)) return { type: 'info', value }
        upload = id
        const { status, error, code = error?.code } = completed.body
        const found: Upload['found'] = status === 'READY' ? { upload } : { code, upload }
        return { type: status === 'READY' ? 'ok' : 'fail', value: found }
      })
      return upload
    },

    /**
     * What it is; undefined without a response. With what a client has seen before, and a time to wait, the response is
     * held until that changes.
     */
    async poll(
      value: Poll['asked'],
      seen?: Seen<Status | 'NOT_FOUND'>,
    ): Promise<Seen<Status | 'NOT_FOUND'> | undefined> {
      let result: Seen<Status | 'NOT_FOUND'> | undefined
      await recorder.record('poll', value, async (): Promise<Outcome> => {
        const response = await readTask(value, { waitSeconds: value.waitSeconds, seen })
        if (response === undefined) return noResponse
        const { status, body, etag, after } = response
        result = status === 304 ? seen : { what: status === 404 ? 'NOT_FOUND' : body.status, etag }
        return { type: 'ok', value: { status: result?.what, after } }
      })
      return result
    },

    /** The same for many tasks at once, or for the newest ones. */
    async list(value: List['asked'], seen?: Seen<List['found']>): Promise<Seen<List['found']> | undefined> {
      let result: Seen<List['found']> | undefined
      await recorder.record('list', value, async (): Promise<Outcome> => {
        const { account, ids = [], waitSeconds } = value
        const query = ids.map((id) => `id=${id}`).join('&')
        const statuses = [200, 304]
        const response = await read(account, `/api/v1/tasks?${query}`, { waitSeconds, seen, statuses })
        if (response === undefined) return noResponse
        const { status, body, etag, after } = response
        const listed = (body?.tasks ?? []) as readonly { readonly id: string; readonly status: Status }[]
        const found: List['found'] = {
          tasks: listed.map((task) => ({ task: task.id, status: task.status })),
          isLast: body?.nextCursor === null,
        }
        result = status === 304 ? seen : { what: found, etag }
        return { type: 'ok', value: { ...result?.what, after } }
      })
      return result
    },

    async cancel(value: Cancel['asked']): Promise<void> {
      await recorder.record('cancel', value, async (): Promise<Outcome> => {
        const response = await post(value.account, `/api/v1/tasks/${value.task}/cancel`)
        if (isUnknown(response)) return { type: 'info', value }
        if (response.status === 503) return { type: 'fail', value: { code: response.body.code } }
        const found: Cancel['found'] = {
          isGranted: response.status === 200,
          isFound: response.status !== 404,
        }
        return { type: 'ok', value: found }
      })
    },

    /** Asks for what belongs to another account. */
    async trespass(value: Trespass['asked'], wish: Accept['asked']): Promise<void> {
      const { account, what, id } = value
      await recorder.record('trespass', value, async (): Promise<Outcome> => {
        const response = await (what === 'poll'
          ? send(account, { method: 'GET', path: `/api/v1/tasks/${id}` })
          : what === 'cancel'
            ? post(account, `/api/v1/tasks/${id}/cancel`)
            : askFor({ ...wish, account, input: id }))
        if (isUnknown(response) || response.status === 503) return { type: 'info', value }
        const found: Trespass['found'] = { status: response.status }
        return { type: 'ok', value: found }
      })
    },

    /** Follows the link to the result of a task that has succeeded. */
    async fetchResult(value: Fetch['asked']): Promise<void> {
      await recorder.record('fetch', value, async (): Promise<Outcome> => {
        const task = (await readTask(value))?.body
        const [file] = task?.output?.images ?? task?.output?.videos ?? []
        if (file === undefined) return nothing
        const wasRemoved = task.output.removed !== undefined
        const bytes = wasRemoved ? null : await transport.get(file.url)
        // Removed between the two, its task says so by now.
        const after = wasRemoved || bytes ? task : (await readTask(value))?.body
        if (bytes === undefined || after === undefined) return nothing
        const isRemoved = after.output.removed !== undefined
        const ageMs = Date.now() - Date.parse(task.completedAt)
        const found: Fetch['found'] = { of: bytes && taskOfResult(bytes), isRemoved, ageMs }
        return { type: 'ok', value: found }
      })
    },
  }
}

/**
 * Whether nobody knows what happened: there is no response, or an error of the service's own. A 503 says that nothing
 * was done; where a COMMIT may have landed, the service closes the connection instead.
 */
function isUnknown(response: ClientResponse | string): response is string {
  return typeof response === 'string' || (response.status >= 500 && response.status !== 503)
}
