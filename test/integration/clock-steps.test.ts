import { describe, expect, test } from 'vitest'
import { extendLeases } from '../../server/src/database/tasks/leases.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { expectCharged, startWithImage } from './support/tasks.ts'

const leaseMs = 30_000
const never = new AbortController().signal
const order = { prompt: 'a lighthouse' }

/** As after a failover to a machine whose clock differs by so much. */
function step(service: TestService, ms: number): void {
  service.advance(ms)
}

describe.each([
  ['back by a second', -1_000],
  ['back by a day', -86_400_000],
  ['forward by 19 seconds', 19_000],
])("a step of the database's clock %s", (_name, ms) => {
  test('while a task waits, and while it runs: it is made once, and charged once', async () => {
    const { service, account, id } = await startWithImage()
    step(service, ms)
    const task = await service.claimOne()
    step(service, ms)
    await recoverLeases(service.run)
    await runTask(service.run, task, never)
    step(service, ms)
    await service.runQueue()
    await expectCharged(account, id)
    expect(service.provider.started).toHaveLength(1)
    await service.expectBooksToAgree()
  })

  test('leaves a worker that is alive its leases', async () => {
    const { service } = await startWithImage()
    const task = await service.claimOne()
    step(service, ms)
    expect(await recoverLeases(service.run)).toBe(0)
    expect(await service.database.transaction((tx) => extendLeases(tx, [task], leaseMs))).toEqual([])
    service.advance(leaseMs - 10_000)
    expect(await recoverLeases(service.run)).toBe(0)
  })

  test('forgets no key of an order, and lets one be cancelled', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const headers = { 'Idempotency-Key': 'a key' }
    const { body: first } = await account.call('POST', '/api/v1/images/generations', order, headers)
    step(service, ms)
    const { body: again } = await account.call('POST', '/api/v1/images/generations', order, headers)
    expect(again.id).toBe(first.id)
    const { status } = await account.call('POST', `/api/v1/tasks/${first.id}/cancel`, {})
    expect(status).toBe(200)
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    await service.expectBooksToAgree()
  })
})

test('a task of a worker that died waits longer by as much as the clock was set back, and runs then', async () => {
  const { service, account, id } = await startWithImage()
  await service.claimOne('a worker that dies')
  step(service, -10_000)
  service.advance(leaseMs + 1_000)
  expect(await recoverLeases(service.run)).toBe(0)
  service.advance(10_000)
  expect(await recoverLeases(service.run)).toBe(1)
  await service.runQueue()
  await expectCharged(account, id)
})
