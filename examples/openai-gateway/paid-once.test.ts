import { once } from 'node:events'
import { serve } from '@hono/node-server'
import OpenAI from 'openai'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { accepted, forever, graceMs, setUp } from './gateway-for-tests.ts'

describe('several images', () => {
  test('are rejected before one of them is paid where the balance does not cover all', async () => {
    const { service, generate } = setUp({ balance: '0.05' })
    expect(await generate({ prompt: 'a fox', n: 4 })).toMatchObject({
      status: 429,
      shouldRetry: 'false',
      error: { code: 'insufficient_quota' },
    })
    expect([service.taskCount(), service.balance()]).toEqual([0, '0.05'])
  })

  test('are rejected as a whole also on the retry of a try that sent nothing', async () => {
    // The first reading of the account is that of the key, the second one that of the balance.
    let readings = 0
    const { service, generate } = setUp({ balance: '0.05' }, async (url) =>
      url.endsWith('/me') && ++readings === 2 ? Response.json({}, { status: 400 }) : undefined,
    )
    expect(await generate({ prompt: 'a fox', n: 4 })).not.toMatchObject({ status: 200 })
    const again = await generate({ prompt: 'a fox', n: 4 }, { retryCount: 1 })
    expect([again.error.code, service.taskCount()]).toEqual(['insufficient_quota', 0])
  })

  test('get their images again where their first try has spent the balance', async () => {
    const { service, generate } = setUp({ balance: '0.04' })
    const first = await generate({ prompt: 'a fox', n: 2 })
    expect(first.tasks).toEqual(['task1', 'task2'])
    expect(await generate({ prompt: 'a fox', n: 2 }, { retryCount: 1 })).toMatchObject({
      tasks: first.tasks,
    })
    expect(service.balance()).toBe('0.00')
  })

  test('get those that were made where one task failed', async () => {
    const { service, generate } = setUp()
    service.faults.failTasks('GENERATION_FAILED')
    expect((await generate({ prompt: 'a fox', n: 3 })).tasks).toEqual(['task2', 'task3'])
    expect(service.balance()).toBe('99.96')
  })

  test('get those that were accepted where another request spent the balance meanwhile', async () => {
    const balance = { id: 'a', balance: '1.00', currency: 'USD' }
    const { generate } = setUp({ balance: '0.05' }, async (url) =>
      url.endsWith('/me') ? Response.json(balance) : undefined,
    )
    expect(await generate({ prompt: 'a fox', n: 4 })).toMatchObject({
      status: 200,
      tasks: ['task1', 'task2'],
    })
  })

  test('give the first error where every task failed', async () => {
    const { service, generate } = setUp()
    service.faults.failTasks('GENERATION_FAILED', 2)
    expect(await generate({ prompt: 'a fox', n: 2 })).toMatchObject({
      status: 500,
      error: { code: 'generation_failed' },
    })
    expect(service.balance()).toBe('100.00')
  })
})

describe('a client that has gone', () => {
  test.each([
    ['the balance is read', '/me', 0],
    ['the first of five is submitted', '/images/generations', 1],
  ])('has no more submitted when it goes as %s', async (_, path, count) => {
    const gone = new AbortController()
    const { service, generate } = setUp({}, async (url) => {
      if (url.endsWith(path)) gone.abort()
      return undefined
    })
    await generate({ prompt: 'a fox', n: 5 }, { signal: gone.signal })
    expect(service.taskCount()).toBe(count)
  })

  test('pays nothing for what still waits when the grace is over', async () => {
    const { service, graceClock, generate } = setUp({ queuedMs: forever })
    const gone = new AbortController()
    const asked = generate({ prompt: 'a fox', n: 3 }, { signal: gone.signal })
    await accepted(service, 3)
    gone.abort()
    await asked
    graceClock.advance(graceMs - 1)
    expect(service.balance()).toBe('99.94')
    graceClock.advance(1)
    await vi.waitFor(() => expect(service.balance()).toBe('100.00'), 20_000)
  })

  test('is noticed by its connection', async () => {
    const { service, graceClock, app } = setUp({ queuedMs: forever })
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const openai = new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'mg_key' })
    const gone = new AbortController()
    const asked = openai.images.generate({ prompt: 'a fox', n: 2 }, { signal: gone.signal })
    asked.catch(() => undefined)
    await accepted(service, 2)
    gone.abort()
    await expect(asked).rejects.toThrow('aborted')
    await vi.waitFor(() => {
      graceClock.advance(graceMs)
      expect(service.balance()).toBe('100.00')
    }, 20_000)
  })

  test('gets its images when it comes back within the grace', async () => {
    const { service, serviceClock, graceClock, generate } = setUp({ queuedMs: forever / 2 })
    const gone = new AbortController()
    const asked = generate({ prompt: 'a fox', n: 2 }, { signal: gone.signal })
    await accepted(service, 2)
    gone.abort()
    await asked
    graceClock.advance(graceMs - 1)
    serviceClock.advance(forever / 2)
    const again = await generate({ prompt: 'a fox', n: 2 }, { retryCount: 1 })
    graceClock.advance(graceMs)
    expect([again.tasks, service.taskCount(), service.balance()]).toEqual([['task1', 'task2'], 2, '99.96'])
  })

  test('keeps a video that still waits when it has come back within the grace', async () => {
    const gone = new AbortController()
    const { graceClock, app, post } = setUp({ queuedMs: forever }, async (url) => {
      if (url.endsWith('/tasks/task1')) gone.abort()
      return undefined
    })
    await post('/v1/videos', { prompt: 'waves' }, { signal: gone.signal })
    const { id } = await (await post('/v1/videos', { prompt: 'waves' }, { retryCount: 1 })).json()
    graceClock.advance(graceMs)
    const headers = { authorization: 'Bearer mg_key' }
    for (let reads = 0; reads < 3; reads += 1)
      expect(await (await app.request(`/v1/videos/${id}`, { headers })).json()).toMatchObject({
        status: 'queued',
      })
  })

  test('is asked for a new request when it comes back after the grace', async () => {
    const { service, graceClock, generate } = setUp({ queuedMs: forever })
    const gone = new AbortController()
    const asked = generate({ prompt: 'a fox' }, { signal: gone.signal })
    await accepted(service, 1)
    gone.abort()
    await asked
    graceClock.advance(graceMs)
    await vi.waitFor(() => expect(service.balance()).toBe('100.00'), 20_000)
    expect(await generate({ prompt: 'a fox' }, { retryCount: 1 })).toMatchObject({ status: 409 })
    expect(service.taskCount()).toBe(1)
  })

  test('has the video cancelled whose response it did not get, and keeps the one that it got', async () => {
    const gone = new AbortController()
    const { service, graceClock, post } = setUp({ queuedMs: forever }, async (url) => {
      if (url.includes('/tasks/task2') && !url.endsWith('/cancel')) gone.abort()
      return undefined
    })
    await post('/v1/videos', { prompt: 'waves' })
    const reserved = service.balance()
    await post('/v1/videos', { prompt: 'waves' }, { signal: gone.signal })
    expect(service.taskCount()).toBe(2)
    graceClock.advance(graceMs)
    await vi.waitFor(() => expect(service.balance()).toBe(reserved), 20_000)
  })
})
