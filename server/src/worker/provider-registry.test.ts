import { describe, expect, test } from 'vitest'
import type { ProductName } from '../core/domain/products.ts'
import type { Provider } from '../core/ports/provider.ts'
import { createProviderRegistry } from './provider-registry.ts'

function provider(name: string, serves: Provider['serves'] = () => true): Provider & { closed: boolean } {
  return {
    name,
    submission: 'once',
    results: 'exact',
    closed: false,
    serves,
    start: async () => ({ kind: 'unavailable', message: '' }),
    poll: async () => ({ kind: 'pending' }),
    async close() {
      this.closed = true
    },
  }
}

const [a, b, c] = [provider('a'), provider('b', (_product, tier) => tier !== '4k'), provider('c')]

describe('the provider registry', () => {
  const registry = createProviderRegistry(
    [a, b, c],
    [
      { product: 'image.generate', tiers: ['4k'], providers: ['c'] },
      { product: 'image.generate', providers: ['b', 'a', 'b'] },
      { product: 'video.generate', providers: ['a'] },
    ],
  )
  const names = (product: ProductName, tier: string) =>
    registry.candidates({ product, tier }).map(({ name }) => name)

  test('offers the providers of every matching route, in the order of the file, each once', () => {
    expect(names('image.generate', '1k')).toEqual(['b', 'a'])
  })

  test('offers a route for its own tiers only, and a provider only for what it serves', () => {
    expect(names('image.generate', '4k')).toEqual(['c', 'a'])
  })

  test('offers no provider for a product without a route', () => {
    expect(names('video.transform', 'hd')).toEqual([])
  })

  test('finds a provider by its name, and none by another', () => {
    expect(registry.find('b')).toBe(b)
    expect(registry.find('d')).toBeUndefined()
  })

  test('closes every provider, including one without a close method', async () => {
    const { close: _close, ...without } = provider('d')
    const closing = createProviderRegistry([a, c, without], [])
    await closing.close()
    expect([a.closed, c.closed]).toEqual([true, true])
  })
})
