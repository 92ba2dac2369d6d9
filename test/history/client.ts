import { hash } from 'node:crypto'
import { taskOfResult } from '../support/processes/task-result.ts'
import type { Outcome, Recorder } from './history.ts'
import { requestOf } from './requests.ts'
import type { Accept, Cancel, Fetch, Poll, Respond, Trespass, Upload } from './service-history.ts'

/** How a client reaches the service. Each call is made once; a string says why nobody knows what became of it. */
export interface Transport {
  /** Whether an API is up. */
  isUp(): boolean
  send(account: string, request: ClientRequest): Promise<ClientResponse | string>
  /** Sends bytes to a signed link; false unless they are stored. */
  put(link: string, contentType: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>
  /** The bytes that a signed link leads to; null if there are none, undefined if nobody says. */
  get(link: string): Promise<Uint8Array | null | undefined>
}

export interface ClientRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: Readonly<Record<string, unknown>>
  readonly idempotencyKey?: string
  /** In seconds. */
  readonly cancelAfter?: number
}

export interface ClientResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the checkers judge what it holds.
  readonly body: any
}

/** What a client does, as operations of the history. Each is tried once: a lost response is written down as unknown. */
export type Client = ReturnType<typeof createClient>

const nothing: Outcome = { type: 'fail', value: { code: 'NO_RESULT' } }

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
    if (typeof response !== 'string' && response.status >= 500 && response.status !== 503) {
      const { method, path } = request
      const value: Respond['asked'] = { method, path, status: response.status }
      recorder.note('respond', value)
    }
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

  async function readStatus({ account, task }: Poll['asked']) {
    const response = await send(account, { method: 'GET', path: `/api/v1/tasks/${task}` })
    return typeof response === 'string' || response.status >= 500 ? undefined : response
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

    /** Its id, also of one that the service has refused; undefined if nobody knows what became of it. */
    async upload(account: string, bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
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
        const completed = await post(account, `/api/v1/uploads/${id}/complete`)
        if (isUnknown(completed)) return { type: 'info', value }
        upload = id
        const { status, error, code = error?.code } = completed.body
        const found: Upload['found'] = status === 'READY' ? { upload } : { code, upload }
        return { type: status === 'READY' ? 'ok' : 'fail', value: found }
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
        const task = (await readStatus(value))?.body
        const [file] = task?.output?.images ?? task?.output?.videos ?? []
        if (file === undefined) return nothing
        const wasRemoved = task.output.removed !== undefined
        const bytes = wasRemoved ? null : await transport.get(file.url)
        // Removed between the two, its task says so by now.
        const after = wasRemoved || bytes ? task : (await readStatus(value))?.body
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
