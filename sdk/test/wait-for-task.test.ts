import { describe, expect, test } from 'vitest'
import {
  AuthenticationError,
  NotFoundError,
  TaskCancelledError,
  type TaskErrorCode,
  TaskFailedError,
  WaitTimeoutError,
} from '../src/index.js'
import { accepted, createFakeClient, polled, taskIn } from './support/fake-client.js'
import type { FakeClock } from './support/fake-clock.js'
import { brokenConnection, errorResponse, type FakeResponse, json } from './support/fake-fetch.js'
import { until } from './support/until.js'

describe('waiting for a task', () => {
  test('resolves with the succeeded task, after as many polls as it takes', async () => {
    const { client, sent } = createFakeClient([polled('QUEUED'), polled('PROCESSING'), polled('SUCCEEDED')])
    await expect(client.tasks.wait('task-1')).resolves.toMatchObject(taskIn('SUCCEEDED'))
    expect(sent).toHaveLength(3)
  })

  test('rejects with TaskFailedError that says why', async () => {
    const { client } = createFakeClient([polled('FAILED')])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TaskFailedError)
    expect(error).toMatchObject({
      name: 'TaskFailedError',
      message: 'Task task-1 failed: The engine stopped. It was refunded; order it again',
      code: 'GENERATION_FAILED',
      taskId: 'task-1',
      task: taskIn('FAILED'),
      retryable: true,
    })
  })

  test.each<[TaskErrorCode, boolean, string]>([
    ['INVALID_INPUT', false, 'change its input'],
    ['GENERATION_FAILED', true, 'order it again'],
    ['PROVIDER_UNAVAILABLE', true, 'order it again'],
    ['PROVIDER_SUBMIT_AMBIGUOUS', true, 'order it again'],
    ['NO_PROVIDER_CONFIGURED', false, 'the operator of the service has to provide an engine'],
    ['WORKER_TIMEOUT', true, 'order it again'],
  ])('a failure with %s is worth another generation: %s', async (code, retryable, advice) => {
    const { client } = createFakeClient([polled('FAILED', { error: { code, message: null } })])
    await expect(client.tasks.wait('task-1')).rejects.toMatchObject({
      code,
      retryable,
      message: `Task task-1 failed: ${code}. It was refunded; ${advice}`,
    })
  })

  test('rejects with TaskCancelledError when somebody cancelled it', async () => {
    const { client } = createFakeClient([polled('QUEUED'), polled('CANCELLED')])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TaskCancelledError)
    expect(error).toMatchObject({ taskId: 'task-1', task: taskIn('CANCELLED') })
  })

  test('tells of the first look and of each change of status, and of nothing else', async () => {
    const polls = ['QUEUED', 'QUEUED', 'PROCESSING', 'PROCESSING', 'SUCCEEDED'] as const
    const { client } = createFakeClient(polls.map((status) => polled(status)))
    const seen: string[] = []
    await client.tasks.wait('task-1', { onUpdate: (task) => seen.push(task.status) })
    expect(seen).toEqual(['QUEUED', 'PROCESSING', 'SUCCEEDED'])
  })
})

describe('the pace of polling', () => {
  test('heeds a service that asks in a good response to come back later, up to the end of the wait', async () => {
    const ask = (seconds: number) => json(taskIn('PROCESSING'), 200, { 'retry-after': `${seconds}` })
    const { client, clock } = createFakeClient([ask(7), ask(0), ask(60), polled('SUCCEEDED')])
    await client.tasks.wait('task-1', { timeoutMs: 20_000 })
    // 7 s as asked for, 15 % of them less the jitter, and the rest of the 20 s.
    expect(clock.pausesMs).toEqual([0, 7000, 7000 * 0.15 * 0.75, 20_000 - 7000 - 7000 * 0.15 * 0.75])
  })

  const durations = [1400, 2300, 4200, 8300, 12_000, 20_000, 30_000, 45_000, 120_000, 600_000 - 1]
  test.each(durations)(
    'without holds reports a task of %i ms late by at most 15 %% of that, however the jitter falls',
    async (readyAfterMs) => {
      for (const random of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
        const { lateMs } = await follow(readyAfterMs, random)
        expect(lateMs).toBeLessThanOrEqual(0.15 * readyAfterMs + responseMs)
      }
    },
  )

  test('without holds reports a task of 1 s at most 0.2 s late, in at most 8 requests', async () => {
    const { lateMs, requests } = await follow(1000)
    expect(lateMs).toBeLessThanOrEqual(200 + responseMs)
    expect(requests).toBeLessThanOrEqual(8)
  })

  test('without holds asks for a task of 30 s at most 40 times, and never pauses for longer than 3 s', async () => {
    expect((await follow(30_000)).requests).toBeLessThanOrEqual(40)
    const { clock } = await follow(300_000, 0)
    expect(Math.max(...clock.pausesMs)).toBe(3000)
  })

  test('spreads polls of waits that began together', async () => {
    const early = await follow(4200, 1)
    const late = await follow(4200, 0)
    expect(early.clock.pausesMs).not.toEqual(late.clock.pausesMs)
  })
})

describe('errors while waiting', () => {
  test('eight 503 in a row are waited out', async () => {
    const outage = Array.from({ length: 8 }, () => errorResponse(503, 'SERVICE_UNAVAILABLE'))
    const { client, sent, clock } = createFakeClient([...outage, polled('SUCCEEDED')])
    await expect(client.tasks.wait('task-1')).resolves.toMatchObject({ status: 'SUCCEEDED' })
    expect(sent).toHaveLength(9)
    expect(clock.pausesMs).toEqual([0, 500, 1000, 2000, 4000, 8000, 8000, 8000, 8000])
  })

  test('broken connections and pages of a proxy are waited out', async () => {
    const page = new Response('<html>Bad gateway</html>')
    const responses = [brokenConnection(), polled('QUEUED'), page, polled('SUCCEEDED')]
    const { client } = createFakeClient(responses)
    await expect(client.tasks.wait('task-1')).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })

  test.each([
    [20, 20_000],
    [86_400, 60_000],
  ])('a Retry-After of %i s sets the pause to the next poll to %i ms', async (seconds, pauseMs) => {
    const busy = errorResponse(429, 'RATE_LIMITED', { 'retry-after': `${seconds}` })
    const { client, clock } = createFakeClient([busy, polled('SUCCEEDED')])
    await client.tasks.wait('task-1')
    expect(clock.pausesMs).toEqual([0, pauseMs])
  })

  test.each([
    [401, 'UNAUTHENTICATED', AuthenticationError],
    [404, 'TASK_NOT_FOUND', NotFoundError],
  ])('%i ends the waiting at once', async (status, code, ErrorClass) => {
    const { client, sent } = createFakeClient([errorResponse(status, code)])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ErrorClass)
    expect(error).toMatchObject({ code, taskId: 'task-1' })
    expect(sent).toHaveLength(1)
  })
})

describe('the deadline of waiting', () => {
  test('rejects with WaitTimeoutError that has the task as last seen, and not a moment before', async () => {
    const { client, clock } = createFakeClient([polled('QUEUED'), polled('PROCESSING'), polled('PROCESSING')])
    const startedAt = clock.now()
    const error = await client.tasks.wait('task-1', { timeoutMs: 700 }).catch((reason: unknown) => reason)
    expect(clock.now() - startedAt).toBe(700)
    expect(error).toBeInstanceOf(WaitTimeoutError)
    expect(error).toMatchObject({
      name: 'WaitTimeoutError',
      message: 'Task task-1 was not finished after 700 ms (PROCESSING); resume() waits on',
      taskId: 'task-1',
      lastTask: taskIn('PROCESSING'),
      retryable: true,
    })
  })

  test('takes a result that is there at the last look', async () => {
    const { client } = createFakeClient([polled('QUEUED'), polled('SUCCEEDED')])
    await expect(client.tasks.wait('task-1', { timeoutMs: 100 })).resolves.toMatchObject({
      status: 'SUCCEEDED',
    })
  })

  test('of nothing looks once', async () => {
    const { client, sent } = createFakeClient([polled('QUEUED')])
    await expect(client.tasks.wait('task-1', { timeoutMs: 0 })).rejects.toThrow(WaitTimeoutError)
    expect(sent).toHaveLength(1)
  })

  test('gives the last look a second for its response', async () => {
    const { client, clock, sent } = createFakeClient([() => new Promise(() => undefined)])
    const startedAt = clock.now()
    const pending = client.tasks.wait('task-1', { timeoutMs: 0 }).catch((reason: unknown) => reason)
    await until(() => sent.length === 1)
    clock.strike()
    expect(await pending).toMatchObject({ name: 'WaitTimeoutError', cause: { name: 'RequestTimeoutError' } })
    expect(clock.now() - startedAt).toBe(1000)
  })

  test('names the last error where polls failed up to it', async () => {
    const { client } = createFakeClient([
      errorResponse(503, 'SERVICE_UNAVAILABLE'),
      errorResponse(503, 'SERVICE_UNAVAILABLE'),
    ])
    const error = await client.tasks.wait('task-1', { timeoutMs: 300 }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'WaitTimeoutError', cause: { code: 'SERVICE_UNAVAILABLE' } })
    expect(error).not.toHaveProperty('lastTask')
  })

  test('is not the end: resume() waits on', async () => {
    const { client } = createFakeClient([polled('PROCESSING'), polled('PROCESSING'), polled('SUCCEEDED')])
    const error = await client.tasks.wait('task-1', { timeoutMs: 0 }).catch((reason: unknown) => reason)
    if (!(error instanceof WaitTimeoutError)) throw error
    await expect(error.resume()).rejects.toThrow(WaitTimeoutError)
    await expect(error.resume({ timeoutMs: 5000 })).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })
})

describe('an abort while waiting', () => {
  test('rejects at once in a pause, with the reason of the signal', async () => {
    const { client, clock, sent } = createFakeClient([polled('PROCESSING')])
    const controller = new AbortController()
    const onUpdate = () => clock.holdPauses()
    const pending = client.tasks.wait('task-1', { signal: controller.signal, onUpdate })
    await until(() => clock.pausesMs.length === 2)
    const reason = new Error('the person left')
    controller.abort(reason)
    await expect(pending).rejects.toBe(reason)
    expect(sent).toHaveLength(1)
    expect(clock.openLimits()).toBe(0)
  })
})

describe('an abort with cancelOnAbort', () => {
  test('asks for no longer than 5 s to have the task cancelled', async () => {
    const silence = () => new Promise<Response>(() => undefined)
    const rejections = Array.from({ length: 5 }, () => errorResponse(503, 'ANY', { 'retry-after': '4' }))
    const { client, clock, sent, unused } = createFakeClient([silence, ...rejections])
    const controller = new AbortController()
    const pending = client.tasks.wait('task-1', { signal: controller.signal, cancelOnAbort: true })
    await until(() => sent.length === 1)
    const startedAt = clock.now()
    controller.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    await until(() => unused() === 3)
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(sent.map(({ path }) => path.split('/').at(-1))).toEqual(['task-1', 'cancel', 'cancel'])
    expect(clock.now() - startedAt).toBeLessThanOrEqual(5000)
  })
})

/** How long each response takes. */
const responseMs = 20

/** Generates an image that is ready after so long on a service without holds; says how it was followed. */
async function follow(
  readyAfterMs: number,
  random = 0.5,
): Promise<{ lateMs: number; requests: number; clock: FakeClock }> {
  let readyAtMs = 0
  const poll: FakeResponse = () => {
    fake.clock.advance(responseMs)
    return polled(fake.clock.now() >= readyAtMs ? 'SUCCEEDED' : 'PROCESSING')
  }
  const responses = [accepted(), ...Array.from({ length: 400 }, () => poll)]
  const fake = createFakeClient(responses, { random: () => random })
  const generation = await fake.client.images.generate({ prompt: 'x' })
  readyAtMs = fake.clock.now() + readyAfterMs
  await generation.wait()
  return { lateMs: fake.clock.now() - readyAtMs, requests: fake.sent.length, clock: fake.clock }
}
