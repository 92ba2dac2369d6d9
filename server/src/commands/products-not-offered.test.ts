import { describe, expect, test } from 'vitest'
import { notOfferedText, productsNotOffered } from './products-not-offered.ts'
import { serving } from './support/serving.ts'

describe('products that are not offered', () => {
  test('are those with a tier that no provider serves, each with these tiers', () => {
    const registry = serving(({ product, tier }) => product !== 'video.transform' && tier !== '4k')
    expect(productsNotOffered(registry)).toEqual(['image.generate 4k', 'video.transform hd fhd'])
  })

  test('are reported to the operator with the route that would offer them', () => {
    const text = notOfferedText(serving(({ product }) => product !== 'video.transform'))
    expect(text).toContain('video.transform hd fhd')
    expect(text).toContain('{ product: video.transform, providers: [NAME] }')
  })

  test('are not mentioned where every tier has a provider', () => {
    expect(notOfferedText(serving(() => true))).toBeUndefined()
  })
})
