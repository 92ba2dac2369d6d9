import { describe, expect, test } from 'vitest'
import { defaultRunSettings } from '../../server/src/worker/default-settings.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { acceptImage, expectCharged, expectRefunded, pollTask, startWithImage } from './support/tasks.ts'

const kinds = ['once', 'idempotent'] as const
const unavailable = { kind: 'unavailable', message: 'connection refused' } as const
const ambiguous = { kind: 'ambiguous', message: 'no response came' } as const

/** The state of the submission in the database. */
async function submissionOf(service: TestService, id: string) {
  return service.database.read((db) =>
    db
      .selectFrom('tasks')
      .select(['provider', 'provider_job', 'attempt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
}

describe.each(kinds)('a start at an engine that takes a job %s', (submission) => {
  test('that works runs the task once and charges it', async () => {
    const provider = createFakeProvider({ submission })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started.map((job) => job.taskId)).toEqual([id])
    expect(service.settled).toEqual([{ taskId: id, outcome: 'SUCCEEDED' }])
    await service.expectBooksToAgree()
  })

  test('that is rejected fails the task at once with INVALID_INPUT and the engine’s words', async () => {
    const provider = createFakeProvider({ submission })
    const other = createFakeProvider({ name: 'other' })
    const { service, account, id } = await startWithImage({ providers: [provider, other] })
    provider.mockStart({ kind: 'rejected', message: 'the prompt is not allowed' })
    await service.runQueue()
    await expectRefunded(account, id, 'INVALID_INPUT')
    expect((await pollTask(account, id)).error.message).toBe('the prompt is not allowed')
    expect([provider.started.length, other.started.length]).toEqual([1, 0])
    expect(service.settled).toEqual([{ taskId: id, outcome: 'INVALID_INPUT' }])
  })

  test('with a refused connection is retried, and runs once an engine can be reached', async () => {
    const provider = createFakeProvider({ submission })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart(unavailable, unavailable)
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started).toHaveLength(3)
    expect((await submissionOf(service, id)).attempt).toBe(1n)
  })

  test('with a refused connection in every round fails with PROVIDER_UNAVAILABLE after a limited number of rounds', async () => {
    const provider = createFakeProvider({ submission })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart(...Array(100).fill(unavailable))
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_UNAVAILABLE')
    expect(provider.started).toHaveLength(defaultRunSettings.submitRoundsMax)
    expect(await submissionOf(service, id)).toMatchObject({ provider: null, provider_job: null })
  })

  test('with a refused connection goes to the next engine in order', async () => {
    const first = createFakeProvider({ name: 'first', submission })
    const second = createFakeProvider({ name: 'second', submission })
    const { service, account, id } = await startWithImage({ providers: [first, second] })
    first.mockStart(unavailable)
    await service.runQueue()
    await expectCharged(account, id)
    expect([first.started.length, second.started.length]).toEqual([1, 1])
    expect((await submissionOf(service, id)).provider).toBe('second')
  })
})

describe('a start whose response was lost', () => {
  test('is never repeated if the engine takes a job once: PROVIDER_SUBMIT_AMBIGUOUS, refunded', async () => {
    const provider = createFakeProvider({ submission: 'once' })
    const other = createFakeProvider({ name: 'other' })
    const { service, account, id } = await startWithImage({ providers: [provider, other] })
    provider.mockStart(ambiguous)
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_SUBMIT_AMBIGUOUS')
    expect([provider.started.length, other.started.length]).toEqual([1, 0])
  })

  test('is repeated with the same id if the engine accepts our id', async () => {
    const provider = createFakeProvider({ submission: 'idempotent' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart(ambiguous)
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started.map((job) => job.taskId)).toEqual([id, id])
  })
})

describe('a start whose response was lost, at an engine that accepts our id', () => {
  test('is repeated there and nowhere else, even if the engine is unavailable for a while', async () => {
    const first = createFakeProvider({ name: 'first', submission: 'idempotent' })
    const second = createFakeProvider({ name: 'second', submission: 'once' })
    const { service, account, id } = await startWithImage({ providers: [first, second] })
    first.mockStart(ambiguous, unavailable, unavailable, ambiguous, unavailable, unavailable)
    await service.runQueue()
    await expectCharged(account, id)
    expect([first.started.length, second.started.length]).toEqual([7, 0])
    expect((await submissionOf(service, id)).provider).toBe('first')
  })

  test('and that never responds again: PROVIDER_SUBMIT_AMBIGUOUS, refunded, and no other engine was tried', async () => {
    const first = createFakeProvider({ name: 'first', submission: 'idempotent' })
    const second = createFakeProvider({ name: 'second', submission: 'once' })
    const { service, account, id } = await startWithImage({ providers: [first, second] })
    first.mockStart(ambiguous, ...Array(100).fill(unavailable))
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_SUBMIT_AMBIGUOUS')
    expect(first.started).toHaveLength(1 + 2 * defaultRunSettings.submitRoundsMax)
    expect(second.started).toEqual([])
  })

  test('because the worker died: the next worker tries that engine, even if it is marked as down, and no other', async () => {
    const first = createFakeProvider({ name: 'first', submission: 'idempotent' })
    const second = createFakeProvider({ name: 'second', submission: 'once' })
    const { service, account, id } = await startWithImage({ providers: [first, second] })
    for (let failure = 0; failure < 20; failure += 1) await service.parts.breaker.failed('first')
    expect(await service.parts.breaker.isDown('first')).toBe(true)
    await service.database.transaction((tx) =>
      tx.db.updateTable('tasks').set({ provider: 'first' }).where('id', '=', id).execute(),
    )
    await service.runQueue()
    await expectCharged(account, id)
    expect([first.started.length, second.started.length]).toEqual([1, 0])
  })
})

describe('an engine that throws', () => {
  test('and takes a job once: the start may have happened, so it is not repeated', async () => {
    const provider = createFakeProvider({ submission: 'once' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockStart(() => Promise.reject(new Error('a bug of the adapter')))
    await service.runQueue()
    await expectRefunded(account, id, 'PROVIDER_SUBMIT_AMBIGUOUS')
    expect(provider.started).toHaveLength(1)
  })

  test('and accepts our id: the attempt is repeated, up to the limit, then WORKER_TIMEOUT', async () => {
    const provider = createFakeProvider({ submission: 'idempotent' })
    const service = await startTestService({ providers: [provider] })
    const account = await service.createAccount()
    const [lucky, unlucky] = [await acceptImage(account), await acceptImage(account, 'no luck')]
    provider.mockStart(() => Promise.reject(new Error('a bug')))
    await service.runQueue()
    expect((await pollTask(account, lucky)).status).toBe('SUCCEEDED')
    expect((await pollTask(account, unlucky)).status).toBe('SUCCEEDED')

    const third = await service.createAccount()
    const id = await acceptImage(third)
    const before = provider.started.length
    provider.mockStart(...Array(100).fill(() => Promise.reject(new Error('a bug'))))
    await service.runQueue()
    await expectRefunded(third, id, 'WORKER_TIMEOUT')
    expect(provider.started.length - before).toBe(defaultRunSettings.attemptsMax)
  })
})

test('a task whose engines were all removed from the configuration fails with NO_PROVIDER_CONFIGURED', async () => {
  const gone = createFakeProvider({ serves: () => served })
  let served = true
  const { service, account, id } = await startWithImage({ providers: [gone] })
  served = false
  await service.runQueue()
  await expectRefunded(account, id, 'NO_PROVIDER_CONFIGURED')
  expect(gone.started).toEqual([])
})
