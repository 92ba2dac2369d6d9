import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import type { Provider, StartResponse } from '../../server/src/core/ports/provider.ts'
import { requeueTask } from '../../server/src/database/tasks/leases.ts'
import { createProviderRegistry } from '../../server/src/worker/provider-registry.ts'
import type { RunDependencies } from '../../server/src/worker/run-dependencies.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { countingProviders } from '../breakage/service/counting-engine.ts'
import { faultServiceOfFile } from '../breakage/service/fault-service.ts'
import type { TestAccount } from '../support/service.ts'

const current = faultServiceOfFile()
const never = new AbortController().signal
const path = '/api/v1/images/generations'
let account: TestAccount
let id: string
let task: Task
beforeEach(async () => {
  account = await current().createAccount('1.00')
  id = (await account.call('POST', path, { prompt: 'a lake' })).body.id
  task = await current().claimOne()
})

/** Runs tasks with an engine instead of the counting one; calls that it does not replace are passed on. */
function runWith(replaced: Partial<Provider>, kind: Provider['submission'] = 'once'): RunDependencies {
  const { providers, routes } = countingProviders(current().engine.url)
  const replacing = providers.map((one) => (one.submission === kind ? { ...one, ...replaced } : one))
  return { ...current().run, providers: createProviderRegistry(replacing, routes) }
}

/** Lets the time of the attempt pass, which stood still however long it took to get as far as that. */
function hang(): Promise<never> {
  const { attemptMsMax, hungMsMax } = current().run.settings
  void vi.advanceTimersByTimeAsync(attemptMsMax + hungMsMax)
  return new Promise(() => undefined)
}

async function runUntilAbandoned(run: RunDependencies): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() })
  await runTask(run, task, never)
  vi.useRealTimers()
}

async function expectEnded(outcome: string, balance: string): Promise<void> {
  const { body } = await account.call('GET', `/api/v1/tasks/${id}`)
  expect(body.error?.code ?? body.status).toBe(outcome)
  expect(await account.money()).toEqual({ balance, reserved: '0.00' })
  expect(await current().brokenPromises()).toEqual([])
}

/** Acts as another worker would after the first one's lease has expired. */
async function takeOver(): Promise<void> {
  await current().recoverNow()
  await current().runQueue()
}

describe('an engine that responds', () => {
  test('late, after the task was taken over: its job is not saved, and nothing is submitted to it again', async () => {
    let respond: (started: StartResponse) => void = () => undefined
    let asked: () => void = () => undefined
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const start = (): Promise<StartResponse> => {
      asked()
      return new Promise((resolve) => {
        respond = resolve
      })
    }
    const late = runTask(runWith({ start }), task, never)
    await isAsked
    await takeOver()
    respond({ kind: 'started', job: { jobId: 'late', product: 'image.generate' } })
    await late
    await expectEnded('PROVIDER_SUBMIT_AMBIGUOUS', '1.00')
  })

  test('twice, to two workers that both believe they hold the task: it is charged once, and one result is kept', async () => {
    const { database, run, runOn } = current()
    // The first worker's epoch is over, but it does not know; both submit nothing and poll the same job to
    // its end.
    await runTask(runOn(withoutSettling()), task, never).catch(() => undefined)
    await database.transaction((tx) => requeueTask(tx, task, { countAttempt: true }))
    const second = await current().claimOne()
    const first = { ...task, submission: second.submission }
    await runTask(run, first, never)
    expect((await account.call('GET', `/api/v1/tasks/${id}`)).body.status).toBe('PROCESSING')
    await runTask(run, second, never)
    await runTask(run, first, never)
    await expectEnded('SUCCEEDED', '0.98')
    const { output } = (await account.call('GET', `/api/v1/tasks/${id}`)).body
    expect((await fetch(output.images[0].url)).status).toBe(200)
  })

  test('never: its task fails at the deadline, immediately if the engine must not be started twice', async () => {
    const run = runWith({ start: hang })
    await runUntilAbandoned(run)
    await current().runQueue()
    await expectEnded('PROVIDER_SUBMIT_AMBIGUOUS', '1.00')
  })

  test('never when it is polled: the attempt ends at its deadline, and the slot is free', async () => {
    const run = runWith({ poll: hang })
    await runUntilAbandoned(run)
    await current().runQueue()
    await expectEnded('SUCCEEDED', '0.98')
  })
})

/** A worker that dies while settling: its work is done, its transaction is not. */
function withoutSettling(): RunDependencies['database'] {
  const { database } = current()
  return {
    ...database,
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx)
        const { status } = await tx.db
          .selectFrom('tasks')
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        if (status === 'SUCCEEDED') throw new Error('The worker died.')
        return result
      }),
  }
}

describe('an object store that', () => {
  function runWithPut(put: RunDependencies['objectStore']['put']): RunDependencies {
    const { run, parts } = current()
    return { ...run, objectStore: { ...parts.objectStore, put } }
  }

  test('fails a few times: the render is not lost, and the engine is not asked again', async () => {
    let failures = 3
    const put: RunDependencies['objectStore']['put'] = async (object) => {
      failures -= 1
      if (failures >= 0) throw new Error('The store is unavailable.')
      await current().parts.objectStore.put(object)
    }
    await runTask(runWithPut(put), task, never)
    await expectEnded('SUCCEEDED', '0.98')
  })

  test('fails permanently: the task fails in the end, is refunded, and was submitted once', async () => {
    const run = runWithPut(async () => {
      throw new Error('The store is unavailable.')
    })
    const tasks = [task]
    for (let next = tasks.pop(); next !== undefined; next = tasks.pop()) {
      await runTask(run, next, never)
      tasks.push(...(await current().claim(1)))
    }
    await expectEnded('WORKER_TIMEOUT', '1.00')
  })

  test('hangs: the attempt ends nevertheless, and another one stores the result that the engine still has', async () => {
    const run = runWithPut(hang)
    await runUntilAbandoned(run)
    await current().runQueue()
    await expectEnded('SUCCEEDED', '0.98')
  })

  test('gets the abort signal of the attempt, so that no connection stays open', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const run = runWithPut((_object, signal) => {
      signals.push(signal)
      return hang()
    })
    await runUntilAbandoned(run)
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
    await current().runQueue()
    await expectEnded('SUCCEEDED', '0.98')
  })

  test('stores bytes and dies before responding: unreferenced objects are swept', async () => {
    const { objectStore } = current().parts
    const run = runWithPut(async (object) => {
      await objectStore.put(object)
      return hang()
    })
    await runUntilAbandoned(run)
    await current().runQueue()
    await expectEnded('SUCCEEDED', '0.98')
  })
})
