import { createRequire } from 'node:module'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type FetchFunction, type FetchInit, Mediagen, MediagenError } from '../src/index.js'
import { createMockService, listenAsServer } from '../src/testing/index.js'
import { accepted, createFakeClient, polled, taskIn } from './support/fake-client.js'
import { json } from './support/fake-fetch.js'

const account = { id: 'account-1', balance: '12.50', currency: 'USD' }

/** The declarations of some would bring those of browsers along for the whole program. */
const require = createRequire(import.meta.url)

/** The fetches that programs bring along, by the packages that they are from. */
const fetches: Record<string, () => Promise<FetchFunction>> = {
  'undici 6': async () => (await import('undici-6')).fetch,
  'undici 7': async () => (await import('undici')).fetch,
  'undici 8': async () => (await import('undici-8')).fetch,
  'node-fetch': async () => require('node-fetch'),
  'cross-fetch': async () => require('cross-fetch'),
}

describe.each(Object.keys(fetches))('the fetch of %s', (name) => {
  test('uploads, generates, waits, downloads and streams', async () => {
    const service = createMockService({ baseUrl: 'http://127.0.0.1:0', queuedMs: 0, processingMs: 0 })
    const { url, close } = await listenAsServer(service)
    onTestFinished(close)
    const client = new Mediagen({ apiKey: 'any', baseUrl: url, fetch: await fetches[name]?.() })
    const progress: number[] = []
    const onProgress = ({ sentBytes }: { sentBytes: number }) => progress.push(sentBytes)
    const { id } = await client.uploads.file(png(), { onProgress })
    const generation = await client.images.transform({ assetId: id, effectId: 'watercolour' })
    const result = await generation.wait()
    const bytes = await result.download()
    expect(new TextDecoder().decode(bytes)).toBe(await new Response(await result.stream()).text())
    expect(progress).toEqual([0, 200])
    await expect(client.tasks.get('nothing')).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
  })
})

describe('a fetch of the caller', () => {
  test('may throw what steers a framework, which reaches it as it is and at once', async () => {
    const dynamic = Object.assign(new Error('rendered for each request'), { digest: 'DYNAMIC_SERVER_USAGE' })
    const rejecting = () => createFakeClient([dynamic])
    await expect(rejecting().client.account()).rejects.toBe(dynamic)
    await expect(rejecting().client.images.generate({ prompt: 'x' })).rejects.toBe(dynamic)
  })

  test('is called with text and plain values alone, whatever is sent', async () => {
    const calls: [unknown, FetchInit][] = []
    const responses = [
      json({ ...account }),
      accepted(),
      polled('SUCCEEDED'),
      new Response(new TextEncoder().encode('abc')),
    ]
    const { client } = createFakeClient([], {
      async fetch(url, init) {
        calls.push([url, init])
        return responses.shift() ?? Response.error()
      },
    })
    await client.account()
    const generation = await client.images.generate({ prompt: 'x' })
    await (await generation.wait()).download()
    expect(calls.map(([url]) => typeof url)).toEqual(['string', 'string', 'string', 'string'])
    for (const [, { headers, method, body }] of calls) {
      expect(Object.getPrototypeOf(headers)).toBe(Object.prototype)
      expect(body === null).toBe(method === 'GET')
      if (body !== null) expect(typeof body).toBe('string')
    }
    expect(calls[1]?.[1].headers).toMatchObject({ 'content-type': 'application/json' })
  })

  test('bypasses the cache of the service and from the storage', async () => {
    const caches: unknown[] = []
    const responses = [polled('SUCCEEDED'), new Response(new TextEncoder().encode('abc'))]
    const { client } = createFakeClient([], {
      async fetch(_, { cache }) {
        caches.push(cache)
        return responses.shift() ?? Response.error()
      },
    })
    await (await client.tasks.wait('task-1')).download()
    expect(caches).toEqual(['no-store', 'no-store'])
  })

  test('hears nothing of caches where the platform throws for the option, as old Workers do', async () => {
    vi.resetModules()
    vi.stubGlobal(
      'Request',
      class extends Request {
        constructor(input: string | Request, init: RequestInit = {}) {
          if ('cache' in init) throw new Error("The 'cache' field is not implemented")
          super(input, init)
        }
      },
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    const { Mediagen: Fresh } = await import('../src/index.js')
    const inits: FetchInit[] = []
    const client = new Fresh({
      apiKey: 'any',
      async fetch(_, init) {
        inits.push(init)
        return json(account)
      },
    })
    await expect(client.account()).resolves.toEqual(account)
    expect(inits[0]).not.toHaveProperty('cache')
  })
})

describe('headers of the caller', () => {
  test('go with every request to the service, those of a call over those of the client', async () => {
    const { client, sent } = createFakeClient([json(account), json(account), polled('QUEUED')], {
      headers: { 'x-gateway': 'client', 'x-team': 'a' },
    })
    await client.account()
    await client.account({ headers: { 'X-Gateway': 'call', 'x-none': undefined } })
    const waiting = client.tasks.wait('task-1', { headers: { 'x-gateway': 'wait' }, timeoutMs: 0 })
    await waiting.catch(() => undefined)
    expect(sent.map(({ headers }) => headers.get('x-gateway'))).toEqual(['client', 'call', 'wait'])
    expect(sent.map(({ headers }) => headers.get('x-team'))).toEqual(['a', 'a', 'a'])
    expect(sent[1]?.headers.has('x-none')).toBe(false)
  })

  test('stay away from the storage, whose addresses are signed', async () => {
    const { client, sent } = createFakeClient(
      [polled('SUCCEEDED'), new Response(new TextEncoder().encode('abc'))],
      {
        headers: { 'x-gateway': 'client' },
      },
    )
    await (await client.tasks.wait('task-1')).download({ headers: { 'x-gateway': 'call' } })
    expect(Object.fromEntries(sent[1]?.headers ?? [])).toEqual({})
  })

  test.each([
    ['an object', { 'X-Gateway': 'a', 'x-none': undefined }],
    ['pairs', [['X-Gateway', 'a']] as const],
    ['Headers', new Headers({ 'x-gateway': 'a' })],
  ])('may be %s, for a client and for a call', async (_, headers) => {
    const { client, sent } = createFakeClient([json(account), json(account)], { headers })
    await client.account()
    const other = createFakeClient([json(account)])
    await other.client.account({ headers })
    for (const { headers: received } of [...sent, ...other.sent]) {
      expect(received.get('x-gateway')).toBe('a')
      expect(received.has('x-none')).toBe(false)
    }
  })

  test('name the key of a generation, which its errors and its handle name, too, and which a client cannot share', async () => {
    const { client, sent } = createFakeClient([accepted(), accepted()])
    const headers = new Headers({ 'Idempotency-Key': 'mine' })
    expect(await client.images.generate({ prompt: 'x' }, { headers })).toMatchObject({
      idempotencyKey: 'mine',
    })
    const both = { headers, idempotencyKey: 'own' }
    await expect(client.images.generate({ prompt: 'x' }, both)).rejects.toThrow('Give one of')
    expect(sent.map((request) => request.headers.get('idempotency-key'))).toEqual(['mine'])
    const make = () => new Mediagen({ headers: { 'Idempotency-Key': 'mine' } })
    expect(make).toThrow('headers of a client cannot have an Idempotency-Key')
  })

  test.each([
    ['of the wait', {}, { headers: { Prefer: 'example=processing' } }],
    ['of the wait, as Headers', {}, { headers: new Headers({ prefer: 'example=processing' }) }],
    ['of the client', { headers: { PREFER: 'example=processing' } }, {}],
  ])(
    'keep a preference %s beside that to hold a poll, and no wait shares its request then',
    async (_, ofClient, ofWait) => {
      const changed = { 'preference-applied': 'wait=30' }
      const answers = Array.from({ length: 4 }, () => json(taskIn('SUCCEEDED'), 200, changed))
      const { client, sent } = createFakeClient([accepted(), accepted(), ...answers], ofClient)
      const [one, other] = [
        await client.images.generate({ prompt: 'x' }),
        await client.images.generate({ prompt: 'x' }),
      ]
      await Promise.all([one.wait(ofWait), other.wait(ofWait)])
      const polls = sent.filter(({ method }) => method === 'GET')
      expect(polls.map(({ url }) => new URL(url).pathname)).toEqual(polls.map(() => '/api/v1/tasks/task-1'))
      expect(polls.map(({ headers }) => headers.get('prefer'))).toEqual(
        polls.map(() => 'example=processing, wait=30'),
      )
    },
  )

  test('may hold the authorization of a gateway, which no hook sees', async () => {
    const seen: string[] = []
    const { client, sent } = createFakeClient([json(account)], {
      headers: { authorization: 'Basic hunter2', 'cf-access-client-secret': 'hunter2' },
      hooks: { onRequest: ({ headers }) => seen.push(JSON.stringify([...headers])) },
    })
    await client.account()
    expect(sent[0]?.headers.get('authorization')).toBe('Basic hunter2')
    expect(seen.join()).not.toContain('hunter2')
  })
})

describe('an API key that a function gives', () => {
  test('is asked for before each call, once for all its tries', async () => {
    let asked = 0
    const apiKey = async () => {
      asked += 1
      return ` key-${asked} `
    }
    const responses = [json(account), new Response(null, { status: 503 }), json(account)]
    const { client, sent } = createFakeClient(responses, { apiKey })
    await client.account()
    await client.account()
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer key-1',
      'Bearer key-2',
      'Bearer key-2',
    ])
  })

  test('leaves the call without one where it gives none', async () => {
    const { client, sent } = createFakeClient([json(account)], { apiKey: () => undefined })
    await client.account()
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  test('ends the call with its own error, and nothing is sent', async () => {
    const reason = new Error('the vault is closed')
    const { client, sent } = createFakeClient([], { apiKey: () => Promise.reject(reason) })
    await expect(client.images.generate({ prompt: 'x' })).rejects.toBe(reason)
    const odd = createFakeClient([], { apiKey: () => Promise.reject(null) })
    await expect(odd.client.account()).rejects.toThrow(/^apiKey failed/)
    const bad = createFakeClient([], { apiKey: () => 'two\nlines' })
    await expect(bad.client.account()).rejects.toThrow(MediagenError)
    await expect(bad.client.account()).rejects.not.toThrow('two')
    expect([...sent, ...bad.sent]).toEqual([])
  })

  test('has no longer than a response to come, and an abort ends the wait for it', async () => {
    const { client, clock } = createFakeClient([], { apiKey: () => new Promise(() => undefined) })
    const late = client.account().catch((error: unknown) => error)
    await vi.waitFor(() => expect(clock.openLimits()).toBe(1), 20_000)
    clock.strike()
    expect(await late).toMatchObject({ message: 'apiKey gave no key in 30000 ms' })
    const controller = new AbortController()
    const pending = client.account({ signal: controller.signal })
    const reason = new Error('the person left')
    queueMicrotask(() => controller.abort(reason))
    await expect(pending).rejects.toBe(reason)
  })
})

/** A PNG of 20 by 20 pixels, as far as its header says. */
function png(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(200)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  bytes.set([0, 0, 0, 20, 0, 0, 0, 20], 16)
  return bytes
}
