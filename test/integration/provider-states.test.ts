import { expect, test } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewTaskHistory } from '../../server/src/operator/task-views.ts'
import { viewEngine } from '../../server/src/operator/views.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { listProviderStates } from '../../server/src/use-cases/providers/provider-states.ts'
import { defaultRunSettings } from '../../server/src/worker/default-settings.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { plantBacklog } from './support/backlog.ts'
import { acceptImage } from './support/tasks.ts'

test('the state of a provider has its tasks in flight, and its failures within the last hour, except rejected inputs', async () => {
  const service = await startTestService()
  const account = await service.createAccount()
  const stateOf = async (name: string) => (await listProviderStates(service.database, [name]))[0]
  expect(await stateOf('fake')).toEqual({
    failuresInARow: 0,
    isDown: false,
    downMs: 0,
    failingSinceMs: undefined,
    downSinceMs: undefined,
    tasks: 0,
    products: [],
    periods: expect.anything(),
    ended: 0,
    failed: 0,
    callsFailed: 0,
    passedOver: 0,
    failures: [],
    calls: [],
    lastError: undefined,
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

test('a failed task that no engine took counts once, at the engine that refused it last, which finds it too', async () => {
  const [first, last] = [createFakeProvider({ name: 'first' }), createFakeProvider({ name: 'last' })]
  const service = await startTestService({ providers: [first, last] })
  const operator = createAdministration(service.database, { engines: () => service.parts.providers.list() })
  const account = await service.createAccount()
  const unavailable = { kind: 'unavailable', message: 'The connection failed.' } as const
  for (const engine of [first, last])
    engine.mockStart(...Array(defaultRunSettings.submitRoundsMax).fill(unavailable))
  const refused = await acceptImage(account)
  await service.runQueue()
  await acceptImage(account)
  await service.runQueue()
  const [ofFirst, ofLast] = (await operator.listEngines()).map(viewEngine)
  expect(ofFirst).toMatchObject({ endedInAnHour: 1, failedInAnHour: 0, failures: [] })
  expect(ofLast).toMatchObject({
    endedInAnHour: 1,
    failedInAnHour: 1,
    failures: [{ code: 'PROVIDER_UNAVAILABLE', inAnHour: 1, inADay: 1 }],
  })
  const found = async (engine: string) =>
    (await operator.listTasks({ engine, status: 'FAILED', limit: 10 })).tasks.map(({ id }) => id)
  expect([await found('first'), await found('last')]).toEqual([[], [refused]])
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

test('an engine that is down says since when and why, and what passed it over says so too', async () => {
  const [dead, alive] = [createFakeProvider({ name: 'dead' }), createFakeProvider({ name: 'alive' })]
  const service = await startTestService({ providers: [dead, alive] })
  const account = await service.createAccount()
  const operator = createAdministration(service.database, { engines: () => service.parts.providers.list() })
  dead.mockStart(...Array(5).fill({ kind: 'unavailable', message: '503: GPU fell off the bus' }))
  const tried: string[] = []
  for (let count = 0; count < 5; count += 1) {
    tried.push(await acceptImage(account))
    await service.runQueue()
  }
  alive.mockStart({ kind: 'rejected', message: 'not this' }, { kind: 'failed', message: 'out of memory' })
  const passed = [await acceptImage(account), await acceptImage(account), await acceptImage(account)]
  await service.runQueue()
  await plantBacklog(service.database, account.accountId, 10_500)

  const [ofDead, ofAlive] = (await operator.listEngines()).map(viewEngine)
  const nowMs = await service.database.nowMs()
  expect(ofDead).toMatchObject({
    health: 'down',
    failuresInARow: 5,
    callsFailedInAnHour: 5,
    passedOverInAnHour: 3,
    lastError: { what: 'did not take it', reason: '503: GPU fell off the bus', taskId: tried.at(-1) },
    failures: [],
    calls: [{ outcome: 'unavailable', inAnHour: 5, inADay: 5 }],
  })
  const since = [ofDead?.failingSince, ofDead?.downSince].map((at) => Date.parse(at ?? ''))
  expect(since[0]).toBeLessThanOrEqual(since[1] ?? 0)
  expect(since[1]).toBeLessThanOrEqual(nowMs)
  expect(ofAlive).toMatchObject({
    health: 'up',
    failingSince: null,
    downSince: null,
    passedOverInAnHour: 0,
    lastError: { what: 'GENERATION_FAILED', reason: 'out of memory' },
    failures: [
      { code: 'GENERATION_FAILED', inAnHour: 1, inADay: 1 },
      { code: 'INVALID_INPUT', inAnHour: 1, inADay: 1 },
    ],
    calls: [],
  })
  // The counts are those of the lists that they lead to.
  const endedFrom = { fromMs: Date.parse(ofAlive?.hourFrom ?? ''), beforeMs: nowMs + 1 }
  const listed = await operator.listTasks({ engine: 'alive', status: 'FAILED', ended: endedFrom, limit: 10 })
  expect(listed.tasks).toHaveLength(2)

  const [history] = await Promise.all(passed.map(async (id) => viewTaskHistory(await operator.showTask(id))))
  expect(history?.passedOver).toEqual(['dead'])
  expect(history?.events.map(({ what }) => what)).toContain('Passed over dead, which was down')
  expect(viewTaskHistory(await operator.showTask(tried[0] ?? '')).passedOver).toEqual([])

  service.advance(2 * 3_600_000)
  const [later] = (await operator.listEngines()).map(viewEngine)
  expect(later).toMatchObject({ passedOverInAnHour: 0, calls: [{ inAnHour: 0, inADay: 5 }], health: 'down' })
  await service.parts.breaker.succeeded('dead')
  service.advance(23 * 3_600_000)
  const [healthy] = (await operator.listEngines()).map(viewEngine)
  expect(healthy).toMatchObject({
    health: 'up',
    failingSince: null,
    downSince: null,
    lastError: null,
    calls: [],
  })
})

test('each call of a task has its engine, its times, a code and the reason, also the one that ended it', async () => {
  const [first, second] = [createFakeProvider({ name: 'first' }), createFakeProvider({ name: 'second' })]
  const service = await startTestService({ providers: [first, second] })
  const account = await service.createAccount()
  first.mockStart({ kind: 'unavailable', message: 'no route to host' })
  second.mockPoll({ kind: 'failed', code: 'GENERATION_FAILED', message: 'out of memory' })
  const id = await acceptImage(account)
  await service.runQueue()
  const { engineCalls } = viewTaskHistory(await createAdministration(service.database).showTask(id))
  expect(engineCalls.map(({ engine, attempt, code, reason }) => [engine, attempt, code, reason])).toEqual([
    ['first', 1, 'unavailable', 'no route to host'],
    ['second', 1, 'GENERATION_FAILED', 'out of memory'],
  ])
  for (const { startedAt, endedAt } of engineCalls)
    expect(Date.parse(endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(startedAt))
})
