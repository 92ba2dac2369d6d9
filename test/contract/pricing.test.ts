import { describe, expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { createPreparedAccount, serviceOfFile } from './support/contract-service.ts'
import { type GenerationId, generationPaths, requestRows, smallestBody } from './support/specification.ts'

const service = serviceOfFile()

const operationOf: Record<string, GenerationId> = {
  'image.generate': 'generateImage',
  'image.transform': 'transformImage',
  'video.generate': 'generateVideo',
  'video.transform': 'transformVideo',
}

interface Pricing {
  currency: string
  products: { product: string; unit: string; tiers: { tier: string; unitPrice: string }[] }[]
}

async function readPricing(fetch = service().fetch): Promise<Pricing> {
  return (await fetch('/api/v1/pricing')).json()
}

describe('the price list', () => {
  test('is public', async () => {
    expect((await service().fetch('/api/v1/pricing')).status).toBe(200)
  })

  test('has a currency and products, each with a unit and tiers, each of those with a unit price', async () => {
    const pricing = await readPricing()
    expect(Object.keys(pricing).sort()).toEqual(['currency', 'products'])
    expect(pricing.currency).toBe('USD')
    for (const product of pricing.products) {
      expect(Object.keys(product).sort()).toEqual(['product', 'tiers', 'unit'])
      expect(['image', 'second', 'unit']).toContain(product.unit)
      for (const tier of product.tiers) {
        expect(Object.keys(tier).sort()).toEqual(['tier', 'unitPrice'])
        expect(tier.unitPrice).toMatch(/^(0|[1-9]\d*)\.\d{2,6}$/)
      }
    }
  })

  test('the price list names products by the task types, and tiers by the resolutions', async () => {
    const { products } = await readPricing()
    expect(products.map(({ product }) => product)).toEqual(Object.keys(operationOf))
    for (const { product, tiers } of products) {
      const operation = operationOf[product] ?? 'generateImage'
      const resolution = requestRows[operation].find(({ field }) => field === 'resolution')?.rule
      expect({ kind: 'choice', values: tiers.map(({ tier }) => tier) }).toEqual(resolution)
    }
  })

  test('covers every generation type that is available: each listed tier can be ordered at its price', async () => {
    const { products } = await readPricing()
    for (const { product, unit, tiers } of products) {
      for (const { tier, unitPrice } of tiers) {
        const account = await createPreparedAccount(service(), '5.00')
        const operation = operationOf[product] ?? 'generateImage'
        const body = { ...smallestBody(operation, account.assetId), resolution: tier }
        const response = await account.call('POST', generationPaths[operation], body)
        expect(response.status, `${product} ${tier}`).toBe(200)
        const units = unit === 'second' ? 5 : 1
        const { reserved } = await account.money()
        expect(Number(reserved), `${product} ${tier}`).toBeCloseTo(Number(unitPrice) * units, 9)
      }
    }
  })

  test('images are priced per image and videos per second', async () => {
    const { products } = await readPricing()
    expect(products.map(({ product, unit }) => [product, unit])).toEqual([
      ['image.generate', 'image'],
      ['image.transform', 'image'],
      ['video.generate', 'second'],
      ['video.transform', 'second'],
    ])
  })

  test('prices fhd separately from hd', async () => {
    const { products } = await readPricing()
    for (const name of ['image.transform', 'video.transform']) {
      const tiers = products.find(({ product }) => product === name)?.tiers ?? []
      const prices = tiers.map(({ unitPrice }) => unitPrice)
      expect(new Set(prices).size).toBe(2)
    }
  })

  test('a tier that no provider is configured for is not in the price list', async () => {
    const { fetch } = await startTestService({
      routes: [
        { product: 'image.generate', tiers: ['1k', '4k'], providers: ['fake'] },
        { product: 'video.generate', providers: ['fake'] },
      ],
    })
    const { products } = await readPricing(fetch)
    expect(products.map(({ product, tiers }) => [product, tiers.map(({ tier }) => tier)])).toEqual([
      ['image.generate', ['1k', '4k']],
      ['video.generate', ['480p', '512p', '720p', '1080p']],
    ])
  })
})
