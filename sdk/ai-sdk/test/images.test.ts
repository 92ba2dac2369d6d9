import { APICallError, InvalidArgumentError, UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { generateImage } from 'ai'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { png, setStage } from './support/stage.js'

describe('generateImage', () => {
  test('orders an image and resolves to a file that decodes, with its task and its cost', async () => {
    const { mediagen, service, orders } = setStage({ balance: '1.00' })
    const { image, images, providerMetadata, responses, warnings } = await generateImage({
      model: mediagen.image('image.generate'),
      prompt: 'a fox',
      aspectRatio: '16:9',
      providerOptions: { mediagen: { negativePrompt: 'snow', resolution: '2k' } },
    })
    expect(images).toHaveLength(1)
    expect(image.mediaType).toBe('image/png')
    expect((await sharp(image.uint8Array).stats()).channels.length).toBeGreaterThan(2)
    expect(orders()).toEqual([
      { prompt: 'a fox', negativePrompt: 'snow', resolution: '2k', aspectRatio: '16:9' },
    ])
    expect(warnings).toEqual([])
    expect(responses).toMatchObject([
      {
        ...{ modelId: 'image.generate', timestamp: expect.any(Date) },
        headers: { 'x-request-id': expect.stringMatching(/^\S+$/) },
      },
    ])
    const metadata = {
      taskId: expect.stringMatching(/^\w+/),
      contentType: 'image/png',
      cost: { amount: expect.any(String), currency: 'USD', state: 'charged' },
    }
    expect(providerMetadata.mediagen).toEqual({ images: [metadata] })
    expect(image.providerMetadata?.mediagen).toEqual(metadata)
    expect(Number(service.balance())).toBeLessThan(1)
  })

  test('makes n images of n tasks in one call', async () => {
    const { mediagen, service, keys } = setStage()
    const { images, providerMetadata } = await generateImage({
      model: mediagen.image('image.generate'),
      prompt: 'a fox',
      n: 3,
    })
    expect(images).toHaveLength(3)
    expect(service.taskCount()).toBe(3)
    expect(new Set(keys()).size).toBe(3)
    const ids = providerMetadata.mediagen?.images.map((one) => Object(one).taskId)
    expect(new Set(ids).size).toBe(3)
  })

  test('resolves to the images that succeeded, with a warning for each task that failed and was refunded', async () => {
    const { mediagen, service } = setStage({ balance: '1.00' })
    service.faults.failTasks('GENERATION_FAILED')
    const { images, warnings } = await generateImage({
      model: mediagen.image('image.generate'),
      prompt: 'a fox',
      n: 3,
    })
    expect(images).toHaveLength(2)
    expect(warnings).toEqual([
      { type: 'other', message: expect.stringMatching(/^One of 3 is missing: Task \w+ failed/) },
    ])
    expect(service.balance()).toBe('0.96')
  })

  test('applies an effect to an image', async () => {
    const { mediagen, orders, seen } = setStage()
    const { image, warnings } = await generateImage({
      model: mediagen.image('image.transform'),
      prompt: { images: [png], text: 'warm evening light' },
      providerOptions: { mediagen: { effectId: 'watercolour' } },
    })
    expect(image.uint8Array.length).toBeGreaterThan(100)
    expect(warnings).toEqual([])
    expect(orders()).toEqual([
      { assetId: expect.any(String), effectId: 'watercolour', prompt: 'warm evening light' },
    ])
    expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  test('takes an image as base64, and an earlier upload by its id', async () => {
    const { mediagen, client, orders } = setStage()
    const model = mediagen.image('image.transform')
    const providerOptions = { mediagen: { effectId: 'watercolour' } }
    await generateImage({
      model,
      prompt: { images: [Buffer.from(png).toString('base64')] },
      providerOptions,
    })
    const { id: assetId } = await client.uploads.file(png)
    await generateImage({
      model,
      prompt: 'at night',
      providerOptions: { mediagen: { ...providerOptions.mediagen, assetId } },
    })
    expect(orders().map((order) => order.assetId)).toEqual([assetId, assetId])
  })

  test('reads an image of a URL, but not from a private address', async () => {
    const { mediagen, service, seen } = setStage()
    const call = generateImage({
      model: mediagen.image('image.transform'),
      prompt: { images: ['http://127.0.0.1:9/secret.png'], text: 'x' },
    })
    await expect(call).rejects.toMatchObject({ name: 'AI_DownloadError' })
    expect([service.taskCount(), seen]).toEqual([0, []])
  })

  test.each([
    ['1024x1024', { resolution: '1k', aspectRatio: '1:1' }],
    ['2048x1152', { resolution: '2k', aspectRatio: '16:9' }],
    ['683x1024', { resolution: '1k', aspectRatio: '2:3' }],
  ] as const)('takes the size %s for what it is', async (size, fields) => {
    const { mediagen, orders } = setStage()
    const model = mediagen.image('image.generate')
    const { warnings } = await generateImage({ model, prompt: 'a fox', size })
    expect(warnings).toEqual([])
    expect(orders()).toEqual([{ prompt: 'a fox', ...fields }])
  })

  test('warns of each setting that the product cannot follow, and leaves it out', async () => {
    const { mediagen, orders } = setStage()
    const { warnings } = await generateImage({
      model: mediagen.image('image.generate'),
      prompt: 'a fox',
      seed: 7,
      size: '100x100',
      aspectRatio: '5:4',
    })
    expect(warnings).toEqual([
      { type: 'unsupported', feature: 'seed', details: expect.stringContaining('image.generate') },
      { type: 'unsupported', feature: 'size', details: expect.stringContaining('1k (1024), 2k (2048)') },
      { type: 'unsupported', feature: 'aspectRatio', details: expect.stringContaining('1:1, 9:16') },
    ])
    expect(orders()).toEqual([{ prompt: 'a fox' }])
  })

  test('warns of a size that its other settings contradict, and follows those', async () => {
    const { mediagen, orders } = setStage()
    const { warnings } = await generateImage({
      model: mediagen.image('image.generate'),
      prompt: 'a fox',
      size: '2048x2048',
      aspectRatio: '16:9',
    })
    expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'size' }])
    expect(orders()).toEqual([{ prompt: 'a fox', resolution: '2k', aspectRatio: '16:9' }])
  })

  test.each([
    ['an image for image.generate', 'image.generate', { images: [png] }, {}, UnsupportedFunctionalityError],
    ['a mask', 'image.transform', { images: [png], mask: png }, {}, UnsupportedFunctionalityError],
    ['two images', 'image.transform', { images: [png, png] }, {}, UnsupportedFunctionalityError],
    ['an effect for image.generate', 'image.generate', 'x', { effectId: 'noir' }, InvalidArgumentError],
    ['a mistyped option', 'image.generate', 'x', { negativePromt: 'snow' }, InvalidArgumentError],
    ['a number as an option', 'image.generate', 'x', { maxCost: 1 }, InvalidArgumentError],
  ] as const)('rejects %s before it sends anything', async (_, product, prompt, options, ErrorClass) => {
    const { mediagen, seen } = setStage()
    const call = generateImage({
      model: mediagen.image(product),
      prompt: typeof prompt === 'string' ? prompt : { ...prompt, images: [...prompt.images] },
      providerOptions: { mediagen: options },
    })
    const error = await call.catch((reason: unknown) => reason)
    expect(ErrorClass.isInstance(error)).toBe(true)
    expect(seen).toEqual([])
  })

  test('rejects a transformation without an image', async () => {
    const { mediagen, seen } = setStage()
    const call = generateImage({ model: mediagen.image('image.transform'), prompt: 'at night' })
    await expect(call).rejects.toMatchObject({ name: 'AI_InvalidPromptError' })
    expect(seen).toEqual([])
  })

  test('sends the headers of the call, except for a key', async () => {
    const { mediagen, seen, keys } = setStage()
    const model = mediagen.image('image.generate')
    await generateImage({ model, prompt: 'a fox', headers: { 'x-tenant': 'anna', 'Idempotency-Key': 'k1' } })
    // Signed URLs get none.
    const calls = seen.filter(({ path }) => path.startsWith('/api/'))
    expect(new Set(calls.map(({ headers }) => headers.get('x-tenant')))).toEqual(new Set(['anna']))
    expect(seen[0]?.headers.get('user-agent')).toMatch(/^ai\//)
    expect(keys()).toEqual(['k1'])
  })
})

describe('an error', () => {
  test.each([
    ['INSUFFICIENT_BALANCE', 402, false],
    ['UNAUTHENTICATED', 401, false],
    ['SERVICE_UNAVAILABLE', 503, true],
  ] as const)('%s is an APICallError with its status', async (code, statusCode, isRetryable) => {
    const { mediagen, service } = setStage({}, { maxRetries: 0 })
    service.faults.respondWith(code)
    const call = generateImage({ model: mediagen.image('image.generate'), prompt: 'x', maxRetries: 0 })
    const error = await call.catch((reason: unknown) => reason)
    expect(APICallError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({
      statusCode,
      isRetryable,
      url: '/api/v1/images/generations',
      requestBodyValues: { prompt: 'x' },
      data: { code },
    })
  })

  test('of an upload is an APICallError too', async () => {
    const { mediagen, service } = setStage({}, { maxRetries: 0 })
    service.faults.respondWith('UNAUTHENTICATED')
    const call = generateImage({
      model: mediagen.image('image.transform'),
      prompt: { images: [png], text: 'x' },
    })
    await expect(call).rejects.toMatchObject({ name: 'AI_APICallError', statusCode: 401 })
  })

  test('of the rate limit says how long the AI SDK has to wait', async () => {
    const { mediagen, service } = setStage({}, { maxRetries: 0 })
    service.faults.rateLimit(1, 7)
    const call = generateImage({ model: mediagen.image('image.generate'), prompt: 'x', maxRetries: 0 })
    await expect(call).rejects.toMatchObject({
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { 'retry-after-ms': '7000' },
    })
  })

  test('of a price above maxCost is that of the SDK, and nothing was ordered', async () => {
    const { mediagen, service } = setStage()
    const call = generateImage({
      model: mediagen.image('image.generate'),
      prompt: 'x',
      providerOptions: { mediagen: { maxCost: '0.001' } },
    })
    await expect(call).rejects.toMatchObject({ name: 'CostLimitError' })
    expect(service.taskCount()).toBe(0)
  })
})
