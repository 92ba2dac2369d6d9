import { generateImage, experimental_generateVideo as generateVideo, wrapImageModel } from 'ai'
import { describe, expect, test } from 'vitest'
import { createOrderKeys } from '../src/order-keys.js'
import { png, resolveFast, setStage, settleFast } from './support/stage.js'

describe('a call that the AI SDK repeats', () => {
  test('orders once where the response to its order was lost', async () => {
    const { mediagen, service, keys } = setStage({ balance: '1.00' }, { maxRetries: 0 })
    service.faults.dropAfterAccept(2)
    const model = mediagen.image('image.generate')
    const { images } = await resolveFast(() => generateImage({ model, prompt: 'a fox' }))
    expect(images).toHaveLength(1)
    expect([keys().length, new Set(keys()).size]).toEqual([3, 1])
    expect([service.taskCount(), service.balance()]).toEqual([1, '0.98'])
  })

  test('orders n times where one of n responses was lost, and the others came', async () => {
    const { mediagen, service } = setStage({ balance: '1.00' }, { maxRetries: 0 })
    service.faults.dropAfterAccept(3)
    const model = mediagen.image('image.generate')
    const { images } = await resolveFast(() => generateImage({ model, prompt: 'a fox', n: 3 }))
    expect(images).toHaveLength(3)
    expect([service.taskCount(), service.balance()]).toEqual([3, '0.94'])
  })

  test('orders once behind a middleware that changes the call each time', async () => {
    const { mediagen, service } = setStage({}, { maxRetries: 0 })
    service.faults.dropAfterAccept()
    const model = wrapImageModel({
      model: mediagen.image('image.generate'),
      middleware: {
        specificationVersion: 'v4',
        transformParams: async ({ params }) => ({
          ...params,
          headers: { ...params.headers, 'x-try': crypto.randomUUID() },
        }),
      },
    })
    await resolveFast(() => generateImage({ model, prompt: 'a fox' }))
    expect(service.taskCount()).toBe(1)
  })

  test('orders once where its download failed', async () => {
    const { mediagen, service, seen } = setStage(
      {},
      {
        maxRetries: 0,
        async fetch(url, init) {
          const isFirstDownload = String(url).includes('/files/') && downloads++ === 0
          if (isFirstDownload) throw new TypeError('fetch failed')
          return service.fetch(new Request(url, init as RequestInit))
        },
      },
    )
    let downloads = 0
    const model = mediagen.image('image.generate')
    const { images } = await resolveFast(() => generateImage({ model, prompt: 'a fox' }))
    expect([images.length, service.taskCount()]).toEqual([1, 1])
    expect(seen.filter(({ path }) => path.startsWith('/files/'))).toHaveLength(2)
  })

  test('orders a transformation of an image once', async () => {
    const { mediagen, service, seen } = setStage({}, { maxRetries: 0 })
    service.faults.dropAfterAccept()
    const model = mediagen.image('image.transform')
    await resolveFast(() => generateImage({ model, prompt: { images: [png], text: 'at night' } }))
    expect(service.taskCount()).toBe(1)
    expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  test('orders a video once, started or generated', async () => {
    const { mediagen, service } = setStage({}, { maxRetries: 0 })
    const model = mediagen.video('video.generate')
    service.faults.dropAfterAccept()
    await resolveFast(() => generateVideo({ model, prompt: 'waves' }))
    expect(service.taskCount()).toBe(1)
    service.faults.dropAfterAccept()
    await resolveFast(async () => {
      const { clock } = service
      const delay = (ms: number) => clock.delay(ms)
      return generateVideo({ model, prompt: 'waves', poll: { delay } })
    })
    expect(service.taskCount()).toBe(2)
  })

  test('is over when its task has failed and was refunded', async () => {
    const { mediagen, service } = setStage({ balance: '1.00' })
    service.faults.failTasks('GENERATION_FAILED')
    const model = mediagen.image('image.generate')
    const outcome = await settleFast(() => generateImage({ model, prompt: 'a fox' }))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TaskFailedError' } })
    expect([service.taskCount(), service.balance()]).toEqual([1, '1.00'])
  })

  test('goes on with its task where it did not end in time', async () => {
    const { mediagen, service } = setStage({ processingMs: 700_000 })
    const model = mediagen.image('image.generate')
    const { images } = await resolveFast(() => generateImage({ model, prompt: 'a fox' }))
    expect([images.length, service.taskCount()]).toEqual([1, 1])
  })
})

describe('equal calls', () => {
  test('have tasks of their own', async () => {
    const { mediagen, service } = setStage()
    const model = mediagen.image('image.generate')
    await Promise.all([generateImage({ model, prompt: 'a fox' }), generateImage({ model, prompt: 'a fox' })])
    await generateImage({ model, prompt: 'a fox' })
    expect(service.taskCount()).toBe(3)
  })

  test('after one that failed: the first goes on with its task, and only the first', async () => {
    const { mediagen, service } = setStage({}, { maxRetries: 0 })
    service.faults.dropAfterAccept()
    const model = mediagen.image('image.generate')
    const call = { model, prompt: 'a fox', maxRetries: 0 }
    await expect(generateImage(call)).rejects.toMatchObject({ name: 'AI_APICallError' })
    await Promise.all([generateImage(call), generateImage({ ...call, prompt: 'an owl' })])
    expect(service.taskCount()).toBe(2)
    await generateImage(call)
    expect(service.taskCount()).toBe(3)
  })

  test('with a key of their own share the tasks, in this process and in another one', async () => {
    const stage = setStage({ balance: '1.00' })
    const call = {
      prompt: 'the cover of book 1001',
      n: 2,
      providerOptions: { mediagen: { idempotencyKey: 'order-1001' } },
    }
    const first = await generateImage({ ...call, model: stage.mediagen.image('image.generate') })
    const again = await generateImage({ ...call, model: stage.mediagen.image('image.generate') })
    expect(stage.keys()).toEqual(['order-1001', 'order-1001-2', 'order-1001', 'order-1001-2'])
    expect(again.providerMetadata).toEqual(first.providerMetadata)
    expect([stage.service.taskCount(), stage.service.balance()]).toEqual([2, '0.96'])
  })
})

describe('an abort', () => {
  test('cancels a task that waits, which refunds it, and rejects with its reason', async () => {
    const { mediagen, service } = setStage({ balance: '1.00', queuedMs: 60_000 })
    const controller = new AbortController()
    const reason = new Error('The visitor left')
    const call = generateImage({
      model: mediagen.image('image.generate'),
      prompt: 'a fox',
      n: 2,
      abortSignal: controller.signal,
    })
    service.clock.after(5000, () => controller.abort(reason))
    await expect(call).rejects.toBe(reason)
    await expect.poll(() => service.balance()).toBe('1.00')
    expect(service.taskCount()).toBe(2)
  })

  test('cancels a task whose order is in flight', async () => {
    const controller = new AbortController()
    const { mediagen, service, client } = setStage(
      { balance: '1.00', queuedMs: 60_000 },
      {
        async fetch(url, init) {
          const { signal: _, ...rest } = (init ?? {}) as RequestInit
          const response = await service.fetch(new Request(url, rest))
          if (String(url).endsWith('/generations') && !controller.signal.aborted) controller.abort()
          return response
        },
      },
    )
    const call = generateImage({
      model: mediagen.image('image.generate'),
      prompt: 'a fox',
      abortSignal: controller.signal,
    })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(async () => (await client.tasks.list()).tasks[0]?.status).toBe('CANCELLED')
    expect([service.taskCount(), service.balance()]).toEqual([1, '1.00'])
  })

  test('of a video cancels its task', async () => {
    const { mediagen, service } = setStage({ balance: '1.00', queuedMs: 60_000 })
    const controller = new AbortController()
    const abortSignal = controller.signal
    const call = generateVideo({ model: mediagen.video('video.generate'), prompt: 'waves', abortSignal })
    service.clock.after(5000, () => controller.abort())
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await expect.poll(() => service.balance()).toBe('1.00')
  })

  test('before the call orders nothing', async () => {
    const { mediagen, seen } = setStage()
    const abortSignal = AbortSignal.abort()
    const call = generateImage({ model: mediagen.image('image.generate'), prompt: 'a fox', abortSignal })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen).toEqual([])
  })
})

describe('the keys of failed calls', () => {
  test('are taken once each, by an order with the same content', async () => {
    const keys = createOrderKeys()
    const two = () => Promise.all([keys.take('a'), keys.take('a')])
    const [one, other] = await two()
    expect(one).not.toBe(other)
    await keys.leave('a', one)
    await keys.leave('a', other)
    expect([one, other]).not.toContain(await keys.take('b'))
    expect((await two()).sort()).toEqual([one, other].sort())
    expect([one, other]).not.toContain(await keys.take('a'))
  })

  test('are forgotten after ten minutes', async () => {
    let nowMs = 0
    const keys = createOrderKeys(() => nowMs)
    await keys.leave('a', 'old')
    nowMs = 600_000
    await keys.leave('b', 'young')
    nowMs += 1
    expect(await keys.take('a')).not.toBe('old')
    expect(await keys.take('b')).toBe('young')
  })

  test('are ten thousand at most, of which the oldest is forgotten first', async () => {
    const keys = createOrderKeys()
    for (let count = 0; count <= 10_000; count += 1) await keys.leave(`${count}`, `key-${count}`)
    expect(await keys.take('0')).not.toBe('key-0')
    expect(await keys.take('1')).toBe('key-1')
    expect(await keys.take('10000')).toBe('key-10000')
  })
})
