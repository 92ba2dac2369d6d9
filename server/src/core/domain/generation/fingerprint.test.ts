import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'
import type { GenerationRequest } from './generation-request.ts'

const hex = (request: GenerationRequest) => fingerprintOf(request).toString('hex')
const image = (parameters: Extract<GenerationRequest, { product: 'image.generate' }>['parameters']) =>
  hex({ product: 'image.generate', parameters })

describe('fingerprintOf', () => {
  test('is 32 bytes', () => {
    expect(fingerprintOf({ product: 'image.generate', parameters: { prompt: 'a' } })).toHaveLength(32)
  })

  test('does not depend on the order of the fields, nor on defaults being spelled out', () => {
    const plain = image({ prompt: 'a' })
    expect(image({ aspectRatio: '1:1', prompt: 'a', resolution: '1k' })).toBe(plain)
    expect(image({ prompt: 'a', resolution: '1k' })).toBe(plain)
    const video = hex({ product: 'video.generate', parameters: { prompt: 'a' } })
    const spelled = { prompt: 'a', durationSeconds: 5, aspectRatio: '16:9', resolution: '720p' } as const
    expect(hex({ product: 'video.generate', parameters: spelled })).toBe(video)
  })

  test('differs for another value of any field, and for another product', () => {
    const all = [
      image({ prompt: 'a' }),
      image({ prompt: 'b' }),
      image({ prompt: 'a ' }),
      image({ prompt: 'A' }),
      image({ prompt: 'a', negativePrompt: 'b' }),
      image({ prompt: 'a', resolution: '2k' }),
      image({ prompt: 'a', aspectRatio: '16:9' }),
      hex({ product: 'video.generate', parameters: { prompt: 'a' } }),
      hex({ product: 'image.transform', parameters: { assetId: 'x', prompt: 'a' } }),
      hex({ product: 'image.transform', parameters: { assetId: 'y', prompt: 'a' } }),
      hex({ product: 'image.transform', parameters: { assetId: 'x', effectId: 'a' } }),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  test('compares a transformation by an effect as it was sent, because the effect’s presets may change', () => {
    const sent = (parameters: object) =>
      hex({ product: 'image.transform', parameters: { assetId: 'x', effectId: 'e', ...parameters } })
    expect(sent({ resolution: 'hd' })).not.toBe(sent({}))
    const byPrompt = (parameters: object) =>
      hex({ product: 'image.transform', parameters: { assetId: 'x', prompt: 'p', ...parameters } })
    expect(byPrompt({ resolution: 'hd' })).toBe(byPrompt({}))
  })

  test('changes when text moves from one field to another', () => {
    const text = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(text, text, (prompt, negativePrompt) => {
        fc.pre(prompt !== negativePrompt)
        expect(image({ prompt, negativePrompt })).not.toBe(
          image({ prompt: negativePrompt, negativePrompt: prompt }),
        )
        expect(image({ prompt: prompt + negativePrompt })).not.toBe(image({ prompt, negativePrompt }))
      }),
    )
  })
})
