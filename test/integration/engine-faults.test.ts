import { describe, expect, test } from 'vitest'
import type { JobInput } from '../../server/src/core/ports/generation-job.ts'
import { InputError } from '../../server/src/core/ports/provider.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createFakeProvider, onePixelPng } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { acceptImage, expectCharged, expectRefunded, startWithImage } from './support/tasks.ts'

const ambiguous = { kind: 'ambiguous', message: 'no response came' } as const
const away = { kind: 'unavailable', message: 'refused' } as const
const busy = { kind: 'unavailable', message: 'too many jobs', retryAfterMs: 1_000 } as const

describe('an input that no decoder reads', () => {
  test('is the caller’s fault: INVALID_INPUT, refunded, and no engine counts as down', async () => {
    const provider = createFakeProvider()
    const reading = {
      ...provider,
      start: async (job: { readonly input?: JobInput }) => {
        await job.input?.upright()
        throw new Error('submitted without its input')
      },
    }
    const service = await startTestService({ providers: [reading] })
    const account = await service.createAccount()
    const finisher = {
      ...service.run.finisher,
      upright: async () => ({ kind: 'unusable', message: 'unable to read pixels' }) as const,
    }
    const { pngOf } = await import('./support/images.ts')
    const { id: assetId } = (await account.upload(await pngOf(32, 32), 'image/png')).body
    const path = '/api/v1/images/transformations'
    for (let turn = 0; turn < 6; turn += 1) {
      const accepted = await account.call('POST', path, { assetId, prompt: 'in oil' })
      const task = await service.claimOne()
      await runTask({ ...service.run, finisher }, task, new AbortController().signal)
      await expectRefunded(account, accepted.body.id, 'INVALID_INPUT')
    }
    expect(await service.parts.breaker.isDown(provider.name)).toBe(false)
  })

  test('while the store is unavailable waits: nothing was submitted, and nothing fails', async () => {
    const provider = createFakeProvider()
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart(() => Promise.reject(new InputError('unreadable', new Error('store away'))))
    await service.runQueue()
    await expectCharged(account, id)
    expect(await service.parts.breaker.isDown(provider.name)).toBe(false)
  })
})

describe('an idempotent engine that may have the job', () => {
  test('keeps the task while it is full, and no other engine gets the task', async () => {
    const first = createFakeProvider({ name: 'first', submission: 'idempotent' })
    const other = createFakeProvider({ name: 'other' })
    const { service, account, id } = await startWithImage({ providers: [first, other] })
    first.mockStart(ambiguous, ...Array(30).fill(busy))
    await service.runQueue()
    await expectCharged(account, id)
    expect(other.started).toHaveLength(0)
  })

  test('is started again after it lost the job, even if another engine is preferred by then', async () => {
    const first = createFakeProvider({ name: 'first', submission: 'idempotent' })
    const other = createFakeProvider({ name: 'other' })
    const { service, account, id } = await startWithImage({ providers: [first, other] })
    first.mockPoll(async () => {
      for (let failure = 0; failure < 5; failure += 1) await service.parts.breaker.failed('first')
      return { kind: 'lost' }
    })
    await service.runQueue()
    await expectCharged(account, id)
    expect([first.started.length, other.started.length]).toEqual([2, 0])
  })
})

test('a worker that stops in the middle of its calls does not mark the engine as down', async () => {
  const provider = createFakeProvider()
  const service = await startTestService({ providers: [provider] })
  const account = await service.createAccount()
  for (let turn = 0; turn < 6; turn += 1) {
    await acceptImage(account)
    const task = await service.claimOne()
    const stop = new AbortController()
    provider.mockStart(async () => {
      stop.abort()
      return turn % 2 === 0 ? ambiguous : away
    })
    await runTask(service.run, task, stop.signal)
  }
  expect(await service.parts.breaker.isDown(provider.name)).toBe(false)
})

test('a result that has been paid for is kept even if the health of its engine cannot be saved', async () => {
  const provider = createFakeProvider()
  const { service, account, id } = await startWithImage({ providers: [provider] })
  const task = await service.claimOne()
  provider.mockStart({ kind: 'succeeded', outputs: [{ contentType: 'image/png', bytes: onePixelPng }] })
  const broken = () => Promise.reject(new Error('the database is away'))
  const breaker = { ...service.run.breaker, succeeded: broken, failed: broken }
  await runTask({ ...service.run, breaker }, task, new AbortController().signal)
  await expectCharged(account, id)
})
