import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { type Apis, type ContractAppOptions, createContractApp, type RequestFailure } from '../src/index.js'

const key = { Authorization: 'Bearer any' }
/** The tag's other operations, which these tests do not call. */
const others: Omit<Apis['account'], 'getAccount'> = Object.create(null)
const account: Apis['account'] = {
  ...others,
  getAccount: async ({ accountId }) => ({ id: accountId, balance: '1.00', currency: 'USD' }),
}

let server: Server | undefined
afterEach(() => server?.close())

async function start(apis: Partial<Apis>, options: Partial<ContractAppOptions> = {}): Promise<string> {
  const app = createContractApp(apis, {
    authenticate: { ApiKey: async (apiKey) => ({ accountId: `account of ${apiKey}` }) },
    ...options,
  })
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

describe('a contract app with some of the tags', () => {
  test('serves the operations of a tag that it is given', async () => {
    const url = await start({ account })
    const response = await fetch(`${url}/api/v1/me`, { headers: key })
    expect(await response.json()).toEqual({ id: 'account of any', balance: '1.00', currency: 'USD' })
  })

  test('answers 501 in the form of an error for every other tag, with or without a key', async () => {
    const url = await start({ account })
    for (const headers of [{}, key]) {
      const response = await fetch(`${url}/api/v1/tasks/some-id`, { headers })
      expect(response.status).toBe(501)
      expect(await response.json()).toEqual({
        status: 501,
        code: 'NOT_IMPLEMENTED',
        message: 'This backend does not implement getTask.',
        requestId: response.headers.get('X-Request-Id'),
      })
    }
  })

  test('still refuses what the contract does not have', async () => {
    const url = await start({})
    expect((await fetch(`${url}/api/v1/nowhere`)).status).toBe(404)
    expect((await fetch(`${url}/api/v1/me`, { method: 'DELETE' })).status).toBe(405)
  })
})

describe('the signal of a request', () => {
  test('is aborted once the client has gone, while the operation still runs', async () => {
    const calls = new EventEmitter<{ call: [AbortSignal] }>()
    const called = once(calls, 'call')
    const url = await start({
      account: {
        ...others,
        getAccount: async ({ accountId, signal }) => {
          calls.emit('call', signal)
          await once(signal, 'abort')
          calls.emit('call', signal)
          return { id: accountId, balance: '1.00', currency: 'USD' }
        },
      },
    })
    const client = new AbortController()
    const left = expect(fetch(`${url}/api/v1/me`, { headers: key, signal: client.signal })).rejects.toThrow()
    const [signal] = await called
    expect(signal).toHaveProperty('aborted', false)
    const ended = once(calls, 'call')
    client.abort()
    await Promise.all([ended, left])
  })

  test('is one of its own for each request of a connection', async () => {
    const signals: AbortSignal[] = []
    const url = await start({
      account: {
        ...others,
        getAccount: async ({ accountId, signal }) => {
          signals.push(signal)
          return { id: accountId, balance: '1.00', currency: 'USD' }
        },
      },
    })
    for (const _ of [1, 2]) await (await fetch(`${url}/api/v1/me`, { headers: key })).json()
    expect(new Set(signals).size).toBe(2)
  })
})

describe('a contract app whose implementation throws', () => {
  test('hides the cause from the client, and tells it to onFailure', async () => {
    const failures: RequestFailure[] = []
    const cause = new Error('secret detail')
    const url = await start(
      { account: { ...others, getAccount: () => Promise.reject(cause) } },
      { onFailure: (failure) => failures.push(failure) },
    )
    const response = await fetch(`${url}/api/v1/me`, { headers: key })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret detail')
    expect(failures).toMatchObject([{ code: 'INTERNAL', cause }])
  })

  test('answers 503 where isOutage says that it is one', async () => {
    const url = await start(
      { account: { ...others, getAccount: () => Promise.reject(new Error('away')) } },
      { isOutage: () => true },
    )
    expect((await fetch(`${url}/api/v1/me`, { headers: key })).status).toBe(503)
  })

  test('tells of a failure whose outcome is unknown, and closes the connection without an answer', async () => {
    const failures: RequestFailure[] = []
    const url = await start(
      { account: { ...others, getAccount: () => Promise.reject(new Error('away')) } },
      {
        isOutage: () => true,
        isOutcomeUnknown: () => true,
        onFailure: (failure) => failures.push(failure),
      },
    )
    await expect(fetch(`${url}/api/v1/me`, { headers: key })).rejects.toThrow('fetch failed')
    expect(failures).toMatchObject([{ code: 'SERVICE_UNAVAILABLE' }])
  })
})

describe('pages beside the contract', () => {
  test('are served, and other methods of theirs answer 405', async () => {
    const url = await start(
      {},
      {
        pages: {
          routes: [(request, response, next) => (request.path === '/hello' ? response.end('hello') : next())],
          paths: [{ method: 'get', path: '/hello' }],
        },
      },
    )
    expect(await (await fetch(`${url}/hello`)).text()).toBe('hello')
    const options = await fetch(`${url}/hello`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })
})

describe('a contract app that validates responses', () => {
  const wrong: Apis['account'] = {
    ...others,
    getAccount: async ({ accountId }) => ({ id: accountId, balance: 'abc', currency: 'USD' }),
  }

  test('sends 500 for a body that breaks the contract, and names the place to onFailure', async () => {
    const failures: RequestFailure[] = []
    const url = await start(
      { account: wrong },
      { validateResponses: true, onFailure: (failure) => failures.push(failure) },
    )
    expect((await fetch(`${url}/api/v1/me`, { headers: key })).status).toBe(500)
    expect(String(failures[0]?.cause)).toMatch(/getAccount with status 200 breaks the contract: \/balance /)
  })

  test('sends a body that meets the contract', async () => {
    const url = await start({ account }, { validateResponses: true })
    expect((await fetch(`${url}/api/v1/me`, { headers: key })).status).toBe(200)
  })

  test('is off by default', async () => {
    const url = await start({ account: wrong })
    expect((await fetch(`${url}/api/v1/me`, { headers: key })).status).toBe(200)
  })
})
