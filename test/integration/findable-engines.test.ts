import { describe, expect, test } from 'vitest'
import { setSubmission } from '../../server/src/database/tasks/tasks.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createFakeProvider, onePixelPng } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { acceptImage, expectCharged, expectRefunded, startWithImage } from './support/tasks.ts'

const ambiguous = { kind: 'ambiguous', message: 'no response came' } as const
const absent = { kind: 'absent' } as const
const unknown = { kind: 'unknown', message: 'the list was away' } as const
const found = { kind: 'found', job: { jobId: 'found-again', product: 'image.generate' } } as const

async function arrange() {
  const provider = createFakeProvider({ submission: 'findable' })
  const other = createFakeProvider({ name: 'other' })
  const service = await startTestService({ providers: [provider, other] })
  const account = await service.createAccount()
  return { provider, other, service, account, id: await acceptImage(account) }
}

describe('a start whose response was lost, at an engine whose jobs can be found', () => {
  test('is found again and awaited, through silence, without a second start', async () => {
    const { provider, service, account, id } = await arrange()
    provider.mockStart(ambiguous)
    provider.mockFind(unknown, absent, unknown, found)
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started).toHaveLength(1)
  })

  test('is repeated once two searches have proven that there is no job', async () => {
    const { provider, other, service, account, id } = await arrange()
    provider.mockStart(ambiguous)
    provider.mockFind(absent, absent)
    await service.runQueue()
    await expectCharged(account, id)
    expect([provider.started.length, other.started.length]).toEqual([2, 0])
  })

  test('is refunded if nothing can be proven: PROVIDER_SUBMIT_AMBIGUOUS, and no other engine is tried', async () => {
    const { provider, other, service, account, id } = await arrange()
    provider.mockStart(ambiguous)
    provider.mockFind(absent, unknown)
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_SUBMIT_AMBIGUOUS')
    expect([provider.started.length, other.started.length]).toEqual([1, 0])
    await service.expectBooksToAgree()
  })

  test('is not repeated for ever if every start is lost', async () => {
    const { provider, service, account, id } = await arrange()
    provider.mockStart(...Array(20).fill(ambiguous))
    provider.mockFind(...Array(40).fill(absent))
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_UNAVAILABLE')
    expect(provider.started.length).toBeLessThanOrEqual(5)
  })
})

test('a worker that died after the intent and before the response leaves a job that its successor finds', async () => {
  const { provider, service, account, id } = await arrange()
  const task = await service.claimOne()
  await service.database.transaction((tx) =>
    setSubmission(tx, task, { kind: 'intended', provider: provider.name }),
  )
  provider.mockFind(found)
  const intended = { ...task, submission: { kind: 'intended', provider: provider.name } } as const
  await runTask(service.run, intended, new AbortController().signal)
  await expectCharged(account, id)
  expect(provider.started).toHaveLength(0)
})

describe('a job that a findable engine says it has lost', () => {
  test('is started again if its absence is proven', async () => {
    const { provider, service, account, id } = await arrange()
    provider.mockPoll({ kind: 'lost' })
    provider.mockFind(absent, absent)
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started).toHaveLength(2)
  })

  test('fails if it is not: GENERATION_FAILED, refunded', async () => {
    const { provider, service, account, id } = await arrange()
    provider.mockPoll({ kind: 'lost' })
    await service.runQueue()
    await expectRefunded(account, id, 'GENERATION_FAILED')
    expect(provider.started).toHaveLength(1)
  })
})

describe('an engine that responds with the result', () => {
  const outputs = [{ contentType: 'image/png', bytes: onePixelPng }] as const

  test('is charged without a poll', async () => {
    const provider = createFakeProvider({ submission: 'once' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart({ kind: 'succeeded', outputs })
    provider.mockPoll({ kind: 'lost' })
    await service.runQueue()
    await expectCharged(account, id)
  })

  test('and fails at it fails the task with GENERATION_FAILED, refunded', async () => {
    const provider = createFakeProvider({ submission: 'once' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart({ kind: 'failed', message: 'out of memory' })
    await service.runQueue()
    await expectRefunded(account, id, 'GENERATION_FAILED')
    expect(provider.started).toHaveLength(1)
  })
})
