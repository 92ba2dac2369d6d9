import { expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewOverview } from '../../server/src/operator/overview-views.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { acceptImage } from './support/tasks.ts'

async function arrange() {
  const provider = createFakeProvider({ submission: 'once' })
  const service = await startTestService({ providers: [provider] })
  const administration = createAdministration(service.database)
  const read = async (days = 2) => viewOverview(await administration.showOverview({ days }), new Map())
  return { provider, service, administration, read }
}

test('what was charged on a day is the sum over all accounts, and equals their ledgers', async () => {
  const { service, administration, read } = await arrange()
  const accounts = [await service.createAccount(), await service.createAccount()]
  for (const account of accounts) await acceptImage(account)
  for (const account of accounts) await acceptImage(account)
  await service.runQueue()
  const { days } = await read()
  const charged = await Promise.all(
    accounts.map(async ({ accountId }) => (await administration.showAccount(accountId)).ledger.charged),
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
    lookedAt: 1,
  })
  provider.mockStart({ kind: 'rejected', message: 'no' }, { kind: 'failed', message: 'out of memory' })
  const failed = [await acceptImage(account), await acceptImage(account)]
  await service.runQueue()
  await acceptImage(account)
  const { failures } = await read()
  expect(failures).toMatchObject({
    isComplete: true,
    lookedAt: 4,
    codes: [
      { code: 'GENERATION_FAILED', count: 2 },
      { code: 'INVALID_INPUT', count: 1 },
    ],
  })
  expect(failures.newest.map(({ taskId }) => taskId)).toEqual([...failed.toReversed(), old])
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
