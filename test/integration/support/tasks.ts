import { expect } from 'vitest'
import { newTaskId } from '../../../server/src/core/domain/ids.ts'
import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import type { Database } from '../../../server/src/database/database.ts'
import type { RunningTask } from '../../../server/src/database/tasks/task-endings.ts'
import { endTasks, type NewTask } from '../../../server/src/database/tasks/task-moves.ts'
import { startTestService, type TestAccount, type TestServiceOptions } from '../../support/service.ts'

/** Accepts one image and returns its task's id. */
export async function acceptImage(account: TestAccount, prompt = 'a lighthouse'): Promise<string> {
  const response = await account.call('POST', '/api/v1/images/generations', { prompt })
  expect(response.status).toBe(200)
  return response.body.id
}

/** An image of 1 USD unless told otherwise, as a request would have it written; `afterMs` makes its id younger. */
export function newTask(
  { accountId }: Pick<TestAccount, 'accountId'>,
  { afterMs = 0, ...more }: Partial<NewTask> & { readonly afterMs?: number } = {},
): NewTask {
  return {
    id: newTaskId(Date.now() + afterMs),
    accountId,
    type: 'image.generate',
    tier: '1k',
    parameters: { prompt: 'a fox', widthPx: 16, heightPx: 16 },
    cost: Usd.parse('1'),
    queuePosition: Date.now(),
    ...more,
  }
}

/** A service with an account that has one image accepted and waiting. */
export async function startWithImage(options: TestServiceOptions = {}) {
  const service = await startTestService(options)
  const account = await service.createAccount()
  return { service, account, id: await acceptImage(account) }
}

/** Ends claimed tasks as failed in one transaction, which takes no engine. */
export async function failTasks(database: Database, tasks: readonly RunningTask[]): Promise<void> {
  if (tasks.length === 0) return
  const failure = { code: 'GENERATION_FAILED', message: 'no' } as const
  await database.transaction((tx) =>
    endTasks(
      tx,
      tasks.map((task) => ({ task, move: 'fail', failure })),
    ),
  )
}

/** The task as its owner reads it. */
export async function pollTask(account: TestAccount, id: string) {
  const response = await account.call('GET', `/api/v1/tasks/${id}`)
  expect(response.status).toBe(200)
  return response.body
}

/** Holds that a task failed with a code and that its account, opened with `balance`, has every cent back. */
export async function expectRefunded(account: TestAccount, id: string, code: string, balance = '10.00') {
  expect(await pollTask(account, id)).toMatchObject({ status: 'FAILED', error: { code }, output: null })
  expect(await account.money()).toEqual({ balance, reserved: '0.00' })
}

/** Holds that a task succeeded with a result and that its price is spent. */
export async function expectCharged(account: TestAccount, id: string) {
  const task = await pollTask(account, id)
  expect(task).toMatchObject({ status: 'SUCCEEDED', error: null })
  expect(task.output).not.toBeNull()
  const { balance, reserved } = await account.money()
  expect(reserved).toBe('0.00')
  expect(Number(balance)).toBeLessThan(10)
}
