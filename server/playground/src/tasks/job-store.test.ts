import { Mediagen } from '@mediagen/sdk'
import { createMockService, type MockServiceOptions } from '@mediagen/sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import { type Job, moneyOf } from './job.ts'
import { createJobStore, type Order } from './job-store.ts'

const order: Order = {
  product: 'image.generate',
  request: { prompt: 'a fox' },
  price: '0.02 USD',
  effectName: undefined,
  inputUrl: undefined,
}

/** A store on a mock of the service, with a browser's storage that may outlive it. */
function openStore(options: MockServiceOptions = {}, values = new Map<string, string>()) {
  const service = createMockService(options)
  const { baseUrl, clock, fetch } = service
  const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch, maxRetries: 0 })
  const storage = {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  }
  const ended: string[] = []
  const onMoney = (job?: Job) => {
    if (job !== undefined) ended.push(moneyOf(job) ?? job.state.kind)
  }
  const store = createJobStore({ client, storage, scope: 'here', onMoney })
  onTestFinished(() => store.close())
  const first = (): Job => store.jobs()[0] ?? Object(undefined)
  const status = () => {
    const { state } = first()
    return state.kind === 'accepted' ? (state.task?.status ?? 'unread') : state.kind
  }
  return { service, store, values, ended, first, status }
}

test('an order is followed to its end by itself, and its end is told once', async () => {
  const { store, ended, status } = openStore()
  const states: string[] = []
  store.subscribe(() => states.push(status()))
  store.submit(order)
  await expect.poll(status).toBe('SUCCEEDED')
  expect(states).toEqual(expect.arrayContaining(['sending', 'QUEUED', 'PROCESSING', 'SUCCEEDED']))
  await expect.poll(() => ended).toEqual(['0.02 USD charged'])
})

test('a cancelled job is refunded, and one that has ended says that it is too late', async () => {
  const { store, service, first, status } = openStore({ queuedMs: 3_600_000 })
  store.submit(order)
  await expect.poll(() => first().state.kind).toBe('accepted')
  await store.cancel(first())
  expect([status(), moneyOf(first()), service.balance()]).toEqual([
    'CANCELLED',
    '0.02 USD refunded',
    '100.00',
  ])
  const done = openStore()
  done.store.submit(order)
  await expect.poll(done.status).toBe('SUCCEEDED')
  await done.store.cancel(done.first())
  expect(done.first().state).toMatchObject({ problem: { code: 'TASK_NOT_CANCELLABLE' } })
})

test('an order whose answer was lost is asked for again under its key, and made once', async () => {
  const { store, service, first, status } = openStore()
  service.faults.dropAfterAccept()
  store.submit(order)
  await expect.poll(() => first().state).toMatchObject({ kind: 'refused', canAsk: true })
  store.askAgain(first())
  await expect.poll(status).toBe('SUCCEEDED')
  expect([service.taskCount(), service.balance()]).toEqual([1, '99.98'])
})

test('a page that comes back asks what became of its jobs, and drops those that the service does not know', async () => {
  const before = openStore()
  before.store.submit(order)
  await expect.poll(before.status).toBe('SUCCEEDED')
  before.store.close()
  const elsewhere = openStore({}, before.values)
  await expect.poll(() => elsewhere.store.jobs()).toEqual([])
})

test('an upload that fails is the end of the job that waited for it', async () => {
  const { store, service, first } = openStore()
  const assetId = Promise.reject(new Error('the line is cut'))
  store.submit({
    ...order,
    product: 'image.transform',
    input: { assetId, thumbnail: Promise.resolve(undefined) },
  })
  expect(first().state.kind).toBe('uploading')
  await expect
    .poll(() => first().state)
    .toMatchObject({ kind: 'refused', problem: { message: 'the line is cut' } })
  expect(service.taskCount()).toBe(0)
})
