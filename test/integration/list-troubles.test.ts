import { expect, test } from 'vitest'
import type { Route } from '../../server/src/core/domain/generation/route.ts'
import type { ProductName } from '../../server/src/core/domain/products.ts'
import { createListTroubles } from '../../server/src/use-cases/providers/list-troubles.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { plantBacklog } from './support/backlog.ts'
import { acceptImage } from './support/tasks.ts'

const minuteMs = 60_000

const routes: readonly Route[] = [{ product: 'image.generate', providers: ['fake'] }]

function troublesOf({ database, parts }: TestService, elapsedMs = () => 0) {
  const { catalogue, providers } = parts
  const enginesOf = (product: ProductName, tier: string) =>
    providers.candidates({ product, tier }).map(({ name }) => name)
  return createListTroubles({ database, catalogue, enginesOf, elapsedMs })
}

test('a product is in trouble while most of its recent tasks failed or one waits for long, read once in ten seconds', async () => {
  const provider = createFakeProvider({ submission: 'once' })
  const service = await startTestService({ providers: [provider], routes })
  const account = await service.createAccount()
  let elapsedMs = 0
  const troubles = troublesOf(service, () => elapsedMs)
  expect(await troubles()).toEqual([])
  provider.mockStart(...Array(3).fill({ kind: 'ambiguous', message: 'no answer' }))
  for (let count = 0; count < 3; count += 1) await acceptImage(account)
  await service.runQueue()
  expect(await troubles()).toEqual([])
  elapsedMs = 10_000
  expect(await troubles()).toEqual([{ product: 'image.generate', kind: 'fails' }])
  await acceptImage(account)
  service.advance(16 * minuteMs)
  elapsedMs = 20_000
  expect(await troubles()).toEqual([
    { product: 'image.generate', kind: 'enginesFail' },
    { product: 'image.generate', kind: 'waits' },
  ])
  await service.runQueue()
  elapsedMs = 30_000
  expect(await troubles()).toEqual([])
})

test('a database that was away keeps nobody from what it says once it is back', async () => {
  const service = await startTestService({ routes })
  const { database } = service
  let isAway = true
  const nowMs = () => (isAway ? Promise.reject(new Error('away')) : database.nowMs())
  const troubles = troublesOf({ ...service, database: { ...database, nowMs } })
  await expect(troubles()).rejects.toThrow('away')
  isAway = false
  expect(await troubles()).toEqual([])
})

test('a product that fails is in trouble while more tasks wait than any list has', async () => {
  const provider = createFakeProvider({ submission: 'once' })
  const service = await startTestService({ providers: [provider], routes })
  const account = await service.createAccount()
  provider.mockStart(...Array(3).fill({ kind: 'ambiguous', message: 'no answer' }))
  for (let count = 0; count < 3; count += 1) await acceptImage(account)
  await service.runQueue()
  await plantBacklog(service.database, account.accountId)
  expect(await troublesOf(service)()).toEqual([{ product: 'image.generate', kind: 'fails' }])
})

test('a product is in no trouble because engines refuse the inputs of one customer', async () => {
  const provider = createFakeProvider({ submission: 'once' })
  const service = await startTestService({ providers: [provider] })
  const account = await service.createAccount()
  provider.mockStart(...Array(3).fill({ kind: 'rejected', message: 'no such thing' }))
  for (let count = 0; count < 3; count += 1) await acceptImage(account)
  await service.runQueue()
  expect(await troublesOf(service)()).toEqual([])
})

test('a product whose every engine fails is in trouble from the second failure until a success, though no task has ended', async () => {
  const [first, second] = [createFakeProvider({ name: 'first' }), createFakeProvider({ name: 'second' })]
  const service = await startTestService({
    providers: [first, second],
    routes: [
      { product: 'image.generate', providers: ['first'] },
      { product: 'video.generate', providers: ['first', 'second'] },
    ],
  })
  const { breaker } = service.parts
  await breaker.failed('first')
  expect(await troublesOf(service)()).toEqual([])
  await breaker.failed('first')
  expect(await breaker.isDown('first')).toBe(false)
  expect(await troublesOf(service)()).toEqual([{ product: 'image.generate', kind: 'enginesFail' }])
  for (let count = 0; count < 2; count += 1) await breaker.failed('second')
  expect(await troublesOf(service)()).toEqual([
    { product: 'image.generate', kind: 'enginesFail' },
    { product: 'video.generate', kind: 'enginesFail' },
  ])
  await breaker.succeeded('first')
  expect(await troublesOf(service)()).toEqual([])
})
