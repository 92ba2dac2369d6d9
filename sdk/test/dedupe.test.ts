import { afterEach, describe, expect, test, vi } from 'vitest'
import { accepted, createFakeClient } from './support/fake-client.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The keys that some calls are sent under, each by a client of its own, as if by processes of their own. */
async function keysOf(
  ...calls: readonly ((client: ReturnType<typeof createFakeClient>['client']) => Promise<unknown>)[]
): Promise<(string | null | undefined)[]> {
  return Promise.all(
    calls.map(async (call) => {
      const { client, sent } = createFakeClient([accepted()])
      await call(client)
      return sent[0]?.headers.get('idempotency-key')
    }),
  )
}

describe("dedupe: 'content'", () => {
  const dedupe = 'content' as const

  test('sends the same request under the same key, from any process and in any order of fields', async () => {
    const [one, other, unset] = await keysOf(
      (client) => client.images.generate({ prompt: 'a fox', resolution: '2k' }, { dedupe }),
      (client) => client.images.generate({ resolution: '2k', prompt: 'a fox' }, { dedupe }),
      (client) => {
        // Fields without a value are not sent; types forbid them, programs in JavaScript have them.
        const request = { prompt: 'a fox', resolution: '2k' } as const
        Object.assign(request, { aspectRatio: undefined })
        return client.images.generate(request, { dedupe })
      },
    )
    expect(one).toMatch(/^[0-9a-f]{64}$/)
    expect([other, unset]).toEqual([one, one])
  })

  test('sends another request, and another product of the same words, under another key', async () => {
    const keys = await keysOf(
      (client) => client.images.generate({ prompt: 'a fox' }, { dedupe }),
      (client) => client.images.generate({ prompt: 'a bear' }, { dedupe }),
      (client) => client.videos.generate({ prompt: 'a fox' }, { dedupe }),
      (client) => client.images.transform({ assetId: 'a', prompt: 'a fox' }, { dedupe }),
      (client) => client.images.transform({ assetId: 'b', prompt: 'a fox' }, { dedupe }),
    )
    expect(new Set(keys).size).toBe(5)
  })

  test('together with a key of the caller is an error, and nothing is sent', async () => {
    const { client, sent } = createFakeClient([])
    const request = { prompt: 'a fox' }
    // @ts-expect-error one of the two, or neither
    const both = client.images.generate(request, { dedupe, idempotencyKey: 'order-7' })
    await expect(both).rejects.toThrow('one of idempotencyKey, its header and dedupe')
    const byHeader = client.images.generate(request, { dedupe, headers: { 'Idempotency-Key': 'order-7' } })
    await expect(byHeader).rejects.toThrow('one of idempotencyKey, its header and dedupe')
    expect(sent).toEqual([])
    const [key] = await keysOf((other) =>
      other.images.generate(request, { dedupe, idempotencyKey: undefined }),
    )
    expect(key).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([true, 1, '', 'contents', null])('of %j, which is none, is an error', async (none) => {
    const { client, sent } = createFakeClient([])
    const order = Reflect.apply(client.images.generate, client, [{ prompt: 'a fox' }, { dedupe: none }])
    await expect(order).rejects.toThrow("dedupe must be 'content'")
    expect(sent).toEqual([])
  })

  test('is rejected before anything is sent where a page has no cryptography', async () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes })
    const { client, sent } = createFakeClient([])
    await expect(client.images.generate({ prompt: 'a fox' }, { dedupe })).rejects.toThrow('https')
    expect(sent).toEqual([])
  })
})

test('two keys of the caller are an error, and the same key twice is none', async () => {
  const { client, sent } = createFakeClient([accepted()])
  const order = (key: string) =>
    client.images.generate({ prompt: 'a' }, { idempotencyKey: 'a', headers: { 'Idempotency-Key': key } })
  await expect(order('b')).rejects.toThrow('one of idempotencyKey, its header and dedupe')
  expect(sent).toEqual([])
  await expect(order('a')).resolves.toMatchObject({ idempotencyKey: 'a' })
})

test('without dedupe the same request twice is two generations', async () => {
  const [one, other] = await keysOf(
    (client) => client.images.generate({ prompt: 'a fox' }),
    (client) => client.images.generate({ prompt: 'a fox' }),
  )
  expect(other).not.toBe(one)
})
