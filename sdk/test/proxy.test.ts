import { describe, expect, test } from 'vitest'
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }
import { operations } from '../src/generated/operations.js'
import { IdempotencyConflictError, Mediagen, NotFoundError, RateLimitError } from '../src/index.js'
import { createProxy, type ProxyOptions, pageOperations } from '../src/proxy/index.js'
import { createMockService } from '../src/testing/index.js'
import { recordOf } from '../src/types/record.js'

const apiKey = 'mg_the_secret_key'
const mount = 'https://app.test/api/mediagen'

/** Makes a caller of the text behind `user=` in a cookie. */
const byCookie: ProxyOptions['authorize'] = ({ headers }) =>
  /user=(\w+)/.exec(headers.get('cookie') ?? '')?.[1]

/** A proxy of a mock; `sent` is what reached the mock. */
function start(options: Partial<ProxyOptions> = {}) {
  const service = createMockService({ requestsPerMinute: 1000 })
  const sent: Request[] = []
  const errors: unknown[] = []
  const proxy = createProxy({
    apiKey,
    baseUrl: service.baseUrl,
    authorize: byCookie,
    onError: (error) => errors.push(error),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      sent.push(request.clone())
      return service.fetch(request)
    },
    ...options,
  })
  const ask = (path: string, init: RequestInit = {}, user = 'anna') => {
    const headers = new Headers(init.headers)
    if (user !== '') headers.set('cookie', `user=${user}; session=very-private`)
    return proxy(new Request(`${mount}${path}`, { ...init, headers }))
  }
  const post = (path: string, body: object, headers: Record<string, string> = {}, user = 'anna') => {
    const all = { 'content-type': 'application/json', ...headers }
    return ask(path, { method: 'POST', body: JSON.stringify(body), headers: all }, user)
  }
  const clientOf = (user: string, more: object = {}) => {
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      // Links lead to the storage and not through the proxy.
      if (!request.url.startsWith(mount)) return service.fetch(request)
      request.headers.set('cookie', `user=${user}`)
      return proxy(request)
    }
    return new Mediagen({ baseUrl: mount, clock: service.clock, fetch, random: () => 0, ...more })
  }
  return { service, proxy, sent, errors, ask, post, clientOf }
}

const generations = '/api/v1/images/generations'
const png = new Uint8Array(100)
png.set([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0, 0,
  64,
])

describe('a proxy that keeps the key', () => {
  test('serves a client of a page from the upload to the file, with links that lead past it', async () => {
    const { clientOf, service } = start()
    const client = clientOf('anna')
    const generation = await client.images.transform(
      { file: png, effectId: 'watercolour' },
      { maxCost: '1.00' },
    )
    const result = await generation.wait()
    expect(result.files[0]?.url).toMatch(new RegExp(`^${service.baseUrl}/files/results/task1`))
    expect((await result.download()).length).toBe(result.files[0]?.sizeBytes)
    expect((await client.effects()).length).toBeGreaterThan(0)
  })

  test('sends the service its own key and nothing of the page but what the contract knows', async () => {
    const { post, sent } = start()
    const headers = {
      authorization: 'Bearer of-the-app',
      'x-request-id': 'page-7',
      'x-forwarded-for': '10.1.2.3',
      connection: 'x-secret',
      'idempotency-key': 'order-1',
      'cancel-after': '60',
      prefer: 'respond-async, wait=99',
    }
    const response = await post(generations, { prompt: 'a fox' }, headers)
    expect(response.headers.get('x-request-id')).toBe('mock')
    expect(Object.keys(Object.fromEntries(sent[0]?.headers ?? [])).sort()).toEqual([
      'accept',
      'authorization',
      'cancel-after',
      'content-type',
      'idempotency-key',
      'prefer',
      'x-request-id',
    ])
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
    expect(sent[0]?.headers.get('prefer')).toBe('wait=30')
    expect(sent[0]?.headers.get('x-request-id')).toBe('page-7')
  })

  test('shows the key in no response, header or error, whatever goes wrong', async () => {
    const echo: typeof globalThis.fetch = async (input, init) => {
      const { authorization } = Object.fromEntries(new Request(input, init).headers)
      return new Response(`<html>${authorization}`, {
        status: 503,
        headers: { 'x-echo': authorization ?? '' },
      })
    }
    const fail: typeof globalThis.fetch = (input, init) => {
      throw new TypeError(`invalid: ${new Request(input, init).headers.get('authorization')}`)
    }
    const reject: typeof globalThis.fetch = async () =>
      Response.json(
        { status: 401, code: 'UNAUTHENTICATED', message: apiKey, requestId: '1' },
        { status: 401 },
      )
    for (const fetch of [echo, fail, reject]) {
      const response = await start({ fetch }).post(generations, { prompt: 'a fox' })
      expect(response.status).toBeGreaterThanOrEqual(500)
      const seen = JSON.stringify([...response.headers]) + (await response.text())
      expect(seen).not.toContain(apiKey)
      expect(seen).not.toContain('Bearer')
    }
    expect(() => createProxy({ apiKey: `${apiKey}\n\u0000x`, authorize: byCookie })).toThrow(
      /apiKey.*character/,
    )
    expect(() => createProxy({ apiKey: `${apiKey}\n\u0000x`, authorize: byCookie })).not.toThrow(apiKey)
  })

  test('rejects who is not authorized, in the form of the contract or as the program says', async () => {
    const { ask, sent } = start()
    const response = await ask('/api/v1/pricing', {}, '')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
      requestId: response.headers.get('x-request-id'),
    })
    const own = start({ authorize: () => new Response('pay first', { status: 402 }) })
    expect(await (await own.ask('/api/v1/pricing')).text()).toBe('pay first')
    expect([...sent, ...own.sent]).toEqual([])
  })

  test('asks for a sign-in without a hint on API keys, which its pages do not have', async () => {
    const client = start().clientOf('')
    await expect(client.pricing()).rejects.toMatchObject({ status: 401, message: 'Sign in first.' })
  })

  test('reads a baseUrl that is made to be slow as fast as any other', () => {
    const slashes = '/'.repeat(200_000)
    expect(() => start({ baseUrl: `https://media.test/${slashes}a` })).not.toThrow()
    expect(() => start({ baseUrl: `https://media.test/${slashes}?a` })).toThrow('baseUrl')
  })

  test('tells the program and not the page why authorize failed', async () => {
    const { ask, errors } = start({ authorize: () => Promise.reject(new Error('no database')) })
    const response = await ask('/api/v1/pricing')
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ code: 'INTERNAL', message: 'The proxy failed to respond.' })
    expect(errors).toEqual([new Error('no database')])
  })

  test('passes on what a page needs, the balance only where it is allowed', async () => {
    const ofAccount = Object.values(operations).filter(({ tag }) => tag === 'account')
    expect(pageOperations).toHaveLength(Object.keys(operations).length - ofAccount.length)
    expect(pageOperations).not.toContain('getAccount')
    const rejected = await start().ask('/api/v1/me')
    expect(rejected.status).toBe(403)
    expect(await rejected.json()).toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
    const narrow = start({ operations: ['getAccount'] })
    expect(await (await narrow.ask('/api/v1/me')).json()).toMatchObject({ id: 'mock-account' })
    expect((await narrow.ask('/api/v1/pricing')).status).toBe(403)
  })

  test('passes on for which days the usage is asked', async () => {
    const { clientOf } = start({ operations: ['getUsage'] })
    const range = { from: '2026-01-02', to: '2026-01-03' }
    expect(await clientOf('anna').usage(range)).toMatchObject(range)
  })

  test('passes the trace of the page on, and no malformed one', async () => {
    const { post, sent } = start()
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await post(generations, { prompt: 'a fox' }, { traceparent })
    await post(generations, { prompt: 'a fox' }, { traceparent: 'no trace' })
    expect(sent.map(({ headers }) => headers.get('traceparent'))).toEqual([traceparent, null])
  })

  test('responds to other paths and methods as the service does', async () => {
    const { ask, sent } = start()
    expect(await (await ask('/api/v1/nowhere')).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const response = await ask('/api/v1/pricing', { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
    expect(sent).toEqual([])
  })
})

describe('the list of tasks behind a proxy', () => {
  const idsOf = async (response: Response) => {
    const tasks: unknown = recordOf(await response.json()).tasks
    return Array.isArray(tasks) ? tasks.map((task) => String(recordOf(task).id)) : []
  }
  const query = (...ids: string[]) =>
    `/api/v1/tasks?${new URLSearchParams(ids.map((id): [string, string] => ['id', id]))}`

  test.each(['/api/v1/tasks', '/api/v1/tasks?status=QUEUED', '/api/v1/tasks?limit=100&ids=task1'])(
    'is none without ids, which would be the tasks of every caller: %s',
    async (path) => {
      const { ask, sent, clientOf } = start()
      await clientOf('ben').images.generate({ prompt: 'a fox' })
      sent.length = 0
      const response = await ask(path)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
      expect(sent).toEqual([])
    },
  )

  test("has the own tasks, with the ids that the caller knows, and nobody else's", async () => {
    const { ask, sent, clientOf } = start()
    const own = (await clientOf('anna').images.generate({ prompt: 'a fox' })).id
    const other = (await clientOf('ben').images.generate({ prompt: 'a fox' })).id
    expect(await idsOf(await ask(query(own, other, 'task1', 'task2')))).toEqual([own])
    expect(sent.at(-1)?.url).toMatch(/\/api\/v1\/tasks\?id=task1$/)
    sent.length = 0
    expect(await idsOf(await ask(query(other)))).toEqual([])
    expect(sent).toEqual([])
  })

  test('is that of the account for a caller who may list it, with ids to follow by and a page at a time', async () => {
    const { clientOf, sent } = start({
      authorize: async (request) => {
        const id = await byCookie(request)
        return typeof id === 'string' && { id, listsAllTasks: id === 'owner' }
      },
    })
    const mine = (await clientOf('owner').images.generate({ prompt: 'a fox' })).id
    await clientOf('ben').images.generate({ prompt: 'a hare' })
    const owner = clientOf('owner')
    const first = await owner.tasks.list({ limit: 1 })
    const second = await owner.tasks.list({ limit: 1, cursor: first.nextCursor ?? '' })
    expect(second.tasks[0]?.id).toBe(mine)
    const [other] = first.tasks
    await expect(owner.tasks.get(other?.id ?? '')).resolves.toMatchObject({ type: 'image.generate' })
    expect(await owner.tasks.list({ status: 'FAILED' })).toEqual({ tasks: [], nextCursor: null })
    sent.length = 0
    await expect(clientOf('ben').tasks.list()).rejects.toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
    expect(sent).toEqual([])
  })

  test.each(['false', '0', 1, {}])(
    'is refused to a caller whose listsAllTasks is %j and not true',
    async (value) => {
      const { clientOf, sent } = start({ authorize: () => ({ id: 'owner', listsAllTasks: value as never }) })
      await expect(clientOf('owner').tasks.list()).rejects.toMatchObject({ code: 'OPERATION_NOT_ALLOWED' })
      expect(sent).toEqual([])
    },
  )

  test('has none that was not asked for, even from a service that does not know the parameter', async () => {
    const { service, clientOf } = start()
    const { id } = await clientOf('anna').images.generate({ prompt: 'a fox' })
    await clientOf('ben').images.generate({ prompt: 'a fox' })
    const proxy = createProxy({
      apiKey,
      authorize: () => 'anna',
      fetch: () =>
        service.fetch(`${service.baseUrl}/api/v1/tasks`, { headers: { authorization: 'Bearer x' } }),
    })
    expect(await idsOf(await proxy(new Request(`${mount}${query(id)}`)))).toEqual([id])
  })

  test('is refused by the contract with filters beside the ids, and with more than 100 ids', async () => {
    const { ask, sent, clientOf } = start()
    const { id } = await clientOf('anna').images.generate({ prompt: 'a fox' })
    expect((await ask(`${query(id)}&status=QUEUED`)).status).toBe(400)
    sent.length = 0
    const many = await ask(query(...Array.from({ length: 101 }, (_, index) => `${id}${index}`)))
    expect(await many.json()).toMatchObject({ code: 'INVALID_REQUEST', details: [{ path: '/id' }] })
    expect(sent).toEqual([])
  })

  test('serves the waits of a page by one request at a time', async () => {
    const { clientOf, sent } = start()
    const client = clientOf('anna')
    const generations = await Promise.all(['a', 'b', 'c'].map((prompt) => client.images.generate({ prompt })))
    const results = await Promise.all(generations.map(({ wait }) => wait()))
    expect(results.map(({ id }) => id)).toEqual(generations.map(({ id }) => id))
    const polls = sent.filter(({ method, url }) => method === 'GET' && url.includes('/tasks'))
    expect(polls.every(({ url }) => url.includes('?id='))).toBe(true)
    expect(polls.some(({ headers }) => headers.has('prefer') && headers.has('if-none-match'))).toBe(true)
  })
})

describe('two callers of one proxy', () => {
  test('see no task or upload of each other, nor one by the id of the service', async () => {
    const { clientOf, sent } = start()
    const [anna, ben] = [clientOf('anna'), clientOf('ben')]
    const { id } = await anna.images.generate({ prompt: 'a fox' })
    const asset = await anna.uploads.file(png)
    sent.length = 0
    await expect(ben.tasks.get(id)).rejects.toThrow(NotFoundError)
    await expect(ben.tasks.cancel(id)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
    await expect(ben.tasks.deleteResult(id)).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
    await expect(ben.uploads.delete(asset.id)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' })
    await expect(ben.uploads.get(asset.id)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' })
    await expect(ben.images.transform({ assetId: asset.id, prompt: 'x' })).rejects.toMatchObject({
      code: 'ASSET_NOT_USABLE',
    })
    for (const guess of ['task1', 'task1.', `task1.${'A'.repeat(22)}`, id.slice(0, -1)]) {
      await expect(anna.tasks.get(guess)).rejects.toThrow(NotFoundError)
    }
    expect(sent).toEqual([])
    await expect(anna.tasks.get(id)).resolves.toMatchObject({ id })
    await expect(anna.uploads.get(asset.id)).resolves.toMatchObject({ id: asset.id })
  })

  test('see the upload that a task was ordered with under the id that they know, which orders the same again', async () => {
    const { clientOf } = start()
    const anna = clientOf('anna')
    const { id: assetId } = await anna.uploads.file(png)
    const { id } = await anna.images.transform({ assetId, prompt: 'in winter' })
    const request = { assetId, prompt: 'in winter', resolution: 'hd' }
    expect((await anna.tasks.get(id)).request).toEqual(request)
    expect((await anna.tasks.list({ ids: [id] })).tasks.map((task) => task.request)).toEqual([request])
    await expect(anna.images.transform({ ...request, resolution: 'hd' })).resolves.toMatchObject({
      status: 'QUEUED',
    })
  })

  test('have ids that another process with the same secret knows, within the length of the contract', async () => {
    const { clientOf, service } = start({ idSecret: 'shared' })
    const { id } = await clientOf('anna').images.generate({ prompt: 'a fox' })
    const fetch = service.fetch
    const other = createProxy({
      apiKey: 'mg_rotated',
      baseUrl: service.baseUrl,
      authorize: () => 'anna',
      idSecret: 'shared',
      fetch,
    })
    expect((await other(new Request(`${mount}/api/v1/tasks/${id}`))).status).toBe(200)
    const longest = `${'0'.repeat(32)}${id.slice(id.lastIndexOf('.'))}`
    expect(longest.length).toBeLessThanOrEqual(contract.components.schemas.Id.maxLength)
  })

  test('may use the same idempotency key, and neither replays the task of the other', async () => {
    const { clientOf, service, sent } = start()
    const own = { idempotencyKey: 'order-1' }
    const first = await clientOf('anna').images.generate({ prompt: 'a fox' }, own)
    const again = await clientOf('anna').images.generate({ prompt: 'a fox' }, own)
    const other = await clientOf('ben').images.generate({ prompt: 'another' }, own)
    expect([again.id, again.replayed, other.replayed]).toEqual([first.id, true, false])
    expect(service.taskCount()).toBe(2)
    const keys = sent.map(({ headers }) => headers.get('idempotency-key') ?? '')
    expect(keys.filter((key) => key === keys[0])).toHaveLength(2)
    // Whoever knows how keys are made cannot send the one of another.
    await clientOf('ben').images.generate({ prompt: 'a fox' }, { idempotencyKey: keys[0] })
    expect(service.taskCount()).toBe(3)
    await expect(clientOf('anna').images.generate({ prompt: 'a hare' }, own)).rejects.toThrow(
      IdempotencyConflictError,
    )
  })

  test('have a rate each, of which a 429 tells when to go on', async () => {
    let nowMs = 0
    const { clientOf, ask, post } = start({
      now: () => nowMs,
      requestsPerMinute: 2,
      authorize: async (request) => {
        const id = await byCookie(request)
        return typeof id === 'string' ? { id, requestsPerMinute: id === 'carl' ? 3 : undefined } : null
      },
    })
    const once = { maxRetries: 0 }
    for (const user of ['anna', 'ben', 'carl']) {
      for (let piece = 0; piece < (user === 'carl' ? 3 : 2); piece += 1) {
        await clientOf(user).images.generate({ prompt: 'x' }, once)
        nowMs += 1000
      }
    }
    const limited = clientOf('carl').images.generate({ prompt: 'x' }, once)
    await expect(limited).rejects.toThrow(RateLimitError)
    const rejected = await post(generations, { prompt: 'x' })
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '53'])
    expect((await ask('/api/v1/effects')).status).toBe(200)
    expect((await clientOf('anna').uploads.create({ contentType: 'image/png' })).method).toBe('PUT')
    nowMs = 60_001
    expect((await post(generations, { prompt: 'x' })).status).toBe(200)
  })
})

describe('what a generation through a proxy may cost', () => {
  test.each([
    [{ prompt: 'x' }, '0.02', 200],
    [{ prompt: 'x' }, '0.0199999', 403],
    [{ prompt: 'x', resolution: '4k' }, '0.02', 403],
    [{ prompt: 'x', resolution: 'huge' }, '10', 400],
    [{ prompt: 'x', resolution: ['1k'] }, '10', 400],
  ])('%j under %s gets %d, before anything is reserved', async (body, maxCost, status) => {
    const { post, service } = start({ maxCost })
    const response = await post(generations, body)
    expect(response.status).toBe(status)
    if (status === 403) expect(await response.json()).toMatchObject({ code: 'COST_LIMIT_EXCEEDED' })
    expect(service.taskCount()).toBe(status === 200 ? 1 : 0)
  })

  test('counts the seconds of a video and the presets of its effect, by the limit of the caller', async () => {
    const { clientOf, service } = start({ maxCost: '0', authorize: () => ({ id: 'anna', maxCost: '0.15' }) })
    const request = { prompt: 'waves', resolution: '512p' } as const
    await clientOf('anna').videos.generate({ ...request, durationSeconds: 4 })
    await expect(clientOf('anna').videos.generate({ ...request, durationSeconds: 5 })).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('0.175 USD'),
    })
    expect(service.taskCount()).toBe(1)
  })

  test('sends what was priced: of a name that is there twice, the one that counted', async () => {
    const { ask, sent } = start({ maxCost: '0.02' })
    const body = '{"prompt":"x","resolution":"4k","resolution":"1k"}'
    const headers = { 'content-type': 'application/json' }
    expect((await ask(generations, { method: 'POST', body, headers })).status).toBe(200)
    expect(await sent.at(-1)?.json()).toEqual({ prompt: 'x', resolution: '1k' })
  })

  test('sends nothing while the prices cannot be read', async () => {
    const { post, service } = start({ maxCost: '1.00' })
    service.faults.respondWith('SERVICE_UNAVAILABLE', 1)
    expect((await post(generations, { prompt: 'x' })).status).toBe(503)
    expect(service.taskCount()).toBe(0)
    expect((await post(generations, { prompt: 'x' })).status).toBe(200)
  })
})

describe('bodies through a proxy', () => {
  test.each([
    ['{', 'application/json', 400, 'INVALID_JSON'],
    ['[]', 'application/json', 400, 'INVALID_JSON'],
    ['{"prompt":"x"}', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['{"prompt":"x"}', 'application/json; charset=utf-8', 200, undefined],
  ])('%s as %s gets %d', async (body, contentType, status, code) => {
    const { ask } = start()
    const response = await ask(generations, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
    })
    expect(response.status).toBe(status)
    if (code !== undefined) expect(await response.json()).toMatchObject({ status, code })
  })

  test.each([
    [31, 200],
    [32, 400],
    [30_000, 400],
  ])('with %i levels of arrays get %d, and never fail the proxy', async (levels, status) => {
    const { ask, errors } = start()
    const body = `{"prompt":"x","more":${'['.repeat(levels)}${']'.repeat(levels)}}`
    const headers = { 'content-type': 'application/json' }
    const response = await ask(generations, { method: 'POST', body, headers })
    expect([response.status, errors]).toEqual([status, []])
    if (status === 400) expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test('are read no further than the contract allows, also where there is no length', async () => {
    const { proxy, sent } = start({ authorize: () => 'anna' })
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(16_384).fill(32))
      },
    })
    const headers = { 'content-type': 'application/json' }
    const response = await proxy(
      new Request(`${mount}${generations}`, { method: 'POST', body, headers, duplex: 'half' }),
    )
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    expect(pulled).toBeLessThan(8)
    expect(sent).toEqual([])
  })
})

describe('responses through a proxy', () => {
  test('keep what tells a client how to go on, and nothing of the connection', async () => {
    const headers = {
      etag: 'W/"QUEUED"',
      'preference-applied': 'wait=30',
      'retry-after': '7',
      'idempotency-replayed': 'true',
      'x-request-id': 'r1',
      'set-cookie': 'a=b',
      server: 'nginx',
      'keep-alive': 'timeout=5',
    }
    const fetch = async () => Response.json({ id: 'task1', status: 'QUEUED' }, { headers })
    const { post } = start({ fetch })
    const response = await post(generations, { prompt: 'x' })
    const { 'content-type': _, ...kept } = Object.fromEntries(response.headers)
    expect(kept).toEqual({
      'cache-control': 'no-store',
      etag: 'W/"QUEUED"',
      'preference-applied': 'wait=30',
      'retry-after': '7',
      'idempotency-replayed': 'true',
      'x-request-id': 'r1',
    })
  })

  test('say that a task is unchanged, without a body, to a page that says what it has seen', async () => {
    const { ask, post, sent } = start()
    const ordered = await post(generations, { prompt: 'x' })
    const { id } = recordOf(await ordered.json())
    const seen = ordered.headers.get('etag') ?? ''
    const unchanged = await ask(`/api/v1/tasks/${id}`, { headers: { 'if-none-match': seen } })
    expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([304, seen, ''])
    expect(sent.at(-1)?.headers.get('if-none-match')).toBe(seen)
    const fetch = async () => new Response(null, { status: 304 })
    const unasked = await start({ fetch }).ask(`/api/v1/tasks/${id}`)
    expect(unasked.status).toBe(502)
  })

  test('of a gateway in between leave the client in doubt whether a generation was accepted', async () => {
    const silence = (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('cut'))),
      )
    const responses = [
      async () => new Response('<html>', { status: 503 }),
      async () => new Response(null, { status: 302, headers: { location: 'https://login.test' } }),
      async () => Promise.reject(new TypeError('fetch failed')),
      silence,
    ]
    const statuses: number[] = []
    for (const fetch of responses) {
      const { post, errors } = start({ fetch, ...(fetch === silence && { timeoutMs: 20 }) })
      const response = await post(generations, { prompt: 'x' })
      statuses.push(response.status)
      // No body of the contract, by which a client would know that nothing was done.
      expect(await response.json()).toEqual({ error: expect.objectContaining({ status: response.status }) })
      expect(errors.length).toBe(response.status === 504 ? 0 : 1)
    }
    expect(statuses).toEqual([503, 502, 502, 504])
  })

  test('end with their request: a page that leaves stops the poll', async () => {
    const leave = new AbortController()
    let stopped = false
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => {
          stopped = true
          reject(new Error('cut'))
        }),
      )
    const { ask, errors } = start({ fetch })
    const asked = ask('/api/v1/effects', { signal: leave.signal })
    await new Promise((resolve) => setImmediate(resolve))
    leave.abort()
    await asked
    expect([stopped, errors]).toEqual([true, []])
  })
})

describe('pages of other origins', () => {
  const origins = ['https://shop.test']

  test('that are listed pass the preflight and may read a response', async () => {
    const { ask } = start({ origins })
    const preflight = await ask(generations, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': 'https://shop.test',
      'access-control-allow-headers': 'content-type,idempotency-key',
      'access-control-allow-methods': 'GET, POST, DELETE',
      vary: 'Origin',
    })
    const response = await ask('/api/v1/pricing', { headers: { origin: 'https://shop.test' } })
    expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After')
    const rejection = await ask('/api/v1/me', { headers: { origin: 'https://shop.test' } })
    expect([rejection.status, rejection.headers.get('access-control-allow-origin')]).toEqual([
      403,
      'https://shop.test',
    ])
  })

  test('that are not listed are rejected, cookies or not, and those of the own origin are not', async () => {
    const { post, service } = start({ origins })
    for (const origin of ['https://evil.test', 'null', 'https://shop.test.evil.test']) {
      const response = await post(generations, { prompt: 'x' }, { origin, 'sec-fetch-site': 'cross-site' })
      expect(response.status).toBe(403)
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
    }
    expect(service.taskCount()).toBe(0)
    // Behind a proxy that terminates TLS the scheme and host of the request are others than the page's.
    const own = { origin: 'https://www.app.test', 'sec-fetch-site': 'same-origin' }
    expect((await post(generations, { prompt: 'x' }, own)).status).toBe(200)
    expect((await post(generations, { prompt: 'x' }, { origin: 'https://app.test' })).status).toBe(200)
    expect((await post(generations, { prompt: 'x' }, { origin: 'https://other.test' })).status).toBe(403)
  })
})

test.each([
  [{ apiKey: '' }, /apiKey/],
  [{ apiKey: () => 'key' }, /idSecret/],
  [{ origins: ['https://app.test/'] }, /origins.*app\.test/],
  [{ operations: JSON.parse('["everything"]') }, /operations.*everything/],
  [{ maxCost: '1,00' }, /1,00/],
  [{ timeoutMs: Number.NaN }, /timeoutMs/],
  [{ heldPolls: { perCaller: -1 } }, /heldPolls\.perCaller/],
  [{ openUploads: { total: Number.NaN } }, /openUploads\.total/],
  [{ baseUrl: 'media.test' }, /baseUrl/],
  [{ authorize: JSON.parse('null') }, /authorize/],
])('a proxy with the setting %j is rejected when it is made', (options, message) => {
  expect(() => createProxy({ apiKey, authorize: byCookie, ...options })).toThrow(message)
  expect(() => createProxy({ apiKey, authorize: byCookie, ...options })).toThrow(Error)
})
