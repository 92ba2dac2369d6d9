import { expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewOverview } from '../../server/src/operator/overview-views.ts'
import { scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { plantBacklog } from './support/backlog.ts'
import { sumLedgerOf } from './support/ledger-totals.ts'
import { acceptImage } from './support/tasks.ts'

async function arrange() {
  const provider = createFakeProvider({ submission: 'once' })
  const service = await startTestService({ providers: [provider] })
  const administration = createAdministration(service.database)
  const read = async (days = 2) => viewOverview(await administration.showOverview({ days }), new Map())
  return { provider, service, administration, read }
}

test('what was charged on a day is the sum over all accounts, and equals their ledgers', async () => {
  const { service, read } = await arrange()
  const accounts = [await service.createAccount(), await service.createAccount()]
  for (const account of accounts) await acceptImage(account)
  for (const account of accounts) await acceptImage(account)
  await service.runQueue()
  const { days } = await read()
  const charged = await Promise.all(
    accounts.map(async ({ accountId }) => (await sumLedgerOf(service, accountId)).charged),
  )
  expect(days.at(-1)).toMatchObject({
    succeeded: 4,
    failed: 0,
    charged: charged.reduce((sum, one) => sum.plus(one), Usd.zero).toString(),
  })
  expect(days.map(({ products }) => products.length)).toEqual([0, 1])
})

test('failures of the last 24 hours are counted by error code, and the newest are shown', async () => {
  const { provider, service, read } = await arrange()
  const account = await service.createAccount()
  provider.mockStart({ kind: 'failed', message: 'out of memory' })
  const old = await acceptImage(account)
  await service.runQueue()
  expect((await read()).failures).toMatchObject({
    codes: [{ code: 'GENERATION_FAILED', count: 1 }],
    ended: 1,
  })
  provider.mockStart({ kind: 'rejected', message: 'no' }, { kind: 'failed', message: 'out of memory' })
  const failed = [await acceptImage(account)]
  await service.runQueue()
  service.advance(1_000)
  failed.push(await acceptImage(account))
  await service.runQueue()
  const cancelled = await acceptImage(account)
  await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
  await acceptImage(account)
  const { failures } = await read()
  expect(failures).toMatchObject({
    ended: 4,
    codes: [
      { code: 'GENERATION_FAILED', count: 2 },
      { code: 'INVALID_INPUT', count: 1 },
    ],
  })
  expect(failures.newest.map(({ taskId }) => taskId)).toEqual([...failed.toReversed(), old])
})

test('failures are counted exactly while more tasks wait than any list has, also of a task that was tried again', async () => {
  const { provider, service, administration, read } = await arrange()
  const account = await service.createAccount()
  provider.mockStart(...Array(4).fill({ kind: 'failed', message: 'out of memory' }), {
    kind: 'unavailable',
    message: '503',
  })
  const failed: string[] = []
  for (let count = 0; count < 4; count += 1) failed.push(await acceptImage(account))
  await service.runQueue()
  const retried = await acceptImage(account)
  await service.runQueue()
  await plantBacklog(service.database, account.accountId)
  const { failures } = await read()
  expect(failures).toMatchObject({
    ended: 5,
    codes: [{ code: 'GENERATION_FAILED', count: 4 }],
    failing: [{ product: 'image.generate', ended: 5, failed: 4 }],
  })
  expect(failures.newest.map(({ taskId }) => taskId).sort()).toEqual(failed.sort())
  expect((await administration.showTask(retried)).task.status).toBe('SUCCEEDED')
  // What a task was ordered with is erased; that it failed is not.
  service.advance(23 * 3_600_000)
  expect(await scrubOldTasks(service.parts, 3_600_000)).toBe(5)
  expect((await read()).failures).toMatchObject({ ended: 5, codes: [{ count: 4 }] })
  service.advance(3_600_000)
  expect((await read()).failures).toMatchObject({ ended: 0, codes: [], newest: [] })
})

test('a product whose tasks fail is named for 15 minutes after their ends', async () => {
  const { provider, service, read } = await arrange()
  const account = await service.createAccount()
  provider.mockStart(...Array(4).fill({ kind: 'rejected', message: 'no' }))
  for (let count = 0; count < 4; count += 1) await acceptImage(account)
  expect((await read()).failures.failing).toEqual([])
  await service.runQueue()
  expect((await read()).failures.failing).toEqual([
    { product: 'image.generate', ended: 4, failed: 4, refused: 4 },
  ])
  service.advance(16 * 60_000)
  expect((await read()).failures.failing).toEqual([])
})

test('a clock of the database that is wrong shows', async () => {
  const { service, read } = await arrange()
  expect((await read()).databaseClockAheadSeconds).toBe(0)
  service.advance(3_600_000)
  expect((await read()).databaseClockAheadSeconds).toBeGreaterThan(3_000)
})
