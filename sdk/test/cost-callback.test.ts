import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Mediagen, SubmitAmbiguousError, type TaskCost } from '../src/index.js'
import { createMockService } from '../src/testing/index.js'
import { accepted, createFakeClient, polled } from './support/fake-client.js'
import { json } from './support/fake-fetch.js'

/** A client of a mock, and the costs that its orders report. */
function order() {
  const service = createMockService()
  const { baseUrl, clock, fetch } = service
  const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
  const costs: TaskCost[] = []
  const onCost = (cost: TaskCost) => void costs.push(cost)
  return { client, service, costs, generate: () => client.images.generate({ prompt: 'x' }, { onCost }) }
}

const price = (state: TaskCost['state']): TaskCost => ({ amount: '0.02', currency: 'USD', state })

describe('onCost', () => {
  test('has the reserved amount before the call resolves', async () => {
    const { generate, costs } = order()
    await generate()
    expect(costs).toEqual([price('reserved')])
  })

  test('has the final state once, however many follow the task', async () => {
    const { generate, costs } = order()
    const generation = await generate()
    await Promise.all([generation.wait(), generation.wait()])
    for await (const _ of generation.updates());
    expect(costs).toEqual([price('reserved'), price('charged')])
  })

  test.each(['wait', 'iteration'])('has the refund of a failure that a %s sees', async (way) => {
    const { generate, service, costs } = order()
    service.faults.failTasks('GENERATION_FAILED')
    const generation = await generate()
    if (way === 'wait') await generation.wait().catch(() => undefined)
    else for await (const _ of generation.updates());
    expect(costs).toEqual([price('reserved'), price('refunded')])
  })

  test('has the refund of a task that its handle has cancelled, without another request', async () => {
    const { generate, costs } = order()
    const generation = await generate()
    await generation.cancel()
    await generation.wait().catch(() => undefined)
    expect(costs).toEqual([price('reserved'), price('refunded')])
  })

  test('is called for the order that retry() of an ambiguous error finds', async () => {
    const { generate, service, costs } = order()
    service.faults.dropAfterAccept(5)
    const error = await generate().catch((reason: unknown) => reason)
    if (!(error instanceof SubmitAmbiguousError)) throw error
    expect(costs).toEqual([])
    await (await error.retry()).wait()
    expect(costs).toEqual([price('reserved'), price('charged')])
  })

  test.each([
    ['no cost', accepted()],
    ['null', json({ id: 'task-1', status: 'QUEUED', createdAt: '2026-01-01T00:00:00.000Z', cost: null })],
  ])('is not called by a service that states %s', async (_, response) => {
    const { client } = createFakeClient([response, polled('SUCCEEDED')])
    const onCost = vi.fn()
    await (await client.images.generate({ prompt: 'x' }, { onCost })).wait()
    expect(onCost).not.toHaveBeenCalled()
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('of the callback')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('of the callback')
      },
    ],
  ])('that %s fails neither the order nor the wait', async (_, onCost) => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => report.mockRestore())
    const { client } = order()
    const generation = await client.images.generate({ prompt: 'x' }, { onCost })
    await expect(generation.wait()).resolves.toMatchObject({ status: 'SUCCEEDED' })
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2), 20_000)
  })
})
