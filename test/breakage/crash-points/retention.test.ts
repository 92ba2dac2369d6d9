import { describe, expect, test } from 'vitest'
import { expireResults, scrubOldTasks } from '../../../server/src/use-cases/sweeps/retention.ts'
import { acceptImage } from '../../integration/support/tasks.ts'
import type { TestAccount } from '../../support/service.ts'
import { faultServiceOfFile } from '../service/fault-service.ts'

const current = faultServiceOfFile()

/** The steps of a sweep over one task with a result. */
const steps = [
  ['claim of the sweep', 'before COMMIT'],
  ['claim of the sweep', 'after COMMIT'],
  ['mark in the database', 'before COMMIT'],
  ['mark in the database', 'after COMMIT'],
  ['bytes', 'before delete'],
  ['bytes', 'after delete'],
  ['record of the sweep', 'before COMMIT'],
  ['record of the sweep', 'after COMMIT'],
] as const

async function makeImage(account: TestAccount): Promise<string> {
  const id = await acceptImage(account)
  await current().runQueue()
  return id
}

/** A sweep is due once an hour; here it is due again at once. */
const makeDue = () =>
  current().database.transaction(({ db }) => db.updateTable('sweep_runs').set({ due_at: 0n }).execute())

/** Runs a sweep in a process of its own, to its end or to the step at which it dies. */
async function sweepInProcess(crashAt: number, scrubs = false) {
  await makeDue()
  const sweep = current().start('retention', { crashAt, scrubs })
  expect(await sweep.ended).toBe(crashAt === 0 ? null : 'SIGKILL')
  return sweep.steps
}

test('the steps of a sweep are those at which the tests below kill it', async () => {
  const account = await current().createAccount()
  for (const scrubs of [false, true]) {
    await makeImage(account)
    expect(await sweepInProcess(0, scrubs)).toEqual(steps.map(([, step]) => step))
  }
})

describe('a sweep of old results that is killed', () => {
  test.each(steps.map(([what, when], index) => ({ what, when, crashAt: index + 1 })))(
    '$what, $when: leaves each result either whole or removed, and the next run does the rest',
    async ({ crashAt }) => {
      const service = current()
      const account = await service.createAccount('10.00')
      const id = await makeImage(account)
      const money = await account.money()
      await sweepInProcess(crashAt)

      const { body: task } = await account.call('GET', `/api/v1/tasks/${id}`)
      expect(task.output.removed?.code).toBe(crashAt < 4 ? undefined : 'RESULT_EXPIRED')
      // Whatever a poll shows can be downloaded.
      for (const { url } of task.output.images) expect((await fetch(url)).status).toBe(200)
      await makeDue()
      await expireResults(service.parts, 0)
      const { body: after } = await account.call('GET', `/api/v1/tasks/${id}`)
      expect(after.output).toMatchObject({ images: [], removed: { code: 'RESULT_EXPIRED' } })
      if (crashAt >= 4) expect(after.output.removed).toEqual(task.output.removed)
      expect(await account.money()).toEqual(money)
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})

describe('a sweep of old tasks that is killed', () => {
  test.each(steps.map(([what, when], index) => ({ what, when, crashAt: index + 1 })))(
    '$what, $when: leaves each task either whole or unknown, and its money as it was',
    async ({ crashAt }) => {
      const service = current()
      const account = await service.createAccount('10.00')
      const id = await makeImage(account)
      const money = await account.money()
      await sweepInProcess(crashAt, true)

      const { status } = await account.call('GET', `/api/v1/tasks/${id}`)
      expect(status).toBe(crashAt < 4 ? 200 : 404)
      await makeDue()
      await scrubOldTasks(service.parts, 0)
      expect((await account.call('GET', `/api/v1/tasks/${id}`)).status).toBe(404)
      expect(await account.money()).toEqual(money)
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})
