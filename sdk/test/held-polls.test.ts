import { describe, expect, test } from 'vitest'
import { InvalidResponseError, WaitTimeoutError } from '../src/index.js'
import { accepted, createFakeClient, polled, taskIn } from './support/fake-client.js'
import { brokenConnection, type FakeAnswer, json, type SentRequest } from './support/fake-fetch.js'
import { until } from './support/until.js'

/** How long an answer is on its way. */
const latencyMs = 20

/** Generates an image on a service that holds polls; says how it was followed. */
async function followHeld(readyAfterMs: number, startsAfterMs = 50) {
  const answers = Array.from({ length: 60 }, (): FakeAnswer => (request) => answer(request))
  const fake = createFakeClient([accepted(), ...answers])
  const generation = await fake.client.images.generate({ prompt: 'x' })
  const acceptedAtMs = fake.clock.now()
  const statusAt = (atMs: number) => {
    if (atMs - acceptedAtMs >= readyAfterMs) return 'SUCCEEDED'
    return atMs - acceptedAtMs >= startsAfterMs ? 'PROCESSING' : 'QUEUED'
  }
  const answer = (request: SentRequest) => {
    const before = statusAt(fake.clock.now())
    const endsAtMs = fake.clock.now() + 1000 * holdOf(request)
    while (fake.clock.now() < endsAtMs && statusAt(fake.clock.now()) === before) fake.clock.advance(1)
    fake.clock.advance(latencyMs)
    return held(statusAt(fake.clock.now() - latencyMs))
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

  test('of a task from elsewhere begin with one that is answered at once', async () => {
    const { client, sent } = createFakeClient([held('PROCESSING'), held('SUCCEEDED')])
    await client.tasks.wait('task-1')
    expect(sent.map(({ headers }) => headers.get('prefer'))).toEqual([null, 'wait=30'])
  })

  test('have the time of an answer beyond the hold before they count as lost', async () => {
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
    const late: FakeAnswer = async (request) => {
      fake.clock.advance(1000 * holdOf(request))
      return held('SUCCEEDED')
    }
    const fake = createFakeClient([held('QUEUED'), late], { totalTimeoutMs: 5000 })
    await expect(fake.client.tasks.wait('task-1')).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })

  test('do not hammer a service that answers at once without a change', async () => {
    const answers = Array.from({ length: 40 }, () => held('PROCESSING'))
    const { client, clock, sent } = createFakeClient([...answers, held('SUCCEEDED')])
    const startedAtMs = clock.now()
    await client.tasks.wait('task-1')
    expect(sent).toHaveLength(41)
    expect(clock.now() - startedAtMs).toBeGreaterThan(60_000)
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

  test('in a browser is polled again at once after the header was refused', async () => {
    const { client, clock } = createFakeClient([accepted(), brokenConnection(), polled('SUCCEEDED')])
    await (await client.images.generate({ prompt: 'x' })).wait()
    expect(clock.pausesMs).toEqual([0, 0])
  })
})

describe('what waiting does not mend is told at once', () => {
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

  test('a page that is not found, which is no answer of the service', async () => {
    const { client } = createFakeClient([new Response('<html>Not found</html>', { status: 404 })])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'HTTP_404', message: expect.stringContaining('baseUrl') })
  })

  test('but a page amid a wait is one of a proxy, and is waited out', async () => {
    const { client } = createFakeClient([held('QUEUED'), page(), page(), held('SUCCEEDED')])
    await expect(client.tasks.wait('task-1')).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })
})

/** The answer of a poll that was held. */
function held(status: Parameters<typeof taskIn>[0]): Response {
  return json(taskIn(status), 200, { 'preference-applied': 'wait=30' })
}

/** For how many seconds a poll asks to be held. */
function holdOf({ headers }: SentRequest): number {
  return Number(headers.get('prefer')?.replace('wait=', '') ?? 0)
}
