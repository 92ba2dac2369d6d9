import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { dateOfDay, dayOf } from '../../server/src/core/domain/utc-day.ts'
import { sumUsageByDay } from '../../server/src/database/operator/service-usage.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { costKeys } from '../../server/src/operator/cost-columns.ts'
import { costsAsCsv, viewCosts } from '../../server/src/operator/cost-views.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { plantBacklog } from './support/backlog.ts'
import { acceptImage } from './support/tasks.ts'

const dayMs = 86_400_000
const video = { prompt: 'a lake', resolution: '480p', aspectRatio: '1:1', durationSeconds: 4 }

/** An engine with prices, which serves until it is down, and one without. */
async function arrange() {
  const priced = createFakeProvider({ name: 'priced', cost: { perImage: '0.005', perSecond: '0.0125' } })
  const free = createFakeProvider({ name: 'free' })
  const service = await startTestService({ providers: [priced, free] })
  const operator = createAdministration(service.database)
  return { priced, service, operator, account: await service.createAccount('100.00') }
}

test('what customers paid and engines charge is counted by day, product and engine as by hand, behind a backlog of 10,000', async () => {
  const { priced, service, operator, account } = await arrange()
  for (let count = 0; count < 3; count += 1) await acceptImage(account)
  await account.call('POST', '/api/v1/videos/generations', video)
  await service.runQueue()
  priced.mockStart({ kind: 'unavailable', message: 'down' }, { kind: 'failed', message: 'no' })
  await acceptImage(account)
  await service.runQueue()
  await acceptImage(account)
  await service.runQueue()
  await plantBacklog(service.database, account.accountId, 10_000)

  const { rows, total } = viewCosts(await operator.showCosts({ days: 2 }))
  const price = Usd.parse(rows[0]?.charged ?? '').micros / 3n
  expect(rows.map(({ product, engine, results, cost }) => [product, engine, results, cost])).toEqual([
    ['image.generate', 'free', 1, null],
    ['image.generate', 'priced', 3, '0.015'],
    ['video.generate', 'priced', 1, '0.05'],
  ])
  expect(rows[0]).toMatchObject({ resultsWithCost: 0, margin: null })
  expect(rows[1]?.margin).toBe(
    Usd.parse(rows[1]?.charged ?? '')
      .minus(Usd.parse('0.015'))
      .toString(),
  )
  expect(total).toMatchObject({ results: 5, resultsWithCost: 4, cost: '0.065' })
  expect(price).toBeGreaterThan(0n)

  const nowMs = await service.database.nowMs()
  const byHand = await service.database.read(async (db) => {
    const { rows: found } = await sql<{ charged: bigint | string; cost: bigint | string }>`
      select sum(cost) as charged, sum(coalesce(engine_cost, 0)) as cost from tasks where status = 'SUCCEEDED'`.execute(
      db,
    )
    return found[0]
  })
  expect(total.charged).toBe(Usd.ofMicros(BigInt(byHand?.charged ?? 0)).toString())
  expect(total.cost).toBe(Usd.ofMicros(BigInt(byHand?.cost ?? 0)).toString())
  const range = { from: dayOf(nowMs) - 1, to: dayOf(nowMs) }
  const usage = await service.database.read((db) => sumUsageByDay(db, range))
  expect(total.charged).toBe(usage.reduce((sum, { charged }) => sum.plus(charged), Usd.zero).toString())
})

test('a cost is what the providers file said when the task ended, and a day that is over is read once', async () => {
  const { service, operator, account } = await arrange()
  await acceptImage(account)
  await service.runQueue()
  const today = dayOf(await service.database.nowMs())
  service.advance(2 * dayMs)
  const period = { from: dateOfDay(today), to: dateOfDay(today) }
  const first = viewCosts(await operator.showCosts(period))
  expect(first.rows).toMatchObject([{ date: dateOfDay(today), engine: 'priced', cost: '0.005' }])
  await service.database.transaction((tx) => tx.db.updateTable('tasks').set({ engine_cost: 1n }).execute())
  expect(viewCosts(await operator.showCosts(period))).toEqual(first)
  expect(viewCosts(await operator.showCosts({ days: 1 })).rows).toEqual([])
})

test('costs are summed by what is asked for, and each sum has the same total', async () => {
  const { service, operator, account } = await arrange()
  await acceptImage(account)
  await account.call('POST', '/api/v1/videos/generations', video)
  await service.runQueue()
  service.advance(dayMs)
  await acceptImage(account)
  await service.runQueue()
  const costs = await operator.showCosts({ days: 2 })
  const { total } = viewCosts(costs)
  const byProduct = viewCosts(costs, ['product'])
  expect(byProduct.total).toEqual(total)
  expect(byProduct.rows).toMatchObject([
    { product: 'image.generate', results: 2, cost: '0.01' },
    { product: 'video.generate', results: 1, cost: '0.05' },
  ])
  expect(byProduct.rows[0]).not.toHaveProperty('date')
  expect(viewCosts(costs, ['day']).rows.map(({ results }) => results)).toEqual([2, 1])
  expect(viewCosts(costs, ['engine']).rows).toEqual([{ engine: 'priced', ...total }])
  expect(costsAsCsv(byProduct)[0]).toBe('Product,Results,Charged USD,Results with a cost,Cost USD,Margin USD')
})

test('a spreadsheet gets a line for each row, and no formula', async () => {
  const view = {
    from: '2026-03-01',
    to: '2026-03-01',
    by: costKeys,
    rows: [
      {
        date: '2026-03-01',
        product: 'image.generate' as const,
        engine: '=1+1,"x"',
        results: 2,
        charged: '0.04',
        resultsWithCost: 0,
        cost: null,
        margin: null,
      },
    ],
    total: { results: 2, charged: '0.04', resultsWithCost: 0, cost: null, margin: null },
  }
  expect(costsAsCsv(view)).toEqual([
    'Day,Product,Engine,Results,Charged USD,Results with a cost,Cost USD,Margin USD',
    '2026-03-01,image.generate,"\'=1+1,""x""",2,0.04,0,,',
  ])
})

test.each([
  { from: '2026-03-02', to: '2026-03-01' },
  { from: '2026-01-01', to: '2026-12-31' },
])('the days %j are refused', async (period) => {
  const { operator } = await arrange()
  await expect(operator.showCosts(period)).rejects.toThrow('nor 92 days or more after it')
})
