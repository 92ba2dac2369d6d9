import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }
import { isGreaterAmount, multiplyAmount } from '../src/generations/decimal.js'
import { pricingDefaults } from '../src/generations/price-of.js'
import {
  CostLimitError,
  InsufficientBalanceError,
  InvalidRequestError,
  type Pricing,
  type PricingInput,
  type TaskStatus,
} from '../src/index.js'
import { accepted, createFakeClient, polled } from './support/fake-client.js'
import { errorResponse, json } from './support/fake-fetch.js'
import { until } from './support/until.js'

const pricing = contract.components.examples.pricing.value
const prices = () => json(pricing)
const effects = () =>
  json({
    effects: [
      { id: 'push-in', defaults: { resolution: 'fhd', durationSeconds: 8 } },
      { id: 'plain', defaults: {} },
    ],
  })

describe('an estimate', () => {
  test.each<[PricingInput, string]>([
    [{ product: 'image.generate' }, '0.02'],
    [{ product: 'image.generate', resolution: '4k' }, '0.08'],
    [{ product: 'image.transform' }, '0.03'],
    [{ product: 'video.generate' }, '0.25'],
    [{ product: 'video.generate', resolution: '512p', durationSeconds: 7 }, '0.245'],
    [{ product: 'video.generate', resolution: '1080p', durationSeconds: 15 }, '1.50'],
    [{ product: 'video.transform', resolution: 'hd', durationSeconds: 8 }, '0.40'],
  ])('of %j is %s', async (input, amount) => {
    const { client } = createFakeClient([prices()])
    await expect(client.estimate(input)).resolves.toMatchObject({ amount, currency: 'USD' })
  })

  test.each<[PricingInput, string]>([
    [{ product: 'video.transform', effectId: 'push-in' }, '0.80'],
    [{ product: 'video.transform', effectId: 'push-in', durationSeconds: 5 }, '0.50'],
    [{ product: 'video.transform', effectId: 'push-in', resolution: 'hd' }, '0.40'],
    [{ product: 'video.transform', effectId: 'plain' }, '0.25'],
  ])('of %j heeds the presets of the effect, behind what is said: %s', async (input, amount) => {
    const { client } = createFakeClient([prices(), effects()])
    await expect(client.estimate(input)).resolves.toMatchObject({ amount })
  })

  test('says how it comes about', async () => {
    const { client } = createFakeClient([prices()])
    const request = { prompt: 'waves', resolution: '480p', durationSeconds: 4 } as const
    await expect(client.estimate({ product: 'video.generate', ...request })).resolves.toEqual({
      product: 'video.generate',
      tier: '480p',
      unit: 'second',
      quantity: 4,
      unitPrice: '0.03',
      amount: '0.12',
      currency: 'USD',
    })
  })

  test('reads the price list once a minute', async () => {
    const { client, clock, sent } = createFakeClient([prices(), prices()])
    await client.estimate({ product: 'image.generate' })
    clock.advance(59_999)
    await client.estimate({ product: 'video.generate' })
    expect(sent).toHaveLength(1)
    clock.advance(1)
    await client.estimate({ product: 'image.generate' })
    expect(sent).toHaveLength(2)
  })

  test('of many at once reads prices and effects once each', async () => {
    const input = { product: 'video.transform', effectId: 'push-in' } as const
    const { client, sent } = createFakeClient([prices(), effects()])
    const estimates = await Promise.all(Array.from({ length: 50 }, () => client.estimate(input)))
    expect(new Set(estimates.map(({ amount }) => amount))).toEqual(new Set(['0.80']))
    expect(sent).toHaveLength(2)
  })

  test('is not taken away from others by the one that reads the list and leaves', async () => {
    const leaving = new AbortController()
    const silent = () => new Promise<Response>(() => undefined)
    const { client, sent } = createFakeClient([silent, prices()])
    const first = client.estimate({ product: 'image.generate' }, { signal: leaving.signal })
    const left = first.catch((reason: unknown) => reason)
    const others = [1, 2, 3].map(() => client.estimate({ product: 'image.generate' }))
    await until(() => sent.length === 1)
    const reason = new Error('the person left')
    leaving.abort(reason)
    expect(await left).toBe(reason)
    for (const one of await Promise.all(others)) expect(one.amount).toBe('0.02')
    expect(sent).toHaveLength(2)
  })

  test('that waits for the list of another is left at once when its own signal aborts', async () => {
    const { client, sent } = createFakeClient([() => new Promise<Response>(() => undefined)])
    client.estimate({ product: 'image.generate' }).catch(() => undefined)
    await until(() => sent.length === 1)
    const controller = new AbortController()
    const pending = client.estimate({ product: 'image.generate' }, { signal: controller.signal })
    const reason = new Error('the person left')
    controller.abort(reason)
    await expect(pending).rejects.toBe(reason)
  })

  test('fails for all that wait where the list cannot be read, and is read again later', async () => {
    const { client, sent } = createFakeClient([errorResponse(400, 'INVALID_REQUEST'), prices()])
    const both = [1, 2].map(() => client.estimate({ product: 'image.generate' }))
    for (const outcome of await Promise.allSettled(both)) expect(outcome.status).toBe('rejected')
    expect(sent).toHaveLength(1)
    await expect(client.estimate({ product: 'image.generate' })).resolves.toMatchObject({ amount: '0.02' })
  })

  test.each([4.5, -1, 0, Number.NaN, 3, 16])(
    'of %d seconds, which no video has, is an error that names the field, before anything is sent',
    async (durationSeconds) => {
      const { client, sent } = createFakeClient([])
      // @ts-expect-error no such number of seconds compiles
      const pending = client.estimate({ product: 'video.generate', durationSeconds })
      await expect(pending).rejects.toThrow(`durationSeconds is ${durationSeconds}: known are 4, 5, 6, 7, 8,`)
      await expect(pending).rejects.toThrow(InvalidRequestError)
      expect(sent).toEqual([])
    },
  )

  test('of what is not on the list is an error', async () => {
    const none: Pricing = { currency: 'USD', products: [] }
    const { client } = createFakeClient([json(none)])
    await expect(client.estimate({ product: 'image.generate' })).rejects.toThrow('no image.generate in 1k')
  })

  test('takes what is left out from the contract', () => {
    const { schemas } = contract.components
    const { ImageGenerationRequest, VideoGenerationRequest } = schemas
    expect(pricingDefaults['image.generate'].resolution).toBe(
      ImageGenerationRequest.properties.resolution.default,
    )
    expect(pricingDefaults['video.generate']).toMatchObject({
      resolution: VideoGenerationRequest.properties.resolution.default,
      durationSeconds: VideoGenerationRequest.properties.durationSeconds.default,
    })
  })
})

describe('maxCost', () => {
  test('lets through what costs as much, and nothing that costs more', async () => {
    const exact = createFakeClient([prices(), accepted()])
    await exact.client.videos.generate({ prompt: 'x' }, { maxCost: '0.250' })
    const over = createFakeClient([prices()])
    const error = await over.client.videos
      .generate({ prompt: 'x' }, { maxCost: '0.249999' })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(CostLimitError)
    expect(error).toMatchObject({ maxCost: '0.249999', estimate: { amount: '0.25' }, retryable: false })
    expect(over.sent.map(({ path }) => path)).toEqual(['/api/v1/pricing'])
  })

  test('is held before the file of a transformation is uploaded', async () => {
    const { client, sent } = createFakeClient([prices()])
    const input = { file: new Uint8Array(100), prompt: 'x', resolution: 'hd' } as const
    await expect(client.images.transform(input, { maxCost: '0.01' })).rejects.toThrow(CostLimitError)
    expect(sent).toHaveLength(1)
  })

  test.each(['', '1,5', '-1', '1e3', '.5', 'free'])(
    'that is no amount is rejected: "%s"',
    async (maxCost) => {
      const { client } = createFakeClient([prices()])
      await expect(client.images.generate({ prompt: 'x' }, { maxCost })).rejects.toThrow(TypeError)
    },
  )
})

describe('checkBalance', () => {
  const balanceOf = (balance: string) => json({ id: 'account-1', balance, currency: 'USD' })
  const file = new Uint8Array(100)

  test('rejects what the balance does not cover, before the file is uploaded or anything charged', async () => {
    const { client, sent } = createFakeClient([prices(), balanceOf('0.029999')])
    const error = await client.images
      .transform({ file, prompt: 'x' }, { checkBalance: true })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InsufficientBalanceError)
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      status: 402,
      message: 'It costs 0.03 USD, and the balance is 0.029999 USD',
    })
    expect(sent.map(({ path }) => path)).toEqual(['/api/v1/pricing', '/api/v1/me'])
  })

  test('lets through what the balance covers to the last digit, and looks at it each time', async () => {
    const { client, sent } = createFakeClient([
      prices(),
      balanceOf('0.04'),
      accepted(),
      balanceOf('0.02'),
      accepted(),
      balanceOf('0.00'),
    ])
    await client.images.generate({ prompt: 'x' }, { checkBalance: true })
    await client.images.generate({ prompt: 'x' }, { checkBalance: true })
    await expect(client.images.generate({ prompt: 'x' }, { checkBalance: true })).rejects.toThrow(
      InsufficientBalanceError,
    )
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
  })

  test('comes after maxCost, and is not done unless it is asked for', async () => {
    const dear = createFakeClient([prices()])
    const both = { maxCost: '0.01', checkBalance: true }
    await expect(dear.client.images.generate({ prompt: 'x' }, both)).rejects.toThrow(CostLimitError)
    const plain = createFakeClient([accepted()])
    await plain.client.images.generate({ prompt: 'x' }, { checkBalance: false })
    expect(plain.sent).toHaveLength(1)
  })
})

test.each<[TaskStatus, string]>([
  ['QUEUED', 'reserved'],
  ['PROCESSING', 'reserved'],
  ['SUCCEEDED', 'charged'],
  ['FAILED', 'refunded'],
  ['CANCELLED', 'refunded'],
])('the cost of a task that is %s is %s', async (status, state) => {
  const { client } = createFakeClient([
    accepted(),
    ({ path }) => (path === '/api/v1/pricing' ? prices() : polled(status)),
    ({ path }) => (path === '/api/v1/pricing' ? prices() : polled(status)),
  ])
  const generation = await client.videos.generate({ prompt: 'x', durationSeconds: 10 })
  await expect(generation.cost()).resolves.toMatchObject({ amount: '0.50', currency: 'USD', state })
})

describe('decimals', () => {
  const micros = fc.bigInt({ min: 0n, max: 10n ** 18n })
  const textOf = (value: bigint) => {
    const digits = value.toString().padStart(7, '0')
    return `${digits.slice(0, -6)}.${digits.slice(-6)}`
  }
  const microsOf = (text: string) => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(6, '0'))
  }

  test('are multiplied exactly, and have two decimals at least', () => {
    fc.assert(
      fc.property(micros, fc.integer({ min: 0, max: 10_000 }), (value, factor) => {
        const product = multiplyAmount(textOf(value), factor)
        expect(product).toMatch(/^(0|[1-9]\d*)\.\d{2,6}$/)
        expect(microsOf(product)).toBe(value * BigInt(factor))
      }),
    )
  })

  test('without a point are whole', () => {
    expect(multiplyAmount('3', 4)).toBe('12.00')
  })

  test('are compared exactly, however many decimals each has', () => {
    fc.assert(
      fc.property(micros, micros, (one, other) => {
        expect(isGreaterAmount(textOf(one), `${textOf(other)}00`)).toBe(one > other)
      }),
    )
  })
})
