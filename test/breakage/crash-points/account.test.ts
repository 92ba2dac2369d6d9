import { describe, expect, test } from 'vitest'
import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../../server/src/operator/administration.ts'
import type { TestAccount } from '../../support/service.ts'
import { adminToken, faultServiceOfFile } from '../service/fault-service.ts'

const current = faultServiceOfFile()

/** Sends an operator's action to a process that dies at that step. */
const sendToTheDoomed = (crashAt: number, path: string, body: unknown) =>
  current().sendToTheDoomed(crashAt, {
    apiKey: adminToken,
    path: `/admin/api${path}`,
    body,
    headers: { 'Idempotency-Key': 'the same' },
  })

const order = (account: TestAccount) =>
  account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })

describe('a process that is killed while it closes an account', () => {
  test.each([
    [1, 'before the COMMIT of the state', 3],
    [2, 'after it', 3],
    [3, 'before the COMMIT of the first cancellation', 3],
    [4, 'after it', 2],
    [6, 'after the second one', 1],
    [8, 'after the last one', 0],
  ])(
    'at step %i, %s: leaves %i waiting tasks to a repetition, which refunds each once',
    async (crashAt, _what, left) => {
      const service = current()
      const account = await service.createAccount('10.00')
      const { accountId } = account
      for (let count = 0; count < 3; count += 1) expect((await order(account)).status).toBe(200)
      await sendToTheDoomed(crashAt, `/accounts/${accountId}/close`, {})
      const { status, body } = await order(account)
      expect(body.code ?? status).toBe(crashAt === 1 ? 200 : 'ACCOUNT_NOT_ACTIVE')

      const closed = await createAdministration(service.database).closeAccount({ accountId })
      expect(closed).toMatchObject({ cancelled: crashAt === 1 ? left + 1 : left, running: 0 })
      expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
      const entries = await createAdministration(service.database).listAuditEntries({ accountId, limit: 10 })
      expect(entries.filter(({ action }) => action === 'close-account')).toHaveLength(1)
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})

describe('a process that is killed while it debits an account', () => {
  test.each([
    [1, 'before COMMIT'],
    [2, 'after COMMIT'],
  ])(
    'at step %i, %s: has taken the amount once, when the operator repeats it with its key',
    async (crashAt, step) => {
      const service = current()
      const account = await service.createAccount('10.00')
      const { accountId } = account
      const steps = await sendToTheDoomed(crashAt, `/accounts/${accountId}/debits`, { amount: '2.5' })
      expect(steps.at(-1)).toBe(step)
      expect((await account.money()).balance).toBe(crashAt === 1 ? '10.00' : '7.50')
      const operator = createAdministration(service.database)
      const request = { accountId, amount: Usd.parse('2.5'), idempotencyKey: 'the same' }
      expect((await operator.debitAccount(request)).replayed).toBe(crashAt === 2)
      const { totals } = await operator.showAccount(accountId)
      expect(totals.debited.toString()).toBe('2.50')
      expect((await account.money()).balance).toBe('7.50')
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})

describe('a process that is killed while an operator retries a failed task', () => {
  test.each([
    [1, 'before COMMIT'],
    [2, 'after COMMIT'],
  ])(
    'at step %i, %s: leaves one new task and one reservation once the operator has repeated it',
    async (crashAt, step) => {
      const service = current()
      const account = await service.createAccount('10.00')
      const { body: failed } = await order(account)
      await service.claimOne()
      const operator = createAdministration(service.database)
      expect(await operator.cancelTask({ taskId: failed.id })).toMatchObject({ status: 'FAILED' })
      expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
      const steps = await sendToTheDoomed(crashAt, `/tasks/${failed.id}/retry`, {})
      expect(steps.at(-1)).toBe(step)
      const retried = await operator.retryTask({ taskId: failed.id })
      expect(retried.isRepeated).toBe(crashAt === 2)
      expect((await account.money()).reserved).toBe(retried.reserved.toString())
      await service.runQueue()
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})

describe('a process that is killed while an operator ends a running task', () => {
  test.each([
    [1, 'before COMMIT', 'FAILED'],
    [2, 'after COMMIT', 'TASK_ENDED'],
  ])('at step %i, %s: has refunded it once when the operator repeats it', async (crashAt, step, outcome) => {
    const service = current()
    const account = await service.createAccount('10.00')
    const { body: task } = await order(account)
    await service.claimOne()
    const steps = await sendToTheDoomed(crashAt, `/tasks/${task.id}/cancel`, {})
    expect(steps.at(-1)).toBe(step)
    const operator = createAdministration(service.database)
    const repeated = await operator.cancelTask({ taskId: task.id }).then(
      ({ status }) => status,
      ({ code }) => code,
    )
    expect(repeated).toBe(outcome)
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    expect(await service.brokenPromises()).toEqual([])
  })
})
