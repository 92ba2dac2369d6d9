import { expect, test } from 'vitest'
import { createListTroubles } from '../../server/src/use-cases/providers/list-troubles.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { plantBacklog } from './support/backlog.ts'
import { acceptImage } from './support/tasks.ts'

const minuteMs = 60_000

test('a product is in trouble while most of its recent tasks failed or one waits for long, read once in ten seconds', async () => {
  const provider = createFakeProvider({ submission: 'once' })
  const service = await startTestService({ providers: [provider] })
  const account = await service.createAccount()
  let elapsedMs = 0
  const troubles = createListTroubles(service.database, () => elapsedMs)
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
  expect(await troubles()).toEqual([{ product: 'image.generate', kind: 'waits' }])
  await service.runQueue()
  elapsedMs = 30_000
  expect(await troubles()).toEqual([])
})

test('a product that fails is in trouble while more tasks wait than any list has', async () => {
  const provider = createFakeProvider({ submission: 'once' })
  const service = await startTestService({ providers: [provider] })
  const account = await service.createAccount()
  provider.mockStart(...Array(3).fill({ kind: 'ambiguous', message: 'no answer' }))
  for (let count = 0; count < 3; count += 1) await acceptImage(account)
  await service.runQueue()
  await plantBacklog(service.database, account.accountId)
  expect(await createListTroubles(service.database, () => 0)()).toEqual([
    { product: 'image.generate', kind: 'fails' },
  ])
})

test('a product is in no trouble because engines refuse the inputs of one customer', async () => {
  const provider = createFakeProvider({ submission: 'once' })
  const service = await startTestService({ providers: [provider] })
  const account = await service.createAccount()
  provider.mockStart(...Array(3).fill({ kind: 'rejected', message: 'no such thing' }))
  for (let count = 0; count < 3; count += 1) await acceptImage(account)
  await service.runQueue()
  expect(await createListTroubles(service.database, () => 0)()).toEqual([])
})
