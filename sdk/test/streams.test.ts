import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  ConnectionError,
  InvalidResponseError,
  Mediagen,
  ResultRemovedError,
  WaitTimeoutError,
} from '../src/index.js'
import { createMockService } from '../src/testing/index.js'
import { bytes, file, finish, loginPage, part, readAll, torn } from './support/downloads.js'
import { accepted, createFakeClient, polled, taskIn } from './support/fake-client.js'
import { json } from './support/fake-fetch.js'
import { startStallingServer } from './support/stalling-server.js'
import { until } from './support/until.js'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))

/** A client whose server is silent at the path. */
async function connect(path: RegExp, at: 'head' | 'body' = 'head') {
  const server = await startStallingServer({ method: 'GET', path, at })
  onTestFinished(() => server.stop())
  return { ...server, client: new Mediagen({ apiKey: 'any', baseUrl: server.url }) }
}

describe('the end of an await using block', () => {
  test('ends the request of updates that wait, and leaves the task alone', async () => {
    const { client, reached, closed } = await connect(/tasks\/task/)
    let pending: Promise<IteratorResult<unknown>> | undefined
    {
      await using updates = client.tasks.resume('task-1').updates({ cancelOnAbort: true })
      pending = updates.next()
      await reached
    }
    expect(await pending).toEqual({ done: true, value: undefined })
    await closed()
  })

  test.each([
    ['is left', 0],
    ['is aborted', 1],
  ])('cancels no task: of updates with cancelOnAbort, only one that %s does', async (way, cancellations) => {
    const { client, sent } = createFakeClient([
      () => new Promise(() => undefined),
      json({ id: 'task-1', status: 'CANCELLED' }),
    ])
    const controller = new AbortController()
    const { signal } = controller
    const updates = client.tasks.resume('task-1').updates({ signal, cancelOnAbort: true })
    const pending = updates.next().catch((error: unknown) => error)
    await until(() => sent.length === 1)
    if (way === 'is aborted') controller.abort()
    else await updates.return()
    await pending
    await until(() => sent.length === 1 + cancellations)
    expect(sent.filter(({ path }) => path.endsWith('/cancel'))).toHaveLength(cancellations)
  })

  test('does not end a wait that resumes after the timeout of the updates', async () => {
    const { client } = createFakeClient([
      polled('QUEUED'),
      polled('SUCCEEDED'),
      () => new Promise(() => undefined),
    ])
    let error: unknown
    {
      await using updates = client.tasks.resume('task-1').updates({ timeoutMs: 0 })
      error = await updates
        .next()
        .then(() => updates.next())
        .catch((reason: unknown) => reason)
    }
    if (!(error instanceof WaitTimeoutError)) throw error
    await expect(error.resume()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    const reason = new Error('the person left')
    const controller = new AbortController()
    const resumed = error.resume({ signal: controller.signal, timeoutMs: 60_000 })
    controller.abort(reason)
    await expect(resumed).rejects.toBe(reason)
  })

  test('ends the request for the next page of a list', async () => {
    const { client, reached, closed } = await connect(/cursor/)
    for (const prompt of ['a', 'b']) await client.images.generate({ prompt })
    {
      await using tasks = client.tasks.list({ limit: 1 })
      const iterator = tasks[Symbol.asyncIterator]()
      await iterator.next()
      const pending = iterator.next()
      pending.catch(() => undefined)
      await reached
    }
    await closed()
  })

  test('ends the request for the first page, which nobody waits for', async () => {
    const { client, reached, closed } = await connect(/tasks/)
    {
      await using _tasks = client.tasks.list()
      await reached
    }
    await closed()
  })

  test('ends a download, and what has come of it is not taken for the whole', async () => {
    const { client, reached, closed } = await connect(/files/, 'body')
    const task = await (await client.images.generate({ prompt: 'x' })).wait()
    let whole: Promise<unknown> | undefined
    {
      await using stream = await task.stream()
      whole = readAll(stream).catch((error: unknown) => error)
      await reached
    }
    await closed()
    expect(await whole).toMatchObject({ name: 'AbortError' })
  })

  test('is none where the platform has no symbol for it, and everything else works', async () => {
    const program = `
      const { asyncDispose: _, ...known } = Object.getOwnPropertyDescriptors(Symbol)
      globalThis.Symbol = Object.defineProperties((name) => known.for.value(name), known)
      const { Mediagen } = await import('@mediagen/sdk')
      const { createMockService } = await import('@mediagen/sdk/testing')
      const client = new Mediagen({ apiKey: 'any', ...createMockService() })
      const generation = await client.images.generate({ prompt: 'x' })
      const seen = []
      for await (const { status } of generation.updates()) seen.push(status)
      for await (const { id } of client.tasks.list()) seen.push(id)
      const stream = await (await generation.wait()).stream()
      for await (const bytes of stream) seen.push(bytes.length > 0)
      console.log(JSON.stringify([seen, 'undefined' in stream]))`
    const args = ['--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: packageFolder })
    const [seen, hasUndefined] = JSON.parse(stdout)
    expect(seen.slice(0, 4)).toEqual(['QUEUED', 'PROCESSING', 'SUCCEEDED', expect.any(String)])
    expect(hasUndefined).toBe(false)
  })
})

describe('a loop over updates', () => {
  test('gives each state once and ends with the final one, whatever else follows the task', async () => {
    const { baseUrl, clock, fetch } = createMockService()
    const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
    const generation = await client.images.generate({ prompt: 'x' })
    const statesOf = async () => {
      const states: string[] = []
      for await (const { status } of generation.updates()) states.push(status)
      return states
    }
    const loops = await Promise.all([statesOf(), statesOf(), generation.wait()])
    for (const states of loops.slice(0, 2)) expect(states).toEqual(['QUEUED', 'PROCESSING', 'SUCCEEDED'])
  })

  test.each(['break', 'throw'])(
    'that is left by %s sends nothing more and can be begun again',
    async (way) => {
      const { client, sent, clock } = createFakeClient([
        accepted(),
        polled('PROCESSING'),
        polled('SUCCEEDED'),
      ])
      const generation = await client.images.generate({ prompt: 'x' })
      const loop = async () => {
        for await (const { status } of generation.updates()) {
          if (status !== 'PROCESSING') continue
          if (way === 'break') break
          throw new Error('of the loop')
        }
      }
      await loop().catch(() => undefined)
      expect(sent).toHaveLength(2)
      expect(clock.openLimits()).toBe(0)
      await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    },
  )
})

describe('a result as a response', () => {
  test('has its type, its length and its bytes', async () => {
    const { task } = await finish([part([1, 2, 3], {}, 200)])
    const response = await task.response()
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'image/png',
      'content-length': '3',
    })
    expect(await response.bytes()).toEqual(bytes)
  })

  test('gives each piece as it comes', async () => {
    let feed: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        feed = controller
        controller.enqueue(new Uint8Array([1]))
      },
    })
    const { task } = await finish([new Response(body, { headers: { etag: '"one"' } })])
    const reader = (await task.response()).body?.getReader()
    expect(await reader?.read()).toEqual({ done: false, value: new Uint8Array([1]) })
    feed?.enqueue(new Uint8Array([2, 3]))
    expect(await reader?.read()).toEqual({ done: false, value: new Uint8Array([2, 3]) })
    await reader?.cancel()
  })

  test('is one of bytes of unknown type where no header takes the type of the task', async () => {
    const contentType = 'image/png; x=\u0142'
    const image = { url: 'https://files.test/out?signature=one', contentType, sizeBytes: 3 }
    const { task } = await finish([file()], polled('SUCCEEDED', { output: { images: [image] } }))
    const response = await task.response()
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(await response.bytes()).toEqual(bytes)
  })

  test('rejects for a result that no longer exists, before there is a response', async () => {
    const removed = { code: 'RESULT_EXPIRED', removedAt: '2026-01-02T00:00:00.000Z' } as const
    const { task } = await finish([
      new Response('gone', { status: 404 }),
      json({ ...taskIn('SUCCEEDED'), output: { removed } }),
    ])
    await expect(task.response()).rejects.toThrow(ResultRemovedError)
  })

  test.each([
    ['a login page comes instead of the rest', Array.from({ length: 6 }, loginPage), InvalidResponseError],
    ['the bytes break off', Array.from({ length: 6 }, () => torn([])), ConnectionError],
  ])('errors where %s', async (_, rest, kind) => {
    const { task } = await finish([torn([1]), ...rest])
    const response = await task.response()
    const error = await response.bytes().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(kind)
  })
})

describe('a result as a Blob', () => {
  test('has its type and its bytes', async () => {
    const { task } = await finish([part([1, 2, 3], {}, 200)])
    const blob = await task.blob()
    expect([blob.type, new Uint8Array(await blob.arrayBuffer())]).toEqual(['image/png', bytes])
  })

  test('never has bytes that came before the transfer started over', async () => {
    const whole = () => new Response(bytes, { headers: { 'content-type': 'image/png' } })
    const { task } = await finish([torn([9], {}), whole()])
    expect(new Uint8Array(await (await task.blob()).arrayBuffer())).toEqual(bytes)
  })
})
