import { expect, test } from 'vitest'
import { AccountNotActiveError, Mediagen, TooManyOpenTasksError } from '../src/index.js'
import { createMockService } from '../src/testing/index.js'

function start(options: Parameters<typeof createMockService>[0] = {}) {
  const service = createMockService(options)
  const sent: (string | null)[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'POST') sent.push(request.headers.get('cancel-after'))
    return service.fetch(request)
  }
  return { service, sent, client: new Mediagen({ ...service, fetch, apiKey: 'any' }) }
}

test('an order beyond the unfinished tasks of the account is refused, and is one again when a task has ended', async () => {
  const { client, service } = start({ tasksOpenMax: 1 })
  const { id } = await client.images.generate({ prompt: 'a fox' })
  const refused = client.images.generate({ prompt: 'a fox' }, { maxRetries: 0 })
  await expect(refused).rejects.toThrow(TooManyOpenTasksError)
  await expect(refused).rejects.toMatchObject({ status: 429, retryAfterMs: 5000 })
  await service.clock.delay(10_000)
  await expect(client.tasks.get(id)).resolves.toMatchObject({ status: 'SUCCEEDED' })
  await expect(client.images.generate({ prompt: 'a fox' })).resolves.toMatchObject({ status: 'QUEUED' })
})

test('an order waits until there is room for it, for as long as the service asks each time', async () => {
  const { client } = start({ tasksOpenMax: 1, processingMs: 12_000 })
  const first = await client.images.generate({ prompt: 'a fox' })
  const second = await client.images.generate({ prompt: 'a fox' })
  await expect(first.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
  await expect(second.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
})

test('an account that is suspended or closed is an error of its own', async () => {
  const { client, service } = start()
  service.faults.respondWith('ACCOUNT_NOT_ACTIVE')
  const refused = client.images.generate({ prompt: 'a fox' })
  await expect(refused).rejects.toThrow(AccountNotActiveError)
  await expect(refused).rejects.toMatchObject({ status: 403, retryable: false })
})

test('cancelAfterSeconds is sent with every attempt, and cancels a task that has not started', async () => {
  const { client, service, sent } = start({ queuedMs: 60_000 })
  service.faults.respondWith('SERVICE_UNAVAILABLE')
  const late = await client.images.generate({ prompt: 'a fox' }, { cancelAfterSeconds: 30 })
  expect(sent).toEqual(['30', '30'])
  await service.clock.delay(31_000)
  await expect(client.tasks.get(late.id)).resolves.toMatchObject({
    status: 'CANCELLED',
    cost: { state: 'refunded' },
  })
  expect(service.balance()).toBe('100.00')
  const early = await client.images.generate({ prompt: 'a fox' }, { cancelAfterSeconds: 61 })
  await service.clock.delay(61_500)
  await expect(client.tasks.get(early.id)).resolves.toMatchObject({ status: 'SUCCEEDED' })
})

test('a deadline that the contract does not allow is refused by name', async () => {
  const { client } = start()
  await expect(
    client.images.generate({ prompt: 'a fox' }, { cancelAfterSeconds: 0.5 }),
  ).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: [{ path: '/Cancel-After' }],
  })
})
