import { describe, expect, test } from 'vitest'
import type { Wanted } from '../worker/provider-registry.ts'
import { serving } from './support/serving.ts'
import { tryIt } from './try-it.ts'

/** What the start prints if only these products are served. */
function shown(isServed: (wanted: Wanted) => boolean): string {
  return tryIt(serving(isServed), 'http://127.0.0.1:3000', 'mg_key', true).join('\n')
}

describe('the command to try that serve prints', () => {
  test('generates an image where images are served, with the key and no field but the prompt', () => {
    const text = shown(() => true)
    expect(text).toContain('curl -s http://127.0.0.1:3000/api/v1/images/generations ')
    expect(text).toContain('"Authorization: Bearer mg_key"')
    expect(text).toContain(`-d '{"prompt":"a lighthouse in a storm"}'`)
  })

  test('generates a video where no image is served', () => {
    const text = shown(({ product }) => product === 'video.generate')
    expect(text).toContain('/api/v1/videos/generations')
    expect(text).not.toContain('images')
    expect(text).not.toContain('resolution')
  })

  test('names the resolution where the default one is not served', () => {
    const text = shown(({ product, tier }) => product === 'video.generate' && tier === '480p')
    expect(text).toContain('"resolution":"480p"')
  })

  test('is left out where every product that is served needs an upload', () => {
    expect(shown(({ product }) => product.endsWith('.transform'))).toBe('')
  })
})
