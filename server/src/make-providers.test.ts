import { describe, expect, test } from 'vitest'
import { routesNotServed } from './make-providers.js'

const providers = [
  { name: 'studio', kind: 'studio' },
  { name: 'videos', kind: 'openai-videos', url: 'http://127.0.0.1:1', model: 'm' },
]

describe('routesNotServed', () => {
  test('names a provider that serves no tier of its route, at its place in the file', () => {
    const routes = [{ product: 'image.generate', providers: ['studio', 'videos'] }] as const
    expect(routesNotServed({ providers, routes })).toEqual([
      {
        at: ['routes', 0, 'providers', 1],
        message: 'provider videos does not serve image.generate 1k 2k 4k as it is configured',
      },
    ])
  })

  test('has nothing against a provider that serves one of the tiers', () => {
    const routes = [{ product: 'video.generate', providers: [{ name: 'videos', weight: 1 }] }] as const
    expect(routesNotServed({ providers, routes })).toEqual([])
  })
})
