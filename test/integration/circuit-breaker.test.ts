import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCircuitBreaker } from '../../server/src/coordination/circuit-breaker.ts'
import { capacityForProducts } from '../../server/src/worker/capacity-for-products.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { acceptImage, expectCharged } from './support/tasks.ts'

const downMs = 30_000
const path = '/api/v1/images/generations'

// Provider health is cached for a second of the process's clock, so that clock is moved too.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterEach(() => {
  vi.useRealTimers()
})

function advance(service: TestService, durationMs: number): void {
  service.advance(durationMs)
  // The database reads the machine's clock, which has not changed: only the offset moves it.
  vi.setSystemTime(Date.now() + 1001)
}

async function fail(service: TestService, provider: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await service.parts.breaker.failed(provider)
  vi.setSystemTime(Date.now() + 1001)
}

test('a worker claims no task for an engine that is down while another serves its product, and one that has only such engines', async () => {
  const service = await startTestService({
    providers: [
      createFakeProvider({ name: 'first', capacity: { concurrency: 5 } }),
      createFakeProvider({ name: 'second', capacity: { concurrency: 1 } }),
    ],
  })
  const capacity = async () => {
    const found = await capacityForProducts(service.parts, ['image.generate'], () => Number.POSITIVE_INFINITY)
    return found.get('image.generate')
  }
  const counts = [await capacity()]
  await fail(service, 'first', 5)
  counts.push(await capacity())
  advance(service, downMs)
  counts.push(await capacity())
  for (const name of ['first', 'second']) await fail(service, name, 5)
  counts.push(await capacity())
  expect(counts).toEqual([6, 1, 6, 6])
})

describe('a tier whose every engine is down', () => {
  test('gets 503 with Retry-After, reserves nothing, and becomes available again after a time', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    await fail(service, 'fake', 4)
    expect((await account.call('POST', path, { prompt: 'a' })).status).toBe(200)
    await fail(service, 'fake', 1)
    const money = await account.money()
    const rejected = await account.call('POST', path, { prompt: 'a' }, { 'Idempotency-Key': 'k' })
    expect(rejected).toMatchObject({ status: 503, body: { code: 'TIER_UNAVAILABLE' } })
    expect(Number(rejected.headers.get('Retry-After'))).toBe(10)
    expect(rejected.body).not.toHaveProperty('details')
    expect(await account.money()).toEqual(money)

    advance(service, downMs)
    expect((await account.call('POST', path, { prompt: 'a' }, { 'Idempotency-Key': 'k' })).status).toBe(200)
  })

  test('is unavailable on the status page, which does not name the engine, until it is back', async () => {
    const service = await startTestService()
    const read = async () => (await service.fetch('/status')).text()
    expect(await read()).toContain('Everything works')
    await fail(service, 'fake', 5)
    const page = await read()
    expect(page).toMatch(/<h1>Text to image, .+ are unavailable<\/h1>/)
    expect(page).toMatch(/>1k<small> 1,024 px<\/small>: unavailable</)
    expect(page).not.toContain('fake')
    advance(service, downMs)
    expect(await read()).toContain('Text to image: the last attempts failed.')
    await service.parts.breaker.succeeded('fake')
    advance(service, 10_000)
    expect(await read()).toContain('Everything works')
  })

  test('is in trouble on the status page as soon as its only order could not be started', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    await acceptImage(account)
    service.provider.mockStart(...Array(4).fill({ kind: 'unavailable', message: 'ECONNREFUSED' }))
    await service.runQueue()
    expect(await service.parts.breaker.isDown('fake')).toBe(false)
    const page = await (await service.fetch('/status')).text()
    expect(page).toContain('Text to image: the last attempts failed.')
    expect(page).not.toContain('Everything works')
    expect(page).not.toContain('ECONNREFUSED')
  })

  test('is excluded again after one more failure, and fully restored after a success', async () => {
    const service = await startTestService()
    const { breaker } = service.parts
    await fail(service, 'fake', 5)
    expect(await breaker.isDown('fake')).toBe(true)
    advance(service, downMs)
    expect(await breaker.isDown('fake')).toBe(false)
    await fail(service, 'fake', 1)
    expect(await breaker.isDown('fake')).toBe(true)
    await breaker.succeeded('fake')
    expect(await breaker.isDown('fake')).toBe(false)
    await fail(service, 'fake', 4)
    expect(await breaker.isDown('fake')).toBe(false)
  })

  test('is still advertised: the price list does not flicker', async () => {
    const service = await startTestService()
    const before = await (await service.fetch('/api/v1/pricing')).json()
    await fail(service, 'fake', 5)
    expect(await (await service.fetch('/api/v1/pricing')).json()).toEqual(before)
  })
})

test('a tier with one engine down and one up is accepted and goes to the one that is up', async () => {
  const [first, second] = [createFakeProvider({ name: 'first' }), createFakeProvider({ name: 'second' })]
  const service = await startTestService({ providers: [first, second] })
  const account = await service.createAccount()
  await fail(service, 'first', 5)
  const id = await acceptImage(account)
  await service.runQueue()
  await expectCharged(account, id)
  expect([first.started.length, second.started.length]).toEqual([0, 1])
})

test('refused connections open the breaker, for every process that shares the database', async () => {
  const service = await startTestService()
  const account = await service.createAccount()
  const elsewhere = createCircuitBreaker(service.database)
  const away = { kind: 'unavailable', message: 'refused' } as const
  await acceptImage(account)
  await acceptImage(account)
  service.provider.mockStart(...Array(8).fill(away))
  await service.runQueue()
  vi.setSystemTime(Date.now() + 1001)
  expect(await elsewhere.isDown('fake')).toBe(true)
  expect((await account.call('POST', path, { prompt: 'a' })).status).toBe(503)
  expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
})

test('an engine that stops responding to polls is reported once per outage, and as back by its next response', async () => {
  const service = await startTestService()
  const account = await service.createAccount()
  const { breaker } = service.parts
  const heard: string[] = []
  vi.spyOn(breaker, 'failed').mockImplementation(async () => void heard.push('away'))
  vi.spyOn(breaker, 'succeeded').mockImplementation(async () => void heard.push('back'))
  const away = { kind: 'unavailable', message: 'time-out' } as const
  const pending = { kind: 'pending' } as const
  service.provider.mockPoll(away, away, away, pending, pending, away, pending)
  const id = await acceptImage(account)
  await service.runQueue()
  await expectCharged(account, id)
  const [ofStart, ...ofPolls] = heard
  expect(ofStart).toBe('back')
  expect(ofPolls).toEqual(['away', 'back', 'away', 'back'])
})

test('workers that report failures of one engine at the same moment do not conflict', async () => {
  const service = await startTestService()
  const breakers = Array.from({ length: 8 }, () => createCircuitBreaker(service.database))
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(breakers.map((breaker) => breaker.failed('fake')))
    await Promise.all(breakers.map((breaker, index) => (index === 0 ? breaker.succeeded('fake') : undefined)))
    await Promise.all(breakers.map((breaker) => breaker.failed('fake')))
    vi.setSystemTime(Date.now() + 1001)
    expect(await createCircuitBreaker(service.database).isDown('fake')).toBe(true)
    await service.parts.breaker.succeeded('fake')
  }
})
