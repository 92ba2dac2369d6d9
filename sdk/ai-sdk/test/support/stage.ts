import { setImmediate } from 'node:timers/promises'
import { Mediagen, type MediagenOptions } from '@mediagen/sdk'
import { createMockService, type MockService, type MockServiceOptions } from '@mediagen/sdk/testing'
import { onTestFinished, vi } from 'vitest'
import { createMediagen, type MediagenProvider } from '../../src/index.js'

// The AI SDK prints warnings, which the tests read in the results.
globalThis.AI_SDK_LOG_WARNINGS = false

/** A PNG of 64 x 64 pixels by its header, which is all that the SDK and the mock read of an input. */
export const png = new Uint8Array(100)
png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
png.set([0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0, 0, 64], 12)

/** A request as the mock received it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

export interface Stage {
  readonly service: MockService
  readonly mediagen: MediagenProvider
  readonly client: Mediagen
  readonly seen: SeenRequest[]
  /** The bodies of the orders. */
  orders(): Record<string, unknown>[]
  /** The idempotency keys of the orders. */
  keys(): (string | null)[]
}

/** A stateful mock of the service, and a provider on a client of it that waits in no time. */
export function setStage(options: MockServiceOptions = {}, settings: MediagenOptions = {}): Stage {
  const service = createMockService(options)
  const { baseUrl, clock } = service
  const seen: SeenRequest[] = []
  const client = new Mediagen({
    apiKey: 'key',
    baseUrl,
    clock,
    random: () => 0,
    ...settings,
    async fetch(url, init) {
      const request = new Request(url, init as RequestInit)
      const { method, headers } = request
      const body = await request.clone().text()
      seen.push({ method, path: new URL(request.url).pathname, headers, body })
      return settings.fetch ? settings.fetch(url, init) : service.fetch(request)
    },
  })
  const ordered = () => seen.filter(({ path }) => /\/(generations|transformations)$/.test(path))
  return {
    service,
    client,
    seen,
    mediagen: createMediagen({ client }),
    orders: () => ordered().map(({ body }) => JSON.parse(body)),
    keys: () => ordered().map(({ headers }) => headers.get('idempotency-key')),
  }
}

/** Settles a call whose repetitions the AI SDK delays by some seconds, without waiting for them. */
export async function settleFast<Value>(call: () => Promise<Value>): Promise<PromiseSettledResult<Value>> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  let outcome: PromiseSettledResult<Value> | undefined
  Promise.allSettled([call()]).then(([one]) => {
    outcome = one
  })
  while (outcome === undefined) {
    await vi.advanceTimersByTimeAsync(100)
    await setImmediate()
  }
  vi.useRealTimers()
  return outcome
}

/** The value of a call whose repetitions the AI SDK delays. */
export async function resolveFast<Value>(call: () => Promise<Value>): Promise<Value> {
  const outcome = await settleFast(call)
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
