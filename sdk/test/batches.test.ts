import { describe, expect, test } from 'vitest'
import { InsufficientBalanceError, Mediagen, TaskFailedError, TaskNotCancellableError } from '../src/index.js'
import { createMockService, type MockServiceOptions } from '../src/testing/index.js'
import { createTimelineClock } from './support/timeline-clock.js'

/** A client of a mock service on a clock that goes on by itself. */
function createClient(options: Partial<MockServiceOptions> = {}) {
  const clock = createTimelineClock()
  const service = createMockService({ clock, processingMs: 5_000, balance: '1000.00', ...options })
  const client = new Mediagen({ apiKey: 'any', baseUrl: service.baseUrl, fetch: service.fetch, clock })
  return { client, clock, service }
}

const prompts = ['badger', 'fox', 'heron', 'otter']

describe('generateMany', () => {
  test('resolves to the outcomes in the order of the inputs, whichever ends first', async () => {
    const { client } = createClient({
      processingMs: ({ request }) => 9_000 - 1_000 * String(request.prompt).length,
    })
    const ended: string[] = []
    const outcomes = await client.generateMany(
      prompts,
      (prompt, call) => client.images.generate({ prompt }, call),
      {
        async each(generation, prompt) {
          const { status } = await generation.wait()
          ended.push(prompt)
          return status
        },
      },
    )
    expect(outcomes.map(({ input, result }) => [input, result])).toEqual(
      prompts.map((prompt) => [prompt, 'SUCCEEDED']),
    )
    expect(ended).not.toEqual(prompts)
  })

  test('names what has failed by its input, its task and its error, and ends no other for it', async () => {
    const { client, service } = createClient()
    service.faults.failTasks('GENERATION_FAILED')
    const outcomes = await client.generateMany(
      prompts,
      (prompt, call) => client.images.generate({ prompt }, call),
      { concurrency: 1 },
    )
    const [first, ...others] = outcomes
    expect(first).toMatchObject({ status: 'failed', input: 'badger', generation: { status: 'QUEUED' } })
    expect(first?.error).toBeInstanceOf(TaskFailedError)
    expect(others.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test('orders nothing more once the account is rejected, and waits for what it has ordered', async () => {
    const { client, service } = createClient({ balance: '0.04' })
    const outcomes = await client.generateMany(
      prompts,
      (prompt, call) => client.images.generate({ prompt }, call),
      { concurrency: 1 },
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'failed', 'notSent'])
    expect(outcomes[2]?.error).toBeInstanceOf(InsufficientBalanceError)
    expect(outcomes[3]?.error).toBe(outcomes[2]?.error)
    expect(service.taskCount()).toBe(2)
  })

  test('finds a rejected account by one order, however many may run at a time', async () => {
    const { client, service } = createClient({ balance: '0.01' })
    const outcomes = await client.generateMany(prompts, (prompt, call) =>
      client.images.generate({ prompt }, call),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'notSent', 'notSent', 'notSent'])
    expect(outcomes.map(({ error }) => error)).toEqual(prompts.map(() => outcomes[0]?.error))
    expect(service.taskCount()).toBe(0)
  })

  test('says after an abort what was accepted and what was never sent', async () => {
    const { client, clock, service } = createClient({ processingMs: 60_000 })
    const controller = new AbortController()
    clock.after(1_000, () => controller.abort(new Error('enough')))
    const outcomes = await client.generateMany(
      prompts,
      (prompt, call) => client.images.generate({ prompt }, call),
      { concurrency: 2, signal: controller.signal },
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'failed', 'notSent', 'notSent'])
    expect(outcomes.map(({ error }) => String(error))).toEqual(prompts.map(() => 'Error: enough'))
    expect(outcomes.filter(({ generation }) => generation !== undefined)).toHaveLength(2)
    expect(service.taskCount()).toBe(2)
  })

  test('takes tasks of earlier runs as well', async () => {
    const { client } = createClient()
    const { id } = await client.images.generate({ prompt: 'badger' })
    const outcomes = await client.generateMany([id, 'unknown'], (taskId) => client.tasks.resume(taskId))
    expect(outcomes.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
    expect(String(outcomes[1]?.error)).toContain('NotFoundError')
  })

  test('of nothing resolves to nothing, and a concurrency of none is refused', async () => {
    const { client } = createClient()
    const order = (prompt: string) => client.images.generate({ prompt })
    await expect(client.generateMany([], order)).resolves.toEqual([])
    await expect(client.generateMany(prompts, order, { concurrency: 0 })).rejects.toThrow('concurrency')
  })
})

describe('the handle of a plain id', () => {
  test('waits, iterates, cancels and says what the task costs', async () => {
    const { client } = createClient()
    const { id } = await client.images.generate({ prompt: 'x' })
    const handle = client.tasks.resume(id)
    await expect(handle.cost()).resolves.toEqual({ amount: '0.02', currency: 'USD', state: 'reserved' })
    const seen: string[] = []
    for await (const { status } of handle.updates()) seen.push(status)
    expect(seen.at(-1)).toBe('SUCCEEDED')
    await expect(handle.wait()).resolves.toMatchObject({ id, cost: { state: 'charged' } })
    await expect(handle.cancel()).rejects.toThrow(TaskNotCancellableError)
  })
})
