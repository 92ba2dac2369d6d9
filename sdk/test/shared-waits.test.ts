import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FetchFunction } from '../src/core/fetch.js'
import {
  AuthenticationError,
  InvalidResponseError,
  Mediagen,
  type MediagenOptions,
  NotFoundError,
  ServerError,
  type TaskStatus,
  WaitTimeoutError,
} from '../src/index.js'
import { createMockService, type MockServiceOptions } from '../src/testing/index.js'
import { errorResponse } from './support/fake-fetch.js'
import { createTimelineClock } from './support/timeline-clock.js'

afterEach(() => vi.unstubAllGlobals())

/** Responds instead of the service; undefined leaves it to the service. */
type Instead = (
  url: URL,
  headers: Readonly<Record<string, string>>,
) => Response | Promise<Response> | undefined

/** A client of a service, and what went between the two. */
function createWaits({
  instead = () => undefined,
  latencyMs = 0,
  processingMs = 20_000,
  holds = true,
  ...options
}: Partial<MockServiceOptions> & {
  instead?: Instead
  latencyMs?: number
  /** Whether the service holds polls. */
  holds?: boolean
} = {}) {
  const clock = createTimelineClock()
  const service = createMockService({
    clock,
    processingMs,
    progress: false,
    balance: '1000.00',
    requestsPerMinute: 1e6,
    ...options,
  })
  /** Polls, by time, path and whether they were to be held. */
  const polls: {
    readonly atMs: number
    readonly ids: readonly string[]
    readonly wait: string | undefined
  }[] = []
  let [open, openMost, heldMost, held] = [0, 0, 0, 0]
  const fetch: FetchFunction = async (url, init) => {
    const { pathname, searchParams } = new URL(url)
    if (init.method !== 'GET' || !pathname.startsWith('/api/v1/tasks')) return service.fetch(url, init)
    const isList = pathname.endsWith('/tasks')
    const ids = isList ? searchParams.getAll('id') : [pathname.split('/').at(-1) ?? '']
    polls.push({ atMs: clock.now(), ids: isList ? ids : [`alone ${ids[0]}`], wait: init.headers.prefer })
    const isHeld = init.headers.prefer !== undefined
    open += 1
    held += Number(isHeld)
    openMost = Math.max(openMost, open)
    heldMost = Math.max(heldMost, held)
    try {
      if (latencyMs > 0) await clock.delay(latencyMs, init.signal ?? undefined)
      const { prefer, ...others } = init.headers
      const headers = holds ? init.headers : others
      return instead(new URL(url), init.headers) ?? (await service.fetch(url, { ...init, headers }))
    } finally {
      open -= 1
      held -= Number(isHeld)
    }
  }
  const createClient = (more: MediagenOptions = {}) =>
    new Mediagen({ apiKey: 'any', baseUrl: service.baseUrl, fetch, clock, random: () => 1, ...more })
  const client = createClient({ requestsPerMinute: Number.POSITIVE_INFINITY })
  const order = () => client.images.generate({ prompt: 'x' })
  const orderMany = (count: number) => Promise.all(Array.from({ length: count }, order))
  const figures = () => ({ open, openMost, heldMost, polls: polls.length })
  return { clock, service, client, createClient, polls, order, orderMany, figures }
}

const listed = (url: URL) => url.pathname.endsWith('/tasks')

/** Follows so many tasks, ordered one after the other; says how late each result was known. */
async function followMany(count: number, options: Parameters<typeof createWaits>[0] & { everyMs?: number }) {
  const { clock, order, figures, polls } = createWaits(options)
  const durationMs = typeof options?.processingMs === 'number' ? options.processingMs : 20_000
  const lateMs = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await clock.delay(index * (options?.everyMs ?? 0))
      const generation = await order()
      await generation.wait()
      return clock.now() - Date.parse(generation.createdAt) - 200 - durationMs
    }),
  )
  return {
    ...figures(),
    lateMs: Math.max(...lateMs),
    longest: Math.max(...polls.map(({ ids }) => ids.length)),
  }
}

describe('the waits for tasks that tell their progress', () => {
  test.each([
    ['alone', 1, 0.5],
    ['together with others', 50, 0.02],
  ])(
    'tell each step once and in order, %s, and ask at most %f times a task and second',
    async (_, count, most) => {
      const { clock, orderMany, polls } = createWaits({ progress: true, processingMs: 60_000 })
      const startedAtMs = clock.now()
      const generations = await orderMany(count)
      const seen = await Promise.all(
        generations.map(async (generation) => {
          const steps: (number | string)[] = []
          await generation.wait({ onUpdate: ({ status, progress }) => steps.push(progress ?? status) })
          return steps
        }),
      )
      const steps = Array.from({ length: 19 }, (_, index) => 5 * (index + 1))
      for (const each of seen) expect(each).toEqual(['QUEUED', 'PROCESSING', ...steps, 'SUCCEEDED'])
      expect((polls.length * 1000) / count / (clock.now() - startedAtMs)).toBeLessThan(most)
    },
  )
})

describe('the waits of one client', () => {
  test.each([
    ['in a browser', true],
    ['elsewhere', false],
  ])('%s share one held request, and each learns its result at once', async (_, isBrowser) => {
    if (isBrowser) vi.stubGlobal('XMLHttpRequest', class {})
    const { heldMost, polls, lateMs } = await followMany(50, { processingMs: 100_000 })
    expect(heldMost).toBe(1)
    expect(polls).toBeLessThan(50)
    expect(lateMs).toBeLessThanOrEqual(100)
  })

  test.each([
    ['in a browser', true],
    ['elsewhere', false],
  ])('%s take up one that joins a running hold soon', async (_, isBrowser) => {
    if (isBrowser) vi.stubGlobal('XMLHttpRequest', class {})
    const { openMost, lateMs, polls } = await followMany(20, {
      processingMs: 3_000,
      latencyMs: 20,
      everyMs: 700,
    })
    expect(openMost).toBeLessThanOrEqual(2)
    expect(lateMs).toBeLessThanOrEqual(150)
    expect(polls).toBeLessThanOrEqual(20 * 6)
  })

  test('elsewhere share a request for each hundred', async () => {
    const { heldMost, longest, lateMs } = await followMany(250, { processingMs: 40_000 })
    expect([heldMost, longest]).toEqual([3, 100])
    expect(lateMs).toBeLessThanOrEqual(250)
  })

  test('in a browser take turns at one connection beyond a hundred, and none is late by more than 3 s', async () => {
    vi.stubGlobal('XMLHttpRequest', class {})
    const { openMost, longest, lateMs } = await followMany(250, { processingMs: 40_000 })
    expect(openMost).toBeLessThanOrEqual(2)
    expect(longest).toBe(100)
    expect(lateMs).toBeLessThanOrEqual(3_000)
  })

  test.each([
    ['', true],
    [', also at a service that holds no polls', false],
  ])('in a browser read each of a thousand within 3 s, whichever end first%s', async (_, holds) => {
    vi.stubGlobal('XMLHttpRequest', class {})
    const { client, clock, figures } = createWaits({
      processingMs: ({ request }) => 5_000 + Number(request.prompt),
      latencyMs: 50,
      holds,
    })
    const lateMs = await Promise.all(
      Array.from({ length: 1_000 }, async (_each, index) => {
        const ms = (index * 7_919) % 20_000
        const generation = await client.images.generate({ prompt: String(ms) })
        await generation.wait()
        return clock.now() - Date.parse(generation.createdAt) - 200 - 5_000 - ms
      }),
    )
    expect(Math.max(...lateMs)).toBeLessThanOrEqual(3_000)
    expect(figures().openMost).toBeLessThanOrEqual(2)
  })

  test('in a browser read each of a thousand within 3 s also where all end at once', async () => {
    vi.stubGlobal('XMLHttpRequest', class {})
    const { lateMs } = await followMany(1_000, { processingMs: 20_000, latencyMs: 50 })
    expect(lateMs).toBeLessThanOrEqual(3_000)
  })

  test('leave the connections of a browser to other calls also on a service without lists', async () => {
    vi.stubGlobal('XMLHttpRequest', class {})
    const instead: Instead = (url) => (listed(url) ? errorResponse(404, 'NOT_FOUND') : undefined)
    const { heldMost, lateMs } = await followMany(12, { processingMs: 100_000, instead })
    expect(heldMost).toBeLessThanOrEqual(2)
    expect(lateMs).toBeLessThanOrEqual(3_000)
  })

  test('end on time in a browser also where the poll of another gets no response', async () => {
    vi.stubGlobal('XMLHttpRequest', class {})
    let silent = ''
    const { clock, orderMany } = createWaits({
      processingMs: 100_000,
      instead: ({ pathname }, { prefer }) => {
        if (pathname.endsWith('/tasks')) return errorResponse(404, 'NOT_FOUND')
        return pathname.endsWith(silent) && !prefer ? new Promise(() => undefined) : undefined
      },
    })
    const [one, two, three] = await orderMany(3)
    silent = `/${two?.id}`
    const began = clock.now()
    const others = [one?.wait({ timeoutMs: 20_000 }), two?.wait({ timeoutMs: 20_000 })]
    await expect(three?.wait({ timeoutMs: 5_000 })).rejects.toThrow(WaitTimeoutError)
    expect(clock.now() - began).toBe(5_000)
    await Promise.allSettled(others)
  })

  test('ask less than 0.2 times a task and second for dozens of 5 to 60 s, and are told within 250 ms', async () => {
    const { clock, client, figures } = createWaits({
      processingMs: ({ request }) => 5_000 + 1_000 * Number(request.prompt),
      latencyMs: 10,
    })
    let taskSeconds = 0
    const lateMs = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await clock.delay(index * 500)
        const seconds = (index * 17) % 56
        const generation = await client.images.generate({ prompt: String(seconds) })
        await generation.wait()
        taskSeconds += 5 + seconds
        return clock.now() - Date.parse(generation.createdAt) - 200 - 5_000 - 1_000 * seconds
      }),
    )
    expect(figures().polls / taskSeconds).toBeLessThan(0.2)
    expect(lateMs.sort((one, other) => one - other)[39]).toBeLessThan(250)
  })

  test('leave tasks that have ended out of their requests once these are half of them', async () => {
    const { client, clock, polls } = createWaits({
      processingMs: ({ request }) => 1_000 * Number(request.prompt),
    })
    const began = clock.now()
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const generation = await client.images.generate({ prompt: String(5 + index) })
        await generation.wait()
      }),
    )
    for (const { atMs, ids } of polls) {
      const running = 40 - Math.max(0, Math.floor((atMs - began) / 1_000) - 5)
      expect(ids.length).toBeLessThanOrEqual(Math.max(2 * running, 2))
    }
  })

  test('tell each caller each status of its own task', async () => {
    const { orderMany } = createWaits({ queuedMs: 4_000 })
    const generations = await orderMany(3)
    const seen = await Promise.all(
      generations.map(async ({ id, wait }) => {
        const statuses: TaskStatus[] = []
        const result = await wait({ onUpdate: (task) => statuses.push(task.status) })
        expect(result.id).toBe(id)
        return statuses
      }),
    )
    expect(seen).toEqual(generations.map(() => ['QUEUED', 'PROCESSING', 'SUCCEEDED']))
  })

  test('fail each by itself: a task that does not exist fails its own alone', async () => {
    const { client, orderMany, polls } = createWaits()
    const generations = await orderMany(2)
    const [unknown, ...known] = await Promise.allSettled([
      client.tasks.wait('unknown'),
      ...generations.map(({ wait }) => wait()),
    ])
    expect(unknown).toMatchObject({ status: 'rejected', reason: expect.any(NotFoundError) })
    expect(known.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(polls.length).toBeLessThan(10)
  })

  test('end each by its own signal and timeout, and the request with the last of them', async () => {
    const { clock, orderMany, figures } = createWaits({ processingMs: 1_000_000 })
    const [one, two, three] = await orderMany(3)
    const controller = new AbortController()
    clock.after(8_000, () => controller.abort(new Error('enough')))
    const began = clock.now()
    const ended = async (work: Promise<unknown> | undefined) => {
      const error = await work?.catch((reason: unknown) => reason)
      return [error, clock.now() - began] as const
    }
    const [late, aborted, first] = await Promise.all([
      ended(one?.wait({ timeoutMs: 12_000 })),
      ended(two?.wait({ signal: controller.signal })),
      ended(three?.wait({ timeoutMs: 5_000 })),
    ])
    expect(first).toEqual([expect.any(WaitTimeoutError), 5_000])
    expect(first[0]).toMatchObject({ lastTask: { status: 'PROCESSING' } })
    expect(aborted).toEqual([new Error('enough'), 8_000])
    expect(late).toEqual([expect.any(WaitTimeoutError), 12_000])
    expect(figures().open).toBe(0)
  })

  test.each<[string, Instead, number]>([
    ['a hold', () => undefined, 0],
    [
      'a pause that the service asked for',
      () => errorResponse(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '60' }),
      0,
    ],
    ['a poll without a response', () => new Promise(() => undefined), 1_000],
  ])('end on time also where they join %s that outlasts them', async (_, instead, lastLookMs) => {
    const { client, clock, orderMany } = createWaits({ processingMs: 100_000, instead })
    const [one, two] = await orderMany(2)
    const first = client.tasks.wait(one?.id ?? '')
    first.catch(() => undefined)
    await clock.delay(2_000)
    const began = clock.now()
    await expect(two?.wait({ timeoutMs: 700 })).rejects.toThrow(WaitTimeoutError)
    expect(clock.now() - began).toBe(700 + lastLookMs)
    await expect(one?.wait({ timeoutMs: 10 })).rejects.toThrow(WaitTimeoutError)
    expect(clock.now() - began).toBe(710 + 2 * lastLookMs)
  })

  test('go by themselves with headers of their own', async () => {
    const { orderMany, polls } = createWaits()
    const generations = await orderMany(3)
    await Promise.all(generations.map(({ wait }) => wait({ headers: { 'x-tenant': 'a' } })))
    expect(polls.every(({ ids }) => ids[0]?.startsWith('alone'))).toBe(true)
  })
})

describe('a task that the service shows wrongly', () => {
  test('in another state each time is not asked for without pause', async () => {
    const { orderMany, polls } = createWaits({
      processingMs: 1_000_000,
      instead: (url, { prefer }) => {
        if (!listed(url)) return undefined
        const status = polls.length % 2 ? 'PROCESSING' : 'QUEUED'
        const tasks = url.searchParams.getAll('id').map((id) => ({ id, status }))
        const headers = { etag: `W/"${polls.length}"`, ...(prefer && { 'preference-applied': prefer }) }
        return Response.json({ tasks }, { headers })
      },
    })
    const generations = await orderMany(3)
    const ends = await Promise.allSettled(generations.map(({ wait }) => wait({ timeoutMs: 60_000 })))
    expect(ends).toEqual(ends.map(() => ({ status: 'rejected', reason: expect.any(WaitTimeoutError) })))
    expect(polls.length).toBeLessThan(60)
  })

  test('holds up neither the others nor the service', async () => {
    const wrongOf = (ids: readonly string[]) =>
      ids.map((id, index) => ({ id, status: 'PROCESSING', output: index === 0 ? 'wrong' : null }))
    let wrong = ''
    const { orderMany, polls } = createWaits({
      instead: (url) => {
        const ids = listed(url) ? url.searchParams.getAll('id') : [url.pathname.split('/').at(-1) ?? '']
        if (!ids.includes(wrong)) return undefined
        return Response.json(
          listed(url) ? { tasks: wrongOf([wrong, ...ids.filter((id) => id !== wrong)]) } : wrongOf(ids)[0],
        )
      },
    })
    const generations = await orderMany(3)
    wrong = generations[0]?.id ?? ''
    const [first, ...others] = await Promise.allSettled(
      generations.map(({ wait }) => wait({ timeoutMs: 60_000 })),
    )
    expect(first).toMatchObject({ reason: expect.any(WaitTimeoutError) })
    expect(first).toMatchObject({ reason: { cause: expect.any(InvalidResponseError) } })
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(polls.length).toBeLessThan(100)
  })
})

describe('an outage', () => {
  test('is waited out by all waits of a client with one request at a time', async () => {
    let isDown = false
    const { clock, orderMany, polls } = createWaits({
      instead: () => (isDown ? errorResponse(503, 'SERVICE_UNAVAILABLE') : undefined),
      processingMs: 60_000,
    })
    const generations = await orderMany(20)
    const began = clock.now()
    clock.after(50_000, () => {
      isDown = true
    })
    clock.after(110_000, () => {
      isDown = false
    })
    const results = await Promise.all(generations.map(({ wait }) => wait()))
    expect(results.map(({ status }) => status)).toEqual(generations.map(() => 'SUCCEEDED'))
    const meanwhile = polls.filter(({ atMs }) => atMs > began + 50_000 && atMs < began + 110_000)
    expect(meanwhile.length).toBeLessThan(25)
  })

  test('is told to each wait, and so is its end although no task has changed', async () => {
    let isDown = false
    const { clock, orderMany } = createWaits({
      instead: () => (isDown ? errorResponse(503, 'SERVICE_UNAVAILABLE') : undefined),
      processingMs: 200_000,
    })
    const generations = await orderMany(3)
    const began = clock.now()
    clock.after(10_000, () => {
      isDown = true
    })
    clock.after(60_000, () => {
      isDown = false
    })
    const told: [boolean, number][][] = generations.map(() => [])
    const onOutage = (index: number) => (error: Error | undefined) => {
      told[index]?.push([error instanceof ServerError, clock.now() - began])
    }
    await Promise.all(generations.map(({ wait }, index) => wait({ onOutage: onOutage(index) })))
    for (const [first, ...others] of told) {
      expect(first?.[0]).toBe(true)
      expect(others.at(-1)?.[0]).toBe(false)
      expect(others.at(-1)?.[1]).toBeLessThan(100_000)
    }
  })

  test('is the cause of a timeout', async () => {
    let isDown = false
    const { clock, orderMany } = createWaits({
      instead: () => (isDown ? errorResponse(503, 'SERVICE_UNAVAILABLE') : undefined),
      processingMs: 60_000,
    })
    const generations = await orderMany(2)
    clock.after(5_000, () => {
      isDown = true
    })
    for (const one of await Promise.allSettled(generations.map(({ wait }) => wait({ timeoutMs: 30_000 })))) {
      expect(one).toMatchObject({ reason: expect.any(WaitTimeoutError) })
      expect(one).toMatchObject({ reason: { cause: expect.any(ServerError) } })
    }
  })

  test('of a rate limit lasts as long as Retry-After says', async () => {
    const limited = () => errorResponse(429, 'RATE_LIMITED', { 'retry-after': '7' })
    const { orderMany, polls } = createWaits({
      instead: () => (polls.length === 3 ? limited() : undefined),
    })
    const generations = await orderMany(4)
    await Promise.all(generations.map(({ wait }) => wait()))
    const [, , limitedAt, next] = polls.filter(({ ids }) => !ids[0]?.startsWith('alone'))
    expect((next?.atMs ?? 0) - (limitedAt?.atMs ?? 0)).toBeGreaterThanOrEqual(7_000)
  })

  test.each([503, 429])(
    'of a %i that names a day is over in a minute, also for a wait that begins meanwhile',
    async (status) => {
      const closed = () => errorResponse(status, 'SERVICE_UNAVAILABLE', { 'retry-after': '86400' })
      let isClosed = true
      const { clock, order, orderMany, polls } = createWaits({
        instead: (url) => {
          if (!isClosed || !listed(url)) return undefined
          isClosed = false
          return closed()
        },
      })
      const generations = await orderMany(2)
      const began = clock.now()
      const later = clock.delay(30_000).then(async () => (await order()).wait())
      await Promise.all(generations.map(({ wait }) => wait()))
      await later
      expect(clock.now() - began).toBeLessThan(65_000)
      expect(polls.length).toBeLessThan(12)
    },
  )

  test('that is none, as of a revoked key, ends every wait', async () => {
    let isRevoked = false
    const { clock, orderMany } = createWaits({
      instead: () => (isRevoked ? errorResponse(401, 'UNAUTHENTICATED') : undefined),
      processingMs: 60_000,
    })
    const generations = await orderMany(3)
    clock.after(5_000, () => {
      isRevoked = true
    })
    for (const one of await Promise.allSettled(generations.map(({ wait }) => wait()))) {
      expect(one).toMatchObject({ reason: expect.any(AuthenticationError) })
    }
  })
})

describe('a service that cannot follow several tasks by one request', () => {
  test.each([
    ['has no list', () => errorResponse(404, 'NOT_FOUND')],
    ['has another method there', () => errorResponse(405, 'METHOD_NOT_ALLOWED')],
    ['stands behind a proxy that does not pass it on', () => errorResponse(403, 'OPERATION_NOT_ALLOWED')],
    ['does not know the parameter', () => Response.json({ tasks: [{ id: 'other', status: 'QUEUED' }] })],
    ['is a page for unknown addresses', () => new Response('<html></html>')],
  ])('because it %s is asked once, and the tasks are followed by themselves', async (_, response) => {
    const { orderMany, polls } = createWaits({
      instead: (url) => (listed(url) ? response() : undefined),
    })
    for (let round = 0; round < 2; round += 1) {
      const generations = await orderMany(3)
      const results = await Promise.all(generations.map(({ wait }) => wait()))
      expect(results.map(({ id }) => id)).toEqual(generations.map(({ id }) => id))
    }
    expect(polls.filter(({ ids }) => !ids[0]?.startsWith('alone'))).toHaveLength(1)
    expect(polls.length).toBeLessThan(30)
  })
})
