import { describe, expect, test } from 'vitest'
import { InvalidResponseError, WaitTimeoutError } from '../src/index.js'
import { accepted, createFakeClient, polled, taskIn } from './support/fake-client.js'
import { brokenConnection, type FakeResponse, json, type SentRequest } from './support/fake-fetch.js'
import { until } from './support/until.js'

/** How long a response is on its way. */
const latencyMs = 20

/** How a service is followed. */
interface Followed {
  readonly lateMs: number
  readonly requests: number
  readonly seen: string[]
}

/** Generates an image on a service that holds polls; says how it was followed. */
async function followHeld(readyAfterMs: number, startsAfterMs = 50, hasTags = false): Promise<Followed> {
  const tagOf = (status: string): Record<string, string> => (hasTags ? { etag: `W/"${status}"` } : {})
  const responses = Array.from({ length: 60 }, (): FakeResponse => (request) => response(request))
  const fake = createFakeClient([accepted(tagOf('QUEUED')), ...responses])
  const generation = await fake.client.images.generate({ prompt: 'x' })
  const acceptedAtMs = fake.clock.now()
  const statusAt = (atMs: number) => {
    if (atMs - acceptedAtMs >= readyAfterMs) return 'SUCCEEDED'
    return atMs - acceptedAtMs >= startsAfterMs ? 'PROCESSING' : 'QUEUED'
  }
  const response = (request: SentRequest) => {
    fake.clock.advance(latencyMs)
    const tag = hasTags ? request.headers.get('if-none-match') : null
    const before = tag ?? `W/"${statusAt(fake.clock.now())}"`
    const isSeen = () => `W/"${statusAt(fake.clock.now())}"` === before
    const endsAtMs = fake.clock.now() + 1000 * holdOf(request)
    while (fake.clock.now() < endsAtMs && isSeen()) fake.clock.advance(1)
    const status = statusAt(fake.clock.now())
    const response = isSeen() && tag !== null ? unchanged(tagOf(status)) : held(status, tagOf(status))
    fake.clock.advance(latencyMs)
    return response
  }
  const seen: string[] = []
  await generation.wait({ onUpdate: ({ status }) => seen.push(status) })
  const lateMs = fake.clock.now() - acceptedAtMs - readyAfterMs
  return { lateMs, requests: fake.sent.length, seen }
}

describe('polls that the service holds', () => {
  test.each([1000, 2300, 4200, 8300, 12_000, 30_000])(
    'report a task of %i ms within 60 ms, in 3 requests with the first',
    async (readyAfterMs) => {
      const { lateMs, requests, seen } = await followHeld(readyAfterMs)
      expect(lateMs).toBeLessThanOrEqual(60)
      expect(requests).toBeLessThanOrEqual(3)
      expect(seen).toEqual(['QUEUED', 'PROCESSING', 'SUCCEEDED'])
    },
  )

  test('cost a request for each half minute of a long task', async () => {
    const { lateMs, requests, seen } = await followHeld(600_000 - 1000, 595_000)
    expect(lateMs).toBeLessThanOrEqual(60)
    expect(requests).toBeLessThanOrEqual(24)
    expect(seen).toEqual(['QUEUED', 'PROCESSING', 'SUCCEEDED'])
  })

  test.each([0, 10, 300, 4000])(
    'tell each change also of a task that starts %i ms after it was accepted, in 3 requests with the first',
    async (startsAfterMs) => {
      const { lateMs, requests, seen } = await followHeld(startsAfterMs + 2000, startsAfterMs, true)
      expect(seen).toEqual(['QUEUED', 'PROCESSING', 'SUCCEEDED'])
      expect(lateMs).toBeLessThanOrEqual(60)
      expect(requests).toBe(3)
    },
  )

  test('skip a state that was over before the client could know', async () => {
    const { requests, seen } = await followHeld(5, 1, true)
    expect([requests, seen]).toEqual([2, ['QUEUED', 'SUCCEEDED']])
  })

  test('go on after 304, which tells of no change, with the tag of the last one', async () => {
    const { client, sent } = createFakeClient([
      held('QUEUED', { etag: 'W/"a"' }),
      unchanged(),
      unchanged(),
      held('PROCESSING', { etag: 'W/"b"' }),
      held('SUCCEEDED'),
    ])
    const seen: string[] = []
    await client.tasks.wait('task-1', { onUpdate: ({ status }) => seen.push(status) })
    expect(seen).toEqual(['QUEUED', 'PROCESSING', 'SUCCEEDED'])
    expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([
      null,
      'W/"a"',
      'W/"a"',
      'W/"a"',
      'W/"b"',
    ])
  })

  test('send a tag that the service does not recognize only once, as one of a gateway in between', async () => {
    const { client, sent } = createFakeClient([
      held('QUEUED', { etag: '"of a gateway"' }),
      held('QUEUED', { etag: '"of a gateway"' }),
      held('QUEUED', { etag: '"of a gateway"' }),
      held('SUCCEEDED'),
    ])
    await client.tasks.wait('task-1')
    const tags = sent.map(({ headers }) => headers.get('if-none-match'))
    expect(tags).toEqual([null, '"of a gateway"', null, null])
  })

  test('carry the tag and no other poll does: a service without holds is asked as ever', async () => {
    const { client, sent } = createFakeClient([
      accepted({ etag: 'W/"a"' }),
      json(taskIn('QUEUED'), 200, { etag: 'W/"a"' }),
      json(taskIn('QUEUED'), 200, { etag: 'W/"a"' }),
      polled('SUCCEEDED'),
    ])
    await (await client.images.generate({ prompt: 'x' })).wait()
    const asked = sent.map(({ headers }) => [headers.get('prefer'), headers.get('if-none-match')])
    expect(asked).toEqual([
      [null, null],
      ['wait=30', 'W/"a"'],
      [null, null],
      [null, null],
    ])
  })

  test('end with an error where 304 comes unasked', async () => {
    const { client } = createFakeClient([unchanged()])
    await expect(client.tasks.wait('task-1')).rejects.toThrow(InvalidResponseError)
  })

  test('are asked for in whole seconds that fit into what is left of the wait', async () => {
    const { client, clock, sent } = createFakeClient([
      held('QUEUED'),
      (request) => {
        clock.advance(1000 * holdOf(request))
        return held('QUEUED')
      },
      ...Array.from({ length: 9 }, () => held('QUEUED')),
    ])
    const startedAtMs = clock.now()
    await expect(client.tasks.wait('task-1', { timeoutMs: 9700 })).rejects.toThrow(WaitTimeoutError)
    const [first, second, ...last] = sent.map(({ headers }) => headers.get('prefer'))
    expect([first, second, new Set(last)]).toEqual([null, 'wait=9', new Set([null])])
    expect(last.length).toBeLessThan(5)
    expect(clock.now() - startedAtMs).toBe(9700)
  })

  test('of a task from elsewhere begin with one that returns at once', async () => {
    const { client, sent } = createFakeClient([held('PROCESSING'), held('SUCCEEDED')])
    await client.tasks.wait('task-1')
    expect(sent.map(({ headers }) => headers.get('prefer'))).toEqual([null, 'wait=30'])
  })

  test('have the time of a response beyond the hold before they count as lost', async () => {
    const silence = () => new Promise<Response>(() => undefined)
    const { client, clock, sent } = createFakeClient([held('QUEUED'), silence, held('SUCCEEDED')])
    const pending = client.tasks.wait('task-1')
    await until(() => sent.length === 2)
    const sentAtMs = clock.now()
    clock.strike()
    expect(clock.now() - sentAtMs).toBe(60_000)
    await expect(pending).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })

  test('are not lost by a short totalTimeoutMs, which is one of retries', async () => {
    const late: FakeResponse = async (request) => {
      fake.clock.advance(1000 * holdOf(request))
      return held('SUCCEEDED')
    }
    const fake = createFakeClient([held('QUEUED'), late], { totalTimeoutMs: 5000 })
    await expect(fake.client.tasks.wait('task-1')).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })

  test('do not hammer a service that responds at once without a change', async () => {
    const responses = Array.from({ length: 40 }, () => held('PROCESSING'))
    const { client, clock, sent } = createFakeClient([...responses, held('SUCCEEDED')])
    const startedAtMs = clock.now()
    await client.tasks.wait('task-1')
    expect(sent).toHaveLength(41)
    expect(clock.now() - startedAtMs).toBeGreaterThan(60_000)
  })
  test('do not hammer a service that shows another state at once each time', async () => {
    const responses = Array.from({ length: 40 }, (_, index) => held(index % 2 ? 'QUEUED' : 'PROCESSING'))
    const { client, clock } = createFakeClient([...responses, held('SUCCEEDED')])
    const startedAtMs = clock.now()
    await client.tasks.wait('task-1')
    expect(clock.now() - startedAtMs).toBeGreaterThan(60_000)
  })

  test('follow each other without a pause where a task starts and ends within milliseconds', async () => {
    const states = [accepted({ etag: 'W/"a"' }), held('PROCESSING'), held('SUCCEEDED')]
    const { client, clock } = createFakeClient(states)
    await (await client.images.generate({ prompt: 'x' })).wait()
    expect(clock.pausesMs).toEqual([0, 0])
    const elsewhere = createFakeClient([held('QUEUED'), held('PROCESSING'), held('SUCCEEDED')])
    await elsewhere.client.tasks.wait('task-1')
    expect(elsewhere.clock.pausesMs).toEqual([0, 0, 0])
  })
})

describe('a service that does not hold polls', () => {
  test('is asked to once in a minute by all waits of a client', async () => {
    const { client, clock, sent } = createFakeClient([
      accepted(),
      ...['QUEUED', 'SUCCEEDED', 'QUEUED', 'SUCCEEDED', 'QUEUED', 'SUCCEEDED'].map((status) =>
        json({ ...taskIn('QUEUED'), status, output: taskIn('SUCCEEDED').output }),
      ),
    ])
    const prefer = () => sent.map(({ headers }) => headers.get('prefer'))
    await (await client.images.generate({ prompt: 'x' })).wait()
    expect(prefer()).toEqual([null, 'wait=30', null])
    await client.tasks.wait('task-1')
    expect(prefer()).toEqual([null, 'wait=30', null, null, null])
    clock.advance(60_000)
    await client.tasks.wait('task-1')
    expect(prefer().slice(5)).toEqual([null, 'wait=30'])
  })

  test.each([
    ['a browser that may not send the header', brokenConnection()],
    ['a proxy that is short of patience', new Response('<html>Gateway Timeout</html>', { status: 504 })],
  ])('or %s costs one request, and the wait goes on without holds', async (_, failure) => {
    const { client, sent } = createFakeClient([
      held('QUEUED'),
      failure,
      polled('QUEUED'),
      polled('SUCCEEDED'),
    ])
    await client.tasks.wait('task-1')
    expect(sent.map(({ headers }) => headers.get('prefer'))).toEqual([null, 'wait=30', null, null])
  })

  test('in a browser is polled again at once after the header was rejected', async () => {
    const { client, clock } = createFakeClient([accepted(), brokenConnection(), polled('SUCCEEDED')])
    await (await client.images.generate({ prompt: 'x' })).wait()
    expect(clock.pausesMs).toEqual([0, 0])
  })
})

describe('what waiting does not mend is reported at once', () => {
  const page = () => new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } })

  test('a page where the service should be', async () => {
    const { client, sent } = createFakeClient([page()])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidResponseError)
    expect(String(error)).toContain('baseUrl')
    expect(sent).toHaveLength(1)
  })

  test('JSON of something else', async () => {
    const { client, sent } = createFakeClient([json({ hello: 'world' })])
    await expect(client.tasks.wait('task-1')).rejects.toThrow(InvalidResponseError)
    expect(sent).toHaveLength(1)
  })

  test('a page that is not found, which is no response of the service', async () => {
    const { client } = createFakeClient([new Response('<html>Not found</html>', { status: 404 })])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'HTTP_404', message: expect.stringContaining('baseUrl') })
  })

  test('but a page amid a wait is one of a proxy, and is waited out', async () => {
    const { client } = createFakeClient([held('QUEUED'), page(), page(), held('SUCCEEDED')])
    await expect(client.tasks.wait('task-1')).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })
})

/** The response of a poll that was held. */
function held(status: Parameters<typeof taskIn>[0], headers: Record<string, string> = {}): Response {
  return json(taskIn(status), 200, { 'preference-applied': 'wait=30', ...headers })
}

/** The response of a poll that was held and saw no change. */
function unchanged(headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 304, headers: { 'preference-applied': 'wait=30', ...headers } })
}

/** For how many seconds a poll asks to be held. */
function holdOf({ headers }: SentRequest): number {
  return Number(headers.get('prefer')?.replace('wait=', '') ?? 0)
}
