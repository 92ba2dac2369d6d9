import { describe, expect, test } from 'vitest'
import { InsufficientBalanceError, MediagenError, TaskFailedError } from '../src/index.js'
import { createFakeClient, polled, taskIn } from './support/fake-client.js'
import { errorResponse, json } from './support/fake-fetch.js'

describe('a task of a later version of the service', () => {
  test.each([
    ['INVALID_INPUT', false, 'change its input'],
    ['WORKER_TIMEOUT', true, 'order it again'],
    ['COPYRIGHT', false, 'its code, COPYRIGHT, is of a later version'],
    ['constructor', false, 'its code, constructor, is of a later version'],
  ])('that failed with %s is retryable: %s', async (code, retryable, advice) => {
    const failed = { ...taskIn('FAILED'), error: { code, message: 'No.' } }
    const { client } = createFakeClient([json(failed)])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TaskFailedError)
    expect(error).toMatchObject({ code, retryable })
    expect(String(error)).toContain(advice)
  })

  test('with a status that is not known is waited for until it has ended, and no longer', async () => {
    const inState = (status: string, completedAt: string | null) =>
      json({ ...taskIn('QUEUED'), status, completedAt })
    const { client, unused } = createFakeClient([
      inState('REVIEWED', null),
      inState('EXPIRED', '2026-01-01T00:00:09.000Z'),
    ])
    const error = await client.tasks.wait('task-1').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(MediagenError)
    expect(error).toMatchObject({ taskId: 'task-1', retryable: false })
    expect(String(error)).toContain('ended as EXPIRED')
    expect(unused()).toBe(0)
  })
})

describe('a signal', () => {
  const calls: readonly [
    string,
    (client: ReturnType<typeof createFakeClient>['client'], options: object) => unknown,
  ][] = [
    ['account', (client, options) => client.account(options)],
    ['images.generate', (client, options) => client.images.generate({ prompt: 'a' }, options)],
    ['uploads.file', (client, options) => client.uploads.file(new Uint8Array(100), options)],
    ['tasks.wait', (client, options) => client.tasks.wait('task-1', options)],
    ['tasks.list', (client, options) => client.tasks.list(options)],
    ['updates', (client, options) => client.tasks.resume('task-1').updates(options).next()],
  ]
  test.each(calls)('of %s that is none is an error that says so', async (_, call) => {
    const { client, sent } = createFakeClient([])
    const outcome = (signal: unknown) =>
      (async () => call(client, { signal }))().catch((reason: unknown) => String(reason))
    expect(await outcome('x')).toContain('MediagenError: signal must be an AbortSignal')
    expect(await outcome(new AbortController())).toContain('give the signal of the controller')
    expect(sent).toEqual([])
  })

  test('of a download that is none is an error that says so', async () => {
    const { client } = createFakeClient([polled('SUCCEEDED')])
    const result = await client.tasks.wait('task-1')
    for (const read of [result.download, result.stream, result.response]) {
      await expect(read(Object({ signal: 'x' }))).rejects.toThrow('signal must be an AbortSignal')
    }
  })
})

test('a fetch that throws for a status, as ky does, gives the error of the service', async () => {
  const { client, sent } = createFakeClient([], {
    fetch: async () => {
      throw Object.assign(new Error('Request failed'), {
        response: errorResponse(402, 'INSUFFICIENT_BALANCE'),
      })
    },
  })
  await expect(client.images.generate({ prompt: 'a' })).rejects.toThrow(InsufficientBalanceError)
  expect(sent).toEqual([])
})
