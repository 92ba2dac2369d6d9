import { describe, expect, test } from 'vitest'
import { operations } from '../src/generated/operations.js'
import { InvalidRequestError, Mediagen, MediagenError } from '../src/index.js'
import { accepted, account, createFakeClient, polled } from './support/fake-client.js'
import { json } from './support/fake-fetch.js'

/** What a program without types may pass. */
type Untyped = (client: Mediagen, extra: object) => Promise<unknown>

const orders: readonly [product: string, send: Untyped][] = [
  ['image.generate', (client, extra) => client.images.generate({ prompt: 'a', ...extra })],
  ['image.transform', (client, extra) => client.images.transform({ assetId: 'a', prompt: 'b', ...extra })],
  ['video.generate', (client, extra) => client.videos.generate({ prompt: 'a', ...extra })],
  ['video.transform', (client, extra) => client.videos.transform({ assetId: 'a', effectId: 'b', ...extra })],
]

describe.each(orders)('an order of %s', (product, send) => {
  test('with a field that the contract does not have is an error before anything is sent', async () => {
    const { client, sent } = createFakeClient([])
    const error = await send(client, { foo: 1 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', status: 400, details: [{ path: '/foo' }] })
    expect(String(error)).toContain(`foo is not a field of ${product}: known are `)
    expect(sent).toEqual([])
  })

  test('with a mistyped field is told the right one', async () => {
    const { client } = createFakeClient([])
    for (const [mistyped, right] of [
      ['promt', 'prompt'],
      ['Resolution', 'resolution'],
      ['aspect', 'aspectRatio'],
    ] as const) {
      await expect(send(client, { [mistyped]: 'x' })).rejects.toThrow(`did you mean ${right}?`)
    }
  })

  test('may have every field of the contract, and others that are undefined', async () => {
    const all = Object.values(operations).find(({ bodyFields, tag }) => {
      return product.startsWith(tag.replace(/s$/, '.')) && bodyFields.length > 0 && isFor(product, bodyFields)
    })
    const fields = Object.fromEntries((all?.bodyFields ?? []).map((name) => [name, 'any']))
    expect(Object.keys(fields).length).toBeGreaterThan(3)
    const { client, sent } = createFakeClient([accepted()])
    await send(client, { ...fields, foo: undefined })
    expect(sent[0]?.json).toEqual(fields)
  })
})

function isFor(product: string, bodyFields: readonly string[]): boolean {
  return product.endsWith('transform') === bodyFields.includes('assetId')
}

test('a negative prompt of a video is refused instead of ignored', async () => {
  const { client, sent } = createFakeClient([])
  // @ts-expect-error videos have none
  const order = client.videos.generate({ prompt: 'a', negativePrompt: 'b' })
  await expect(order).rejects.toThrow('negativePrompt is not a field of video.generate')
  expect(sent).toEqual([])
})

test('an estimate takes a whole request, and refuses a field that would not count', async () => {
  const { client, sent } = createFakeClient([])
  const mistyped = { product: 'video.generate', durationSecond: 15 } as const
  await expect(client.estimate(mistyped)).rejects.toThrow('did you mean durationSeconds?')
  expect(sent).toEqual([])
  const prices = json({ currency: 'USD', products: [] })
  const other = createFakeClient([prices])
  const whole = { product: 'image.transform', file: new Uint8Array(), prompt: 'b', resolution: 'hd' } as const
  await expect(other.client.estimate(whole)).rejects.toThrow('The price list has no image.transform')
})

test.each([
  ['video.generat', 'did you mean video.generate?'],
  [undefined, 'known are image.generate, image.transform, video.generate, video.transform'],
])('an estimate of the product %s is an error that names the products', async (product, advice) => {
  const { client, sent } = createFakeClient([])
  const untyped: Record<string, unknown> = { product }
  const error = await Reflect.apply(client.estimate, client, [untyped]).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(InvalidRequestError)
  expect(error).toMatchObject({ details: [{ path: '/product' }] })
  expect(String(error)).toContain(`product is ${product}: ${advice}`)
  expect(sent).toEqual([])
})

test('what is uploaded has no other field than its type', async () => {
  const { client, sent } = createFakeClient([])
  const body = { contentType: 'image/png', size: 7 } as const
  await expect(client.uploads.create(body)).rejects.toThrow('size')
  expect(sent).toEqual([])
})

describe('options', () => {
  const png = new Uint8Array(100)
  const paying: readonly [string, Untyped][] = [
    ['images.generate', (client, extra) => client.images.generate({ prompt: 'a' }, extra)],
    ['images.transform', (client, extra) => client.images.transform({ assetId: 'a', prompt: 'b' }, extra)],
    ['videos.generate', (client, extra) => client.videos.generate({ prompt: 'a' }, extra)],
    ['videos.transform', (client, extra) => client.videos.transform({ assetId: 'a', effectId: 'b' }, extra)],
    ['uploads.file', (client, extra) => client.uploads.file(png, extra)],
    ['generateMany', (client, extra) => client.generateMany(['a'], () => Promise.reject(), extra)],
  ]

  test.each(paying)('of %s are an error where one is unknown, before anything is sent', async (_, call) => {
    const { client, sent } = createFakeClient([])
    const error = await call(client, { foo: 1 }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(MediagenError)
    expect(String(error)).toContain('There is no option foo: known are ')
    expect(sent).toEqual([])
  })

  test.each([
    ['timeout', 'timeoutMs'],
    ['retries', 'maxRetries'],
    ['maxcost', 'maxCost'],
    ['max_cost', 'maxCost'],
    ['idempotencykey', 'idempotencyKey'],
    ['dedup', 'dedupe'],
  ])('of an order: for %s it is told %s', async (mistyped, right) => {
    const { client, sent } = createFakeClient([])
    const order = client.images.generate({ prompt: 'a' }, { [mistyped]: 1 })
    await expect(order).rejects.toThrow(`There is no option ${mistyped}: did you mean ${right}?`)
    expect(sent).toEqual([])
  })

  const reading: readonly [string, Untyped][] = [
    ['account', (client, extra) => client.account(extra)],
    ['pricing', (client, extra) => client.pricing(extra)],
    ['effects', (client, extra) => client.effects(extra)],
    ['usage', (client, extra) => client.usage(extra)],
    ['tasks.get', (client, extra) => client.tasks.get('task-1', extra)],
    ['tasks.list', async (client, extra) => client.tasks.list(extra)],
    ['tasks.wait', (client, extra) => client.tasks.wait('task-1', extra)],
    ['uploads.get', (client, extra) => client.uploads.get('asset-1', extra)],
  ]

  test.each(reading)('of %s are an error where one is mistyped', async (_, call) => {
    const { client, sent } = createFakeClient([])
    await expect(call(client, { timeout: 5 })).rejects.toThrow('did you mean timeoutMs?')
    expect(sent).toEqual([])
  })

  test('of a list, of usage and of effects are an error where a filter is mistyped', async () => {
    const { client, sent } = createFakeClient([])
    const mistyped: object = { statuses: 'FAILED', froms: 'x', surfaces: 'image' }
    await expect(client.tasks.list(mistyped)).rejects.toThrow('did you mean status?')
    await expect(client.usage(mistyped)).rejects.toThrow('did you mean from?')
    await expect(client.effects(mistyped)).rejects.toThrow('did you mean surface?')
    expect(sent).toEqual([])
  })

  test('of a download are an error where one is mistyped', async () => {
    const { client } = createFakeClient([polled('SUCCEEDED')])
    const result = await client.tasks.wait('task-1')
    const mistyped: object = { timeout: 5 }
    await expect(result.download(mistyped)).rejects.toThrow('did you mean timeoutMs?')
  })

  test('of a call that a library for queries makes may be others, such as its context', async () => {
    const { client } = createFakeClient([json(account), polled('SUCCEEDED')])
    const { signal } = new AbortController()
    const context = {
      client: {},
      queryKey: ['account'],
      signal,
      meta: undefined,
      pageParam: 1,
      direction: 'x',
    }
    await expect(client.account(context)).resolves.toEqual(account)
    await expect(client.tasks.resume('task-1').wait(context)).resolves.toMatchObject({ id: 'task-1' })
  })

  test('of a client are an error where one is mistyped', () => {
    const create = (settings: object) => () => new Mediagen(settings)
    expect(create({ baseURL: 'https://media.test' })).toThrow('did you mean baseUrl?')
    expect(create({ timeout: 1 })).toThrow('did you mean timeoutMs?')
    expect(create({ taskCount: () => 0 })).not.toThrow()
  })

  test.each(['secret-key', null])('of a client must be an object, not %j', (settings) => {
    // @ts-expect-error a program without types may give its key alone
    const create = () => new Mediagen(settings)
    expect(create).toThrow('apiKey is missing: give an object such as { apiKey: … }')
    expect(create).not.toThrow('secret-key')
  })
})
