import { describe, expect, test } from 'vitest'
import { firstAndSecond } from './support/first-and-second.ts'
import { order } from './support/orders.ts'

const prompt = 'a lighthouse'
const failed = (code: string, taken: number) => ({ status: 'FAILED', code, taken: [taken, 0] })

describe('a task fails, is refunded, and states the reason by its code', () => {
  test.each(['openai-images', 'gemini', 'own'] as const)(
    'INVALID_INPUT: %s rejects the words',
    async (name) => {
      const { run } = await firstAndSecond('image.generate', name)
      expect(await run('a forbidden thing')).toEqual(failed('INVALID_INPUT', 0))
    },
  )

  test('PROVIDER_UNAVAILABLE: no engine can be reached', async () => {
    const { park, run } = await firstAndSecond('image.generate', 'comfyui')
    await park.engines.comfyui.close()
    await park.engines.own.close()
    expect(await run(prompt)).toEqual(failed('PROVIDER_UNAVAILABLE', 0))
  })

  test('NO_PROVIDER_CONFIGURED: the operator removes the last engine while the task waits', async () => {
    const { park, service, account } = await firstAndSecond('image.generate', 'fal')
    const id = await order(account, 'image.generate', prompt)
    await park.route({ 'video.generate': ['fal'] })
    await service.parts.reloadProviders()
    await service.runQueue()
    const { body } = await account.call('GET', `/api/v1/tasks/${id}`)
    expect(body).toMatchObject({ status: 'FAILED', error: { code: 'NO_PROVIDER_CONFIGURED' } })
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    await service.expectBooksToAgree()
  })

  test('WORKER_TIMEOUT: the engine exceeds its time limit, and the job is cancelled', async () => {
    const { park, run } = await firstAndSecond('video.generate', 'sdcpp', { sdcpp: { timeoutSeconds: 1 } })
    park.engines.sdcpp.tell({ looks: 1_000_000 })
    expect(await run(prompt)).toEqual(failed('WORKER_TIMEOUT', 1))
    expect([...park.engines.sdcpp.works.jobs.values()].map(({ state }) => state)).toEqual(['cancelled'])
  })
})
