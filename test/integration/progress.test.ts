import { describe, expect, test, vi } from 'vitest'
import type { PollResponse } from '../../server/src/core/ports/provider.ts'
import { requeueTask } from '../../server/src/database/tasks/leases.ts'
import { raiseProgress } from '../../server/src/database/tasks/tasks.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import type { TestAccount } from '../support/service.ts'
import { untilHeld, untilHolds } from '../support/until-holds.ts'
import { acceptImage, expectCharged, expectRefunded, pollTask, startWithImage } from './support/tasks.ts'

const never = new AbortController().signal
const pending = (progress: number): PollResponse => ({ kind: 'pending', stage: 'running', progress })

/** A service that stores each step of progress at once, with one image that waits. */
async function start() {
  const provider = createFakeProvider({ submission: 'idempotent' })
  const options = { providers: [provider], runSettings: { progressMs: 0 } }
  const started = await startWithImage(options)
  const database = { ...started.service.database }
  /** The writes of the tasks that `run` runs. */
  const write = vi.spyOn(database, 'autocommit')
  return { provider, write, run: { ...started.service.run, database }, ...started }
}

/** Holds that a poll shows this progress, now or soon. */
const untilShown = (account: TestAccount, id: string, progress: number) =>
  untilHolds(async () => expect((await pollTask(account, id)).progress).toBe(progress))

describe('the progress of a task', () => {
  test('is what its engine says, in percent and the same in a list, and absent before and after', async () => {
    const { provider, service, account, id } = await start()
    expect(await pollTask(account, id)).not.toHaveProperty('progress')
    provider.mockPoll({ kind: 'pending' }, pending(0.42), async () => {
      await untilShown(account, id, 42)
      const { tasks } = (await account.call('GET', `/api/v1/tasks?id=${id}`)).body
      expect(tasks[0].progress).toBe(42)
      return pending(0.43)
    })
    await service.runQueue()
    await expectCharged(account, id)
    expect(await pollTask(account, id)).not.toHaveProperty('progress')
  })

  test('is absent where the engine says nothing of it', async () => {
    const { provider, service, account, id } = await start()
    provider.mockPoll({ kind: 'pending' }, async () => {
      expect(await pollTask(account, id)).not.toHaveProperty('progress')
      return { kind: 'pending', stage: 'running' }
    })
    await service.runQueue()
    await expectCharged(account, id)
  })

  test('is never 100 before the end, whatever the engine says', async () => {
    const { provider, service, account, id } = await start()
    provider.mockPoll(pending(7), async () => {
      await untilShown(account, id, 99)
      return { kind: 'failed', code: 'GENERATION_FAILED', message: 'no' }
    })
    await service.runQueue()
    await expectRefunded(account, id, 'GENERATION_FAILED')
    expect(await pollTask(account, id)).not.toHaveProperty('progress')
  })

  test('never decreases, not by what an engine says and not by another attempt', async () => {
    const { provider, service, run, write, account, id } = await start()
    provider.mockPoll(
      pending(0.6),
      async () => {
        await untilShown(account, id, 60)
        return pending(0.2)
      },
      { kind: 'lost' },
      pending(0.1),
      async () => {
        expect((await pollTask(account, id)).progress).toBe(60)
        return pending(0.8)
      },
      async () => {
        await untilShown(account, id, 80)
        return { kind: 'pending' }
      },
    )
    for (let attempt = 0; attempt < 2; attempt += 1) await runTask(run, await service.claimOne(), never)
    await expectCharged(account, id)
    expect(provider.started).toHaveLength(2)
    expect(write).toHaveBeenCalledTimes(2)
  })

  test('is that of the worker that has the task, and the higher one of two that write', async () => {
    const { service, account, id } = await start()
    const first = await service.claimOne('first')
    await service.database.autocommit((db) => raiseProgress(db, first, 30))
    service.advance(60_000)
    await service.run.database.transaction(async (tx) => {
      expect(await requeueTask(tx, first, { countAttempt: true })).toBe(true)
    })
    expect((await pollTask(account, id)).progress).toBe(30)
    const second = await service.claimOne('second')
    expect(second.progress).toBe(30)
    const writes = [
      [first, 90],
      [second, 20],
      [second, 50],
      [second, 50],
      [second, 40],
    ] as const
    await Promise.all(
      writes.map(([task, progress]) =>
        service.database.autocommit((db) => raiseProgress(db, task, progress)),
      ),
    )
    expect((await pollTask(account, id)).progress).toBe(50)
    await runTask(service.run, second, never)
    await service.database.autocommit((db) => raiseProgress(db, second, 70))
    expect(await pollTask(account, id)).not.toHaveProperty('progress')
    await expectCharged(account, id)
  })

  test('costs a task nothing when it cannot be stored', async () => {
    const { provider, service, run, write, account, id } = await start()
    write.mockRejectedValue(new Error('The disk is full.'))
    provider.mockPoll(pending(0.3), pending(0.6))
    await runTask(run, await service.claimOne(), never)
    expect(write).toHaveBeenCalled()
    await expectCharged(account, id)
  })

  test('is written neither for a small step nor soon after the last write', async () => {
    const { provider, service, run, write, account, id } = await start()
    provider.mockPoll(pending(0.4), async () => {
      await untilShown(account, id, 40)
      return pending(0.44)
    })
    await runTask(run, await service.claimOne(), never)
    expect(write).toHaveBeenCalledTimes(1)
    const later = await acceptImage(account)
    provider.mockPoll(pending(0.2), pending(0.9))
    const settings = { ...run.settings, progressMs: 60_000 }
    await runTask({ ...run, settings }, await service.claimOne(), never)
    await expectCharged(account, later)
    expect(write).toHaveBeenCalledTimes(1)
  })
})

describe('a held poll of a task that runs', () => {
  const poll = (account: TestAccount, path: string, seen: string | null) =>
    account.call('GET', path, undefined, {
      Prefer: 'wait=30',
      ...(seen !== null && { 'If-None-Match': seen }),
    })

  test.each([(id: string) => `/api/v1/tasks/${id}`, (id: string) => `/api/v1/tasks?id=${id}`])(
    'gets its response when the progress has grown, with another tag, alone or in a list',
    async (pathOf) => {
      const { service, account, id } = await start()
      const task = await service.claimOne()
      const path = pathOf(id)
      const before = (await account.call('GET', path)).headers.get('ETag')
      const held = poll(account, path, before)
      await untilHeld(service, 1)
      await service.database.autocommit((db) => raiseProgress(db, task, 30))
      const { status, body, headers } = await held
      expect([status, (body.tasks?.[0] ?? body).progress]).toEqual([200, 30])
      expect(headers.get('ETag')).not.toBe(before)
      const missed = await poll(account, path, before)
      expect([missed.status, missed.headers.get('ETag')]).toEqual([200, headers.get('ETag')])
      const next = poll(account, path, headers.get('ETag'))
      await untilHeld(service, 1)
      await runTask(service.run, task, never)
      const ended = (await next).body
      expect((ended.tasks?.[0] ?? ended).status).toBe('SUCCEEDED')
    },
  )
})
