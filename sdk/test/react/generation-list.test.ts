import { describe, expect, onTestFinished, test } from 'vitest'
import { Mediagen } from '../../src/index.js'
import { createGenerationList, type GenerationList } from '../../src/react/generation-list.js'
import type { GenerationOrder, GenerationStorage } from '../../src/react/index.js'
import { createOrderListStore } from '../../src/react/saved-order.js'
import { createMockService, type MockServiceOptions } from '../../src/testing/index.js'

const fox: GenerationOrder = { product: 'image.generate', prompt: 'a fox' }
const owl: GenerationOrder = { product: 'image.generate', prompt: 'an owl' }
const hourMs = 3_600_000

/** A page's storage, which outlives the page. */
function createStorage(values = new Map<string, string>()): GenerationStorage & { values: typeof values } {
  return { values, getItem: (name) => values.get(name), setItem: (name, text) => void values.set(name, text) }
}

function startService(options: MockServiceOptions = {}) {
  const service = createMockService(options)
  const requests: string[] = []
  let isLosing = false
  const { baseUrl, clock } = service
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push(`${request.method} ${new URL(request.url).pathname.replace(/^.*\/v1/, '')}`)
    const response = await service.fetch(request)
    if (isLosing && request.method === 'POST') throw new TypeError('the connection broke')
    return response
  }
  const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch, maxRetries: 0 })
  const loseResponses = (value: boolean) => {
    isLosing = value
  }
  return { service, client, requests, loseResponses }
}

/** A mounted page with a list. */
function open(client: Mediagen, storage?: GenerationStorage, max = 50) {
  const list = createGenerationList<{ title: string }>(
    client,
    createOrderListStore(storage, { name: 'list', max }),
  )
  const leave = list.subscribe(() => undefined)
  onTestFinished(leave)
  return { list, leave }
}

const statesOf = (list: GenerationList<unknown>) => list.read().map(({ state }) => state)
const promptsOf = (list: GenerationList<unknown>) => list.read().map(({ order }) => Object(order).prompt)
const untilStates = (list: GenerationList<unknown>, ...states: string[]) =>
  expect.poll(() => statesOf(list)).toEqual(states)

describe('a list of generations', () => {
  test('has each order with its result and what the page keeps with it, newest first', async () => {
    const { client, service } = startService()
    const { list } = open(client)
    const first = list.submit(fox, { details: { title: 'Fox' } })
    const second = list.submit(owl)
    expect(list.read().map(({ key }) => key)).toEqual([second, first])
    await untilStates(list, 'succeeded', 'succeeded')
    expect(promptsOf(list)).toEqual(['an owl', 'a fox'])
    expect(list.read()[1]).toMatchObject({ details: { title: 'Fox' }, cost: { state: 'charged' } })
    expect(list.read()[1]?.result?.files).toHaveLength(1)
    expect(service.taskCount()).toBe(2)
  })

  test('keeps an entry as it is while another one changes', async () => {
    const { client } = startService()
    const { list } = open(client)
    list.submit(fox)
    await untilStates(list, 'succeeded')
    const [before] = list.read()
    list.submit(owl)
    await untilStates(list, 'succeeded', 'succeeded')
    expect(list.read()[1]).toBe(before)
    expect(list.read()).toBe(list.read())
  })

  test('continues after a reload, with each order under its key', async () => {
    const { client, service, loseResponses } = startService({ queuedMs: hourMs })
    const storage = createStorage()
    const before = open(client, storage)
    const keys = [before.list.submit(fox, { details: { title: 'Fox' } })]
    await untilStates(before.list, 'waiting')
    loseResponses(true)
    keys.unshift(before.list.submit(owl))
    await expect.poll(() => before.list.read()[0]?.error?.name).toBe('SubmitAmbiguousError')
    before.leave()
    loseResponses(false)

    const { list } = open(client, storage)
    expect(list.read().map(({ key }) => key)).toEqual(keys)
    await untilStates(list, 'waiting', 'waiting')
    expect(list.read()[1]).toMatchObject({ details: { title: 'Fox' }, order: fox })
    expect(service.taskCount()).toBe(2)
  })

  test('follows all of its tasks by one request at a time', async () => {
    const { client, requests, service } = startService({ queuedMs: 30_000 })
    const storage = createStorage()
    const before = open(client, storage)
    before.leave()
    for (let count = 0; count < 20; count += 1) before.list.submit(fox)
    await expect.poll(() => statesOf(before.list).every((state) => state === 'waiting')).toBe(true)
    expect(service.taskCount()).toBe(20)
    requests.length = 0
    const { list } = open(client, storage)
    await expect.poll(() => list.read().every(({ state }) => state === 'succeeded')).toBe(true)
    // The first of the waits is alone yet.
    expect(requests.filter((request) => request.startsWith('GET /tasks/')).length).toBeLessThan(2)
    expect(requests.length).toBeLessThan(20)
  })

  test('is stored before an order is sent, which is not sent if it cannot be stored', async () => {
    const { client, service } = startService()
    const setItem = () => {
      throw new Error('the storage is full')
    }
    const { list } = open(client, { getItem: () => null, setItem })
    list.submit(fox)
    expect(list.read()[0]).toMatchObject({ state: 'failed', error: new Error('the storage is full') })
    expect(service.taskCount()).toBe(0)
  })

  test('cancels one and leaves the others', async () => {
    const { client } = startService({ queuedMs: hourMs })
    const { list } = open(client)
    list.submit(fox)
    list.submit(owl)
    await untilStates(list, 'waiting', 'waiting')
    await list.read()[1]?.cancel()
    await untilStates(list, 'waiting', 'cancelled')
    expect(list.read()[1]?.cost?.state).toBe('refunded')
  })

  test('forgets what is removed, also after a reload, and its task goes on', async () => {
    const { client, service } = startService({ queuedMs: hourMs })
    const storage = createStorage()
    const { list } = open(client, storage)
    list.submit(fox)
    list.submit(owl)
    await untilStates(list, 'waiting', 'waiting')
    list.read()[0]?.remove()
    expect(promptsOf(list)).toEqual(['a fox'])
    expect(promptsOf(open(client, storage).list)).toEqual(['a fox'])
    expect(service.taskCount()).toBe(2)
  })

  test('keeps the newest of more than it has room for, also where an older one is accepted later', async () => {
    const { client } = startService()
    const storage = createStorage()
    const { list } = open(client, storage, 2)
    for (const prompt of ['one', 'two', 'three']) list.submit({ product: 'image.generate', prompt })
    await untilStates(list, 'succeeded', 'succeeded')
    expect(promptsOf(list)).toEqual(['three', 'two'])
    expect(promptsOf(open(client, storage, 2).list)).toEqual(['three', 'two'])
  })

  test('reads no more of a storage than it has room for', () => {
    const { client } = startService()
    const orders = Array.from({ length: 300 }, (_, index) => ({
      ...{ key: `key-${index}`, listKey: `list-${index}`, at: 0, request: fox },
    }))
    const { list } = open(client, createStorage(new Map([['list', JSON.stringify(orders)]])), 10)
    expect(list.read()).toHaveLength(10)
  })

  test('leaves in the storage what another tab has added', async () => {
    const { client } = startService()
    const storage = createStorage()
    const tabs = [open(client, storage), open(client, storage)]
    tabs[0]?.list.submit(fox)
    tabs[1]?.list.submit(owl)
    for (const { list } of tabs) await untilStates(list, 'succeeded')
    expect(promptsOf(open(client, storage).list)).toEqual(['an owl', 'a fox'])
  })

  test.each([
    ['no JSON', '{'],
    ['an object', '{"key":"k"}'],
    ['entries that are no orders', '[null, 1, {"key":"k"}, {"listKey":"l","request":{}}]'],
    ['an order without a time', '[{"key":"k","listKey":"l","request":{"product":"image.generate"}}]'],
  ])('is empty where the storage has %s', (_what, text) => {
    const { client } = startService()
    const { list } = open(client, createStorage(new Map([['list', text]])))
    expect(list.read()).toEqual([])
    list.submit(fox)
    expect(list.read()).toHaveLength(1)
  })

  test('has fresh links after retry of one that has succeeded', async () => {
    const { client, requests } = startService()
    const { list } = open(client)
    list.submit(fox)
    await untilStates(list, 'succeeded')
    requests.length = 0
    const before = list.read()[0]?.result
    list.read()[0]?.retry()
    await expect.poll(() => list.read()[0]?.result).not.toBe(before)
    expect(statesOf(list)).toEqual(['succeeded'])
    expect(requests).toHaveLength(1)
  })
})
