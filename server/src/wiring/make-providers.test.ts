import { describe, expect, test } from 'vitest'
import type { Config } from '../config/config.ts'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import type { Provider } from '../core/ports/provider.ts'
import { engineKinds } from '../engines/engine-kinds.ts'
import { checkVideos, routesNotServed } from './make-providers.ts'

const providers = [
  { name: 'studio', kind: 'studio' },
  { name: 'videos', kind: 'openai-videos', url: 'http://127.0.0.1:1', model: 'm' },
]

describe('routesNotServed', () => {
  test('names a provider that serves no tier of its route, with its line in the file', () => {
    const routes = [{ product: 'image.generate', providers: ['studio', 'videos'] }] as const
    expect(routesNotServed({ providers, routes }, engineKinds)).toEqual([
      {
        at: ['routes', 0, 'providers', 1],
        message: 'provider videos does not serve image.generate 1k 2k 4k as it is configured',
      },
    ])
  })

  test('accepts a provider that serves one of the tiers', () => {
    const routes = [{ product: 'video.generate', providers: [{ name: 'videos', weight: 1 }] }] as const
    expect(routesNotServed({ providers, routes }, engineKinds)).toEqual([])
  })
})

describe('checkVideos', () => {
  const unused = (): never => expect.unreachable('This test finishes no result.')
  const finisher = (missing: string | undefined): MediaFinisher => ({
    finish: unused,
    upright: unused,
    thumbnail: unused,
    poster: unused,
    missingForVideos: async () => missing,
    close: async () => undefined,
  })
  const engine = (name: string, results: Provider['results']): Provider => ({
    ...{ name, results, submission: 'once', serves: () => true },
    start: unused,
    poll: unused,
  })
  const engines = [engine('raw-box', 'raw'), engine('exact-box', 'exact')]
  const fileWith = (product: 'image.generate' | 'video.generate') => ({
    providers: [],
    routes: [{ product, providers: ['exact-box', { name: 'raw-box', weight: 1 }] }],
  })
  const config = { providersFile: 'providers.yaml' } as Config
  const check = (product: 'image.generate' | 'video.generate', missing?: string) =>
    checkVideos(config, fileWith(product), engines, finisher(missing))

  test('names each provider whose videos cannot be converted here, and what is missing', async () => {
    await expect(check('video.generate', 'ffmpeg is not there')).rejects.toMatchObject({
      message: expect.stringMatching(/providers\.yaml[\s\S]*provider raw-box: ffmpeg is not there/),
    })
  })

  test('accepts them where videos can be converted, or where they generate only images', async () => {
    await expect(check('video.generate')).resolves.toBeUndefined()
    await expect(check('image.generate', 'ffmpeg is not there')).resolves.toBeUndefined()
  })
})
