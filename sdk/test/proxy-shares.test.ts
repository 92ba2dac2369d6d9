import { describe, expect, test } from 'vitest'
import { createProxy, type ProxyOptions } from '../src/proxy/index.js'
import { createCallerLimiter } from '../src/proxy/rate-limit.js'
import { until } from './support/until.js'

type AnyResponse = Response | Promise<Response>

async function idOf(response: Promise<Response>): Promise<string> {
  return ((await (await response).json()) as { id: string }).id
}

/** A proxy of a service that `respond` plays; the header `user` names the caller. */
function start(respond: (request: Request) => AnyResponse, options: Partial<ProxyOptions> = {}) {
  const sent: Request[] = []
  let nowMs = 0
  const proxy = createProxy({
    apiKey: 'mg_key',
    authorize: ({ headers }) => headers.get('user'),
    requestsPerMinute: 1000,
    now: () => nowMs,
    onError: () => undefined,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      sent.push(request)
      return respond(request)
    },
    ...options,
  })
  const ask = (user: string, method: 'GET' | 'POST', path: string, init: RequestInit = {}) => {
    const headers = { user, 'content-type': 'application/json', ...init.headers }
    return proxy(new Request(`https://app.test/api/v1${path}`, { ...init, method, headers }))
  }
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { ask, sent, advance }
}

describe('the held requests of an account behind a proxy', () => {
  /** A service that holds each poll and each list until `release`, or until its request is aborted. */
  async function startHeld(heldPolls: ProxyOptions['heldPolls']) {
    const releases: (() => void)[] = []
    const task = { id: 'task1', status: 'QUEUED' }
    const respond = ({ url }: Request) =>
      Response.json(new URL(url).pathname.endsWith('/tasks') ? { tasks: [task], nextCursor: null } : task)
    const started = start(
      (request) => {
        if (!request.headers.has('prefer')) return respond(request)
        return new Promise((resolve, reject) => {
          releases.push(() => resolve(respond(request)))
          request.signal.addEventListener('abort', () => reject(request.signal.reason))
        })
      },
      { heldPolls },
    )
    const ids: Record<string, string> = {}
    for (const user of ['anna', 'ben', 'carl']) {
      const body = JSON.stringify({ prompt: 'x' })
      ids[user] = await idOf(started.ask(user, 'POST', '/images/generations', { body }))
    }
    started.sent.length = 0
    const pathOf = { poll: (id = '') => `/tasks/${id}`, list: (id = '') => `/tasks?id=${id}` }
    /** Asks for the task; resolves to whether the service was asked to hold its response. */
    const follow = async (by: keyof typeof pathOf, user: string, signal?: AbortSignal) => {
      const before = started.sent.length
      const init = { headers: { prefer: 'wait=30' }, ...(signal && { signal }) }
      const response = started.ask(user, 'GET', pathOf[by](ids[user]), init)
      await until(() => started.sent.length > before)
      return { isHeld: started.sent.at(-1)?.headers.has('prefer'), response }
    }
    return { ...started, follow, ids, releases }
  }

  test.each([
    ['polls of one task', 'poll', 'poll'],
    ['lists of several', 'list', 'list'],
    ['both together', 'list', 'poll'],
  ] as const)(
    '%s are shared: a caller over its share gets its response immediately, and others are still held',
    async (_, one, other) => {
      const { follow } = await startHeld({ perCaller: 2, total: 3 })
      expect([(await follow(one, 'anna')).isHeld, (await follow(other, 'anna')).isHeld]).toEqual([true, true])
      const over = await follow(one, 'anna')
      expect([over.isHeld, (await over.response).status]).toEqual([false, 200])
      expect((await follow(other, 'ben')).isHeld).toBe(true)
      // The total is reached, which leaves the rest of the account's held requests to other clients of it.
      expect((await follow(one, 'carl')).isHeld).toBe(false)
    },
  )

  test.each(['poll', 'list'] as const)(
    'become free with the response of a %s, and when the page leaves',
    async (by) => {
      const { follow, releases } = await startHeld({ perCaller: 1 })
      const first = await follow(by, 'anna')
      releases[0]?.()
      await first.response
      const leave = new AbortController()
      const second = await follow(by, 'anna', leave.signal)
      expect([second.isHeld, (await follow(by, 'anna')).isHeld]).toEqual([true, false])
      leave.abort()
      await second.response
      expect((await follow(by, 'anna')).isHeld).toBe(true)
    },
  )

  test('become free after the longest hold where the platform ends a handler in the middle', async () => {
    const { follow, advance } = await startHeld({ perCaller: 1 })
    await follow('list', 'anna')
    advance(59_999)
    expect((await follow('list', 'anna')).isHeld).toBe(false)
    advance(1)
    expect((await follow('list', 'anna')).isHeld).toBe(true)
  })

  test('are 10 of a caller and 90 of all, unless the program says otherwise', async () => {
    const { follow } = await startHeld(undefined)
    const held: unknown[] = []
    for (let count = 0; count < 11; count += 1) held.push((await follow('list', 'anna')).isHeld)
    expect(held).toEqual([...Array(10).fill(true), false])
  })

  test('are not used up by lists of tasks that another caller ordered', async () => {
    const { ask, follow, ids, sent } = await startHeld({ perCaller: 1, total: 1 })
    const init = { headers: { prefer: 'wait=30' } }
    for (let count = 0; count < 3; count += 1) {
      const response = await ask('ben', 'GET', `/tasks?id=${ids.anna}`, init)
      expect(await response.json()).toEqual({ tasks: [], nextCursor: null })
    }
    expect(sent).toHaveLength(0)
    expect((await follow('list', 'ben')).isHeld).toBe(true)
  })

  test('take one place for a list of a hundred tasks, and none for one that the contract does not have', async () => {
    const { ask, follow, ids } = await startHeld({ perCaller: 1 })
    const init = { headers: { prefer: 'wait=30' } }
    const tooMany = Array.from({ length: 101 }, (_, index) => `id=task${index}`).join('&')
    expect((await ask('anna', 'GET', `/tasks?${tooMany}`, init)).status).toBe(400)
    expect((await ask('anna', 'GET', '/tasks', init)).status).toBe(403)
    const hundred = `${ids.anna}${Array.from({ length: 99 }, (_, index) => `&id=task${index}`).join('')}`
    ids.anna = hundred
    expect((await follow('list', 'anna')).isHeld).toBe(true)
    expect((await follow('list', 'anna')).isHeld).toBe(false)
  })
})

describe('the open uploads of an account behind a proxy', () => {
  /** A service whose uploads have the status that `statuses` gives them. */
  function startUploads(openUploads: ProxyOptions['openUploads']) {
    let created = 0
    const statuses: Record<string, string> = {}
    const started = start(
      ({ method, url }) => {
        const id = /uploads\/(\w+)/.exec(url)?.[1]
        if (id !== undefined) return Response.json({ id, status: statuses[id] })
        created += 1
        return Response.json({ id: `upload${created}`, method })
      },
      { openUploads },
    )
    const create = (user: string, signal?: AbortSignal) =>
      started.ask(user, 'POST', '/uploads', {
        body: '{"contentType":"image/png"}',
        ...(signal && { signal }),
      })
    return { ...started, create, statuses }
  }

  test('are shared: a caller over its share gets the 429 of the contract, and others still open some', async () => {
    const { create, sent, advance } = startUploads({ perCaller: 2, total: 3 })
    await create('anna')
    advance(100_000)
    await create('anna')
    const rejected = await create('anna')
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '800'])
    expect(await rejected.json()).toMatchObject({ status: 429, code: 'TOO_MANY_OPEN_UPLOADS' })
    expect((await create('ben')).status).toBe(200)
    expect((await create('carl')).status).toBe(429)
    expect(sent).toHaveLength(3)
    advance(800_000)
    expect([(await create('anna')).status, (await create('anna')).status]).toEqual([200, 429])
  })

  test.each([
    ['completed', 'POST', 'READY', 200],
    ['found READY', 'GET', 'READY', 200],
    ['found EXPIRED', 'GET', 'EXPIRED', 200],
    // Otherwise worthless files would fill the account's limit, for the service counts them.
    ['completed with a file that is none', 'POST', 'INVALID', 429],
    ['found PENDING', 'GET', 'PENDING', 429],
  ] as const)('count one that is %s as the service does', async (_, method, status, expected) => {
    const { create, statuses, ask } = startUploads({ perCaller: 1 })
    const id = await idOf(create('anna'))
    statuses.upload1 = status
    await ask('anna', method, `/uploads/${id}${method === 'POST' ? '/complete' : ''}`)
    expect((await create('anna')).status).toBe(expected)
  })

  test('count what a caller opened that left before the response', async () => {
    let respond: (() => void) | undefined
    const { ask } = start(
      () => new Promise((resolve) => (respond = () => resolve(Response.json({ id: 'a' })))),
      {
        openUploads: { perCaller: 1 },
      },
    )
    const leave = new AbortController()
    const create = (signal: AbortSignal | null) =>
      ask('anna', 'POST', '/uploads', { body: '{"contentType":"image/png"}', signal })
    const left = create(leave.signal)
    await until(() => respond !== undefined)
    leave.abort()
    respond?.()
    await left
    expect((await create(null)).status).toBe(429)
  })

  test('do not count what the service rejected or never responded to', async () => {
    const rejection = { status: 409, code: 'STORAGE_LIMIT_REACHED', message: 'full', requestId: 'r1' }
    const responses = [
      async () => Response.json(rejection, { status: 409 }),
      async () => Promise.reject(new TypeError('fetch failed')),
      async () => Response.json({ id: 'a' }),
    ]
    const { ask } = start(() => responses.shift()?.() ?? Response.error(), { openUploads: { perCaller: 1 } })
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await ask('anna', 'POST', '/uploads', { body: '{"contentType":"image/png"}' })).status)
    }
    expect(statuses).toEqual([409, 502, 200, 429])
  })
})

test('the rate limiter stores 10,000 callers, and forgets the one that was silent for longest', () => {
  const limiter = createCallerLimiter(() => 0)
  const isLimited = (caller: string | number) => limiter.count(String(caller), 'generation', 1) !== undefined
  for (let caller = 0; caller < 10_000; caller += 1) expect(isLimited(caller)).toBe(false)
  expect([isLimited(0), isLimited(9999)]).toEqual([true, true])
  expect(isLimited('another')).toBe(false)
  expect([isLimited(1), isLimited(9999), isLimited(0)]).toEqual([true, true, false])
})
