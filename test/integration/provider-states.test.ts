import { expect, test } from 'vitest'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { listProviderStates } from '../../server/src/use-cases/providers/provider-states.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { plantBacklog } from './support/backlog.ts'
import { acceptImage } from './support/tasks.ts'

test('the state of a provider has its tasks in flight, and its failures within the last hour, except rejected inputs', async () => {
  const service = await startTestService()
  const account = await service.createAccount()
  const stateOf = async (name: string) => (await listProviderStates(service.database, [name]))[0]
  expect(await stateOf('fake')).toEqual({
    failures: 0,
    isDown: false,
    downMs: 0,
    tasks: 0,
    products: [],
    ended: 0,
    failed: 0,
    callsFailed: 0,
  })

  const failure = { kind: 'failed', message: 'no' } as const
  service.provider.mockPoll({ ...failure, code: 'GENERATION_FAILED' }, { ...failure, code: 'INVALID_INPUT' })
  for (let index = 0; index < 4; index += 1) await acceptImage(account)
  await service.runQueue()
  expect(await stateOf('fake')).toMatchObject({ tasks: 0, ended: 4, failed: 1 })

  await acceptImage(account)
  const inFlight = new Promise<void>((resolve) => {
    service.provider.mockPoll(async () => {
      expect(await stateOf('fake')).toMatchObject({ tasks: 1, products: ['image.generate'], ended: 4 })
      resolve()
      return { kind: 'pending' }
    })
  })
  await service.runQueue()
  await inFlight
  expect(await stateOf('fake')).toMatchObject({ tasks: 0, ended: 5, failed: 1 })
  expect(await stateOf('another')).toMatchObject({ ended: 0, failed: 0 })

  service.advance(2 * 3_600_000)
  expect(await stateOf('fake')).toMatchObject({ ended: 0, failed: 0 })
})

test('an engine that takes nothing has its failed calls counted, though no task ended at it, while thousands wait', async () => {
  const [dead, alive] = [createFakeProvider({ name: 'dead' }), createFakeProvider({ name: 'alive' })]
  const service = await startTestService({ providers: [dead, alive] })
  const account = await service.createAccount()
  const unavailable = { kind: 'unavailable', message: '503: GPU fell off the bus' } as const
  dead.mockStart(unavailable, unavailable)
  for (let count = 0; count < 2; count += 1) await acceptImage(account)
  await service.runQueue()
  await plantBacklog(service.database, account.accountId, 10_500)
  const [ofDead, ofAlive] = await listProviderStates(service.database, ['dead', 'alive'])
  expect(ofDead).toMatchObject({ ended: 0, failed: 0, callsFailed: 2 })
  expect(ofAlive).toMatchObject({ ended: 2, failed: 0, callsFailed: 0 })
  service.advance(2 * 3_600_000)
  expect((await listProviderStates(service.database, ['dead']))[0]).toMatchObject({ callsFailed: 0 })
})

test('an engine that failed until it was excluded is down until a call succeeds, also while it is tried again', async () => {
  const service = await startTestService()
  const { database, parts, provider } = service
  const seen = async () => {
    const [state] = await listProviderStates(database, [provider.name])
    return [state?.isDown, state?.downMs, (await measureService(database)).troubledProviders]
  }
  const troubled = (isDown: boolean) => [{ provider: provider.name, isDown }]
  for (let count = 0; count < 4; count += 1) await parts.breaker.failed(provider.name)
  expect(await seen()).toEqual([false, 0, troubled(false)])
  await parts.breaker.failed(provider.name)
  expect(await seen()).toEqual([true, expect.any(Number), troubled(true)])
  service.advance(45_000)
  expect(await seen()).toEqual([true, 0, troubled(true)])
  await parts.breaker.failed(provider.name)
  service.advance(45_000)
  expect(await seen()).toEqual([true, 0, troubled(true)])
  await parts.breaker.succeeded(provider.name)
  expect(await seen()).toEqual([false, 0, []])
})
