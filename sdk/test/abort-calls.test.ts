import { getEventListeners } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Clock, systemClock } from '../src/core/clock.js'
import { type FinishedTask, Mediagen, SubmitAbortedError } from '../src/index.js'
import { type Stall, startStallingServer } from './support/stalling-server.js'

/** Far below every limit of time of the client, and far above what a busy machine needs. */
const atOnceMs = 10_000

type Call = (client: Mediagen, signal: AbortSignal) => Promise<unknown>

const get = (path: RegExp, at: Stall['at'] = 'head'): Stall => ({ method: 'GET', path, at })
const post = (path: RegExp): Stall => ({ method: 'POST', path, at: 'head' })
const put: Stall = { method: 'PUT', path: /./, at: 'head' }

const prompt = 'a fox'
/** Large enough that most of it is not sent yet. */
const file = new Uint8Array(8 * 1024 * 1024)
file.set([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0, 0,
  64,
])

/** A result whose file is asked for while the server is silent. */
function ofResult(read: (task: FinishedTask, signal: AbortSignal) => Promise<unknown>): Call {
  return async (client, signal) => read(await (await client.images.generate({ prompt })).wait(), signal)
}
const drain = async (stream: ReadableStream<Uint8Array>) => {
  for await (const _ of stream);
}
const list: Call = async (client, signal) => {
  await client.images.generate({ prompt })
  await client.images.generate({ prompt })
  for await (const _ of client.tasks.list({ limit: 1, signal }));
}
const update: Call = async (client, signal) => {
  for await (const _ of client.tasks.resume('task-1').updates({ signal }));
}

const calls: readonly (readonly [string, Stall, Call])[] = [
  ['account', get(/me$/), (client, signal) => client.account({ signal })],
  [
    'account, in the middle of its response',
    get(/me$/, 'body'),
    (client, signal) => client.account({ signal }),
  ],
  ['usage', get(/usage/), (client, signal) => client.usage({ signal })],
  ['pricing', get(/pricing/), (client, signal) => client.pricing({ signal })],
  ['effects', get(/effects/), (client, signal) => client.effects({ signal })],
  ['examples', get(/examples/), (client, signal) => client.examples({ signal })],
  [
    'estimate',
    get(/pricing/),
    (client, signal) => client.estimate({ product: 'image.generate' }, { signal }),
  ],
  ['tasks.get', get(/tasks/), (client, signal) => client.tasks.get('task-1', { signal })],
  ['tasks.list', get(/tasks/), (client, signal) => client.tasks.list({ signal })],
  ['tasks.list, at its second page', get(/tasks.*cursor/), list],
  ['tasks.cancel', post(/cancel/), (client, signal) => client.tasks.cancel('task-1', { signal })],
  ['tasks.wait', get(/tasks/), (client, signal) => client.tasks.wait('task-1', { signal })],
  [
    'tasks.wait, of several at once',
    get(/tasks/),
    (client, signal) => Promise.all(['a', 'b'].map((id) => client.tasks.wait(id, { signal }))),
  ],
  ['updates', get(/tasks/), update],
  ['cost', get(/tasks/), (client, signal) => client.tasks.resume('task-1').cost({ signal })],
  [
    'uploads.create',
    post(/uploads$/),
    (client, signal) => client.uploads.create({ contentType: 'image/png' }, { signal }),
  ],
  ['uploads.complete', post(/complete/), (client, signal) => client.uploads.complete('a', { signal })],
  ['uploads.get', get(/uploads/), (client, signal) => client.uploads.get('a', { signal })],
  [
    'uploads.file, before its bytes',
    post(/uploads$/),
    (client, signal) => client.uploads.file(file, { signal }),
  ],
  ['uploads.file, amid its bytes', put, (client, signal) => client.uploads.file(file, { signal })],
  [
    'uploads.file, while it becomes READY',
    post(/complete/),
    (client, signal) => client.uploads.file(file, { signal }),
  ],
  [
    'a transformation, amid its file',
    put,
    (client, signal) => client.images.transform({ file, prompt }, { signal }),
  ],
  ['download, before the response', get(/files/), ofResult((task, signal) => task.download({ signal }))],
  ['download', get(/files/, 'body'), ofResult((task, signal) => task.download({ signal }))],
  ['blob', get(/files/, 'body'), ofResult((task, signal) => task.blob({ signal }))],
  [
    'saveTo',
    get(/files/, 'body'),
    ofResult((task, signal) => task.saveTo(join(tmpdir(), 'never.png'), { signal })),
  ],
  ['stream', get(/files/, 'body'), ofResult(async (task, signal) => drain(await task.stream({ signal })))],
  ['response, before the response', get(/files/), ofResult((task, signal) => task.response({ signal }))],
  [
    'response',
    get(/files/, 'body'),
    ofResult(async (task, signal) => (await task.response({ signal })).bytes()),
  ],
]

/** The clock of the system, which knows its timers. */
function countingClock() {
  const timers = new Set<object>()
  const clock: Clock = {
    now: systemClock.now,
    async delay(ms, signal) {
      const timer = { ms }
      timers.add(timer)
      await systemClock.delay(ms, signal).finally(() => timers.delete(timer))
    },
    after(ms, callback) {
      const timer = { ms }
      timers.add(timer)
      const cancel = systemClock.after(ms, () => {
        timers.delete(timer)
        callback()
      })
      return () => {
        timers.delete(timer)
        cancel()
      }
    },
  }
  return { clock, timers }
}

describe('an abort while the service is silent', () => {
  test.each(calls)(
    'of %s rejects at once and leaves no connection, timer or listener',
    async (_, stall, call) => {
      const server = await startStallingServer(stall)
      onTestFinished(() => server.stop())
      const { clock, timers } = countingClock()
      const client = new Mediagen({ apiKey: 'any', baseUrl: server.url, clock })
      const controller = new AbortController()
      const outcome = call(client, controller.signal).then(
        () => 'nothing',
        (error: unknown) => (error instanceof SubmitAbortedError ? error.cause : error),
      )
      await Promise.race([server.reached, outcome])
      // What was sent is on its way.
      await new Promise((resolve) => setImmediate(resolve))
      const reason = new Error('the person left')
      const startedAt = performance.now()
      controller.abort(reason)
      expect(await outcome).toBe(reason)
      expect(performance.now() - startedAt).toBeLessThan(atOnceMs)
      await server.closed()
      expect([...timers]).toEqual([])
      expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    },
  )
})

const silentSources = [
  ['web stream', () => new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })],
  ['Node stream', () => new Readable({ read: () => undefined })],
  [
    'iterable',
    () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }),
  ],
  ['Blob', () => Object.assign(new Blob(['x']), { arrayBuffer: () => new Promise<never>(() => undefined) })],
] as const

test.each(silentSources)(
  'an abort while a %s gives nothing rejects at once and leaves no listener',
  async (_, open) => {
    const { clock, timers } = countingClock()
    const client = new Mediagen({ apiKey: 'any', baseUrl: 'https://media.test', clock })
    const controller = new AbortController()
    const pending = client.uploads.file(open(), { signal: controller.signal })
    const outcome = pending.catch((error: unknown) => error)
    await new Promise((resolve) => setImmediate(resolve))
    const reason = new Error('the person left')
    controller.abort(reason)
    expect(await outcome).toBe(reason)
    expect([...timers]).toEqual([])
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  },
)
