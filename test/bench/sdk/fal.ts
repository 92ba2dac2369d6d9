import { importRival } from '../rivals/import-rival.ts'
import type { AnyFetch, SdkUnderTest } from './sdk-under-test.ts'
import type { Job } from './stand-in.ts'

interface SubscribeOptions {
  readonly input: object
  readonly abortSignal?: AbortSignal | undefined
  readonly timeout?: number
}

interface Fal {
  readonly queue: {
    submit(endpoint: string, options: SubscribeOptions): Promise<unknown>
    subscribeToStatus(endpoint: string, options: { requestId: string }): Promise<unknown>
    result(endpoint: string, options: { requestId: string }): Promise<unknown>
  }
  readonly storage: { upload(file: unknown): Promise<unknown> }
  subscribe(endpoint: string, options: SubscribeOptions): Promise<unknown>
}

interface Exports {
  createFalClient(options: { credentials: string; fetch: AnyFetch }): Fal
}

const endpoint = 'owner/model'

/** Its addresses are fixed, so that its custom fetch turns them to the stand-in. */
export const fal: SdkUnderTest = {
  name: 'fal',
  packageName: '@fal-ai/client',
  construct: `import { createFalClient } from '@fal-ai/client'
    globalThis.client = createFalClient({ credentials: 'key' })`,
  importError: `import { ApiError } from '@fal-ai/client'
    globalThis.isTheirs = (error) => error instanceof ApiError`,
  takesIdempotencyKey: false,
  unsuccessfulEnds: ['failed'],
  wire: {
    routes: [
      {
        kind: 'submit',
        method: 'POST',
        path: /^\/owner\/model$/,
        body: ({ id }) => ({ request_id: id, status: 'IN_QUEUE' }),
      },
      { kind: 'poll', method: 'GET', path: /^\/owner\/model\/requests\/(\w+)\/status$/, body: statusOf },
      {
        kind: 'result',
        method: 'GET',
        path: /^\/owner\/model\/requests\/(\w+)$/,
        status: ({ state }) => (state === 'succeeded' ? 200 : 422),
        body: resultOf,
      },
      { kind: 'cancel', method: 'PUT', path: /^\/owner\/model\/requests\/(\w+)\/cancel$/, body: statusOf },
      { kind: 'upload', method: 'POST', path: /^\/storage\/upload\/initiate$/, body: uploadOf },
      { kind: 'other', method: 'PUT', path: /^\/file$/, body: () => ({}) },
    ],
    errorBody: (status) => ({ detail: `status ${status}` }),
  },
  async open(url) {
    const { createFalClient } = await importRival<Exports>('@fal-ai/client')
    const toStandIn: AnyFetch = (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      return fetch(`${url}${pathname}${search}`, init)
    }
    const client = createFalClient({ credentials: 'key', fetch: toStandIn })
    return {
      submit: (prompt) => client.queue.submit(endpoint, { input: { prompt } }),
      generate: (prompt, abortSignal) => client.subscribe(endpoint, { input: { prompt }, abortSignal }),
      waitAtMost: (prompt, timeout) => client.subscribe(endpoint, { input: { prompt }, timeout }),
      async waitById(requestId) {
        await client.queue.subscribeToStatus(endpoint, { requestId })
        return client.queue.result(endpoint, { requestId })
      },
      upload: (image) => client.storage.upload(image),
    }
  },
}

function statusOf({ id, state }: Job): object {
  return { request_id: id, status: state === 'running' ? 'IN_PROGRESS' : 'COMPLETED' }
}

function resultOf({ state }: Job): object {
  return state === 'succeeded'
    ? { images: [{ url: 'https://example.com/0.png' }] }
    : { detail: `The request was ${state}.` }
}

function uploadOf({ url }: Job): object {
  return { upload_url: `${url}/file`, file_url: `${url}/file` }
}
