import {
  createMockService,
  createVirtualClock,
  type MockService,
  type MockServiceOptions,
  type VirtualClock,
} from '@mediagen/sdk/testing'
import { expect, vi } from 'vitest'
import { createGateway } from './gateway.ts'

const generations = '/v1/images/generations'
export const graceMs = 30_000
export const forever = Number.MAX_SAFE_INTEGER

/** What a request has beside its fields. */
interface Extras {
  readonly key?: string
  readonly retryCount?: number
  readonly signal?: AbortSignal
}

/** A gateway to a mock whose tasks stand still until `serviceClock` is advanced. */
export function setUp(
  options: MockServiceOptions = {},
  before?: (url: string) => Promise<Response | undefined>,
) {
  const serviceClock = createVirtualClock()
  const graceClock = createVirtualClock()
  const service = createMockService({ clock: still(serviceClock), queuedMs: 0, processingMs: 0, ...options })
  const fetchService: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const isStranger = request.headers.get('authorization')?.endsWith('stranger')
    if (isStranger && request.url.startsWith(service.baseUrl)) return unauthenticated()
    return (await before?.(request.url)) ?? service.fetch(request)
  }
  const app = createGateway({ baseUrl: service.baseUrl, fetch: fetchService, graceMs, clock: graceClock })
  const post = async (
    path: string,
    fields: object,
    { key = 'mg_key', retryCount = 0, signal }: Extras = {},
  ) =>
    app.request(path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'x-stainless-retry-count': String(retryCount),
        ...(!(fields instanceof FormData) && { 'content-type': 'application/json' }),
      },
      body: fields instanceof FormData ? fields : JSON.stringify(fields),
      ...(signal && { signal }),
    })
  const generate = async (fields: object, extras?: Extras) => {
    const response = await post(generations, { response_format: 'url', ...fields }, extras)
    const text = await response.text()
    const { data = [], error } = text === '' ? {} : JSON.parse(text)
    const tasks = data.map(({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1))
    return { status: response.status, shouldRetry: response.headers.get('x-should-retry'), tasks, error }
  }
  return { service, serviceClock, graceClock, app, post, generate }
}

/** A clock whose pauses last until the signal ends them, so that a held poll does not move the time. */
function still(clock: VirtualClock): VirtualClock {
  const delay = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (signal?.aborted) reject(signal.reason)
    })
  return { ...clock, delay }
}

function unauthenticated(): Response {
  const error = { code: 'UNAUTHENTICATED', message: 'The API key is not known.', details: [] }
  return Response.json({ error }, { status: 401 })
}

export function accepted(service: MockService, count: number): Promise<void> {
  return vi.waitFor(() => expect(service.taskCount()).toBe(count), 20_000)
}
