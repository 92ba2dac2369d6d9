import { describe, expect, test } from 'vitest'
import { NotFoundError, type SavedGeneration, type TaskStatus, WaitTimeoutError } from '../src/index.js'
import { accepted, createFakeClient, polled, taskIn } from './support/fake-client.js'
import { errorResponse, json } from './support/fake-fetch.js'
import { overFlight } from './support/over-flight.js'
import { until } from './support/until.js'

const unknown = () => errorResponse(404, 'TASK_NOT_FOUND')

describe('the updates of a generation', () => {
  test('give the task each time that its status has changed, and end with the final one', async () => {
    const { client } = createFakeClient([
      accepted(),
      polled('QUEUED'),
      polled('QUEUED'),
      polled('PROCESSING'),
      polled('PROCESSING'),
      polled('FAILED'),
    ])
    const seen: TaskStatus[] = []
    const generation = await client.images.generate({ prompt: 'x' })
    for await (const { status } of generation.updates()) seen.push(status)
    expect(seen).toEqual(['QUEUED', 'PROCESSING', 'FAILED'])
  })

  test('begin with the task as it was accepted, without a request', async () => {
    const { client, sent } = createFakeClient([accepted()])
    const generation = await client.videos.generate({ prompt: 'x' })
    for await (const task of generation.updates()) {
      expect(task).toEqual(taskIn('QUEUED', { type: 'video.generate' }))
      break
    }
    expect(sent).toHaveLength(1)
  })

  test('have a deadline, and a timeout that can be resumed', async () => {
    const { client } = createFakeClient([accepted(), polled('QUEUED'), polled('SUCCEEDED')])
    const generation = await client.images.generate({ prompt: 'x' })
    const follow = async () => {
      for await (const task of generation.updates({ timeoutMs: 0 })) expect(task.status).toBe('QUEUED')
    }
    const error = await follow().catch((reason: unknown) => reason)
    if (!(error instanceof WaitTimeoutError)) throw error
    await expect(error.resume()).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })
})

describe('a handle that went through JSON', () => {
  test('goes on in another client: it waits at once, cancels and knows its key', async () => {
    const first = createFakeClient([accepted()])
    const text = JSON.stringify(
      await first.client.images.generate({ prompt: 'x' }, { idempotencyKey: 'order-7' }),
    )
    const saved: SavedGeneration = JSON.parse(text)
    const { client, clock, sent } = createFakeClient([
      polled('SUCCEEDED'),
      json({ id: 'task-1', status: 'CANCELLED' }),
    ])
    const generation = client.tasks.resume(saved)
    expect(sent).toEqual([])
    expect(JSON.stringify(generation)).toBe(text)
    await expect(generation.wait()).resolves.toMatchObject({ id: 'task-1', status: 'SUCCEEDED' })
    expect(clock.pausesMs).toEqual([0])
    await expect(generation.cancel()).resolves.toMatchObject({ status: 'CANCELLED' })
  })
})

describe('a handle and a result as data', () => {
  async function ofBoth() {
    const { client } = createFakeClient([accepted(), polled('SUCCEEDED')])
    const generation = await client.images.generate({ prompt: 'x' }, { idempotencyKey: 'order-7' })
    const resumed = client.tasks.resume('task-1')
    return { client, generation, resumed, result: await generation.wait() }
  }

  test('are plain objects of nothing but data, with methods beside it that work on their own', async () => {
    const { generation, resumed, result } = await ofBoth()
    const file = result.files[0]
    for (const value of [generation, resumed, result, file]) {
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      const shown = Object.entries(Object.getOwnPropertyDescriptors(Object(value)))
        .filter(([, { enumerable }]) => enumerable)
        .map(([, { value: one }]) => typeof one)
      expect(shown).not.toContain('function')
      expect(Object.getOwnPropertySymbols({ ...Object(value) })).toEqual([])
    }
    const { wait } = generation
    expect(wait).toBeTypeOf('function')
    expect([result.download, file?.download]).toEqual([expect.any(Function), expect.any(Function)])
  })

  test('are the same data by structuredClone, JSON, a spread and React, which sends them to a page', async () => {
    const { client, generation, resumed, result } = await ofBoth()
    for (const value of [generation, resumed, result]) {
      const data: object = JSON.parse(JSON.stringify(value))
      expect(JSON.parse(JSON.stringify(structuredClone(value)))).toEqual(data)
      expect(JSON.parse(JSON.stringify({ ...value }))).toEqual(data)
      expect(await overFlight(value)).toEqual(data)
      expect(await overFlight({ value })).toEqual({ value: data })
    }
    expect(result.files).toMatchObject([{ contentType: 'image/png', sizeBytes: 3 }])
    expect(structuredClone(generation)).toStrictEqual(generation.toJSON())
    expect(client.tasks.resume(structuredClone(generation)).idempotencyKey).toBe('order-7')
  })

  test('are told from what is none when they are resumed', () => {
    const { client } = createFakeClient([])
    for (const none of [{}, { id: 1 }, null, undefined, '{"id":"task-1"}'])
      expect(() => Reflect.apply(client.tasks.resume, client, [none])).toThrow('id is missing: give the id')
  })

  test('keep their methods where a handle of another client is resumed', async () => {
    const { generation } = await ofBoth()
    const other = createFakeClient([polled('SUCCEEDED')])
    const again = other.client.tasks.resume(generation)
    await expect(again.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    expect(other.unused()).toBe(0)
    expect(await overFlight(again)).toEqual(JSON.parse(JSON.stringify(generation)))
  })
})

describe('a task that the service does not know', () => {
  test('is asked for again in the first five seconds of its life', async () => {
    const { client } = createFakeClient([accepted(), unknown(), unknown(), polled('SUCCEEDED')])
    const generation = await client.images.generate({ prompt: 'x' })
    await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
  })

  test('is a NotFoundError after that', async () => {
    const responses = Array.from({ length: 20 }, unknown)
    const { client, clock } = createFakeClient([accepted(), ...responses])
    const startedAt = clock.now()
    const generation = await client.images.generate({ prompt: 'x' })
    await expect(generation.wait()).rejects.toThrow(NotFoundError)
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(5000)
    expect(clock.now() - startedAt).toBeLessThan(14_000)
  })

  test('is a NotFoundError at once where the id came from elsewhere or was replayed', async () => {
    const elsewhere = createFakeClient([unknown()])
    await expect(elsewhere.client.tasks.wait('task-1')).rejects.toThrow(NotFoundError)
    const replayed = createFakeClient([accepted({ 'idempotency-replayed': 'true' }), unknown()])
    const generation = await replayed.client.images.generate({ prompt: 'x' })
    await expect(generation.wait()).rejects.toThrow(NotFoundError)
  })
})

describe('an abort with cancelOnAbort', () => {
  test('rejects at once and has the task cancelled', async () => {
    const { client, sent } = createFakeClient([
      () => new Promise(() => undefined),
      json({ id: 'task-1', status: 'CANCELLED' }),
    ])
    const controller = new AbortController()
    const pending = client.tasks.wait('task-1', { signal: controller.signal, cancelOnAbort: true })
    await until(() => sent.length === 1)
    const reason = new Error('the person left')
    controller.abort(reason)
    await expect(pending).rejects.toBe(reason)
    await until(() => sent.length === 2)
    expect(sent[1]).toMatchObject({ method: 'POST', path: '/api/v1/tasks/task-1/cancel' })
  })

  test('says nothing of a task that had started', async () => {
    const { client, sent } = createFakeClient([
      () => new Promise(() => undefined),
      errorResponse(409, 'TASK_NOT_CANCELLABLE'),
    ])
    const controller = new AbortController()
    const pending = client.tasks.wait('task-1', { signal: controller.signal, cancelOnAbort: true })
    await until(() => sent.length === 1)
    controller.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    await until(() => sent.length === 2)
  })

  test('does not cancel what failed by itself', async () => {
    const { client, sent } = createFakeClient([polled('FAILED')])
    const { signal } = new AbortController()
    await expect(client.tasks.wait('task-1', { signal, cancelOnAbort: true })).rejects.toThrow('failed')
    expect(sent).toHaveLength(1)
  })
})
