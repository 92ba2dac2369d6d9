import { defaults } from '@mediagen/contract/defaults'
import { resolutions } from '@mediagen/contract/limits'
import { operations } from '@mediagen/contract/operations'
import { operationOf } from '../domain/generation/products.js'
import type { Core } from '../wire.js'

type Providers = Pick<Core['providers'], 'candidates'>

/** The products that need no upload, so that one command makes one. */
const examples = [
  { product: 'image.generate', prompt: 'a lighthouse in a storm' },
  { product: 'video.generate', prompt: 'waves roll onto a beach at dusk' },
] as const

/**
 * A command to copy that makes the first product which a provider serves, at its default resolution where
 * that is served; empty where there is none, since a command that is refused teaches nothing.
 */
export function tryIt(providers: Providers, url: string, apiKey: string): string[] {
  for (const { product, prompt } of examples) {
    const operation = operationOf[product]
    const { resolution: usual } = defaults[operation]
    const tiers = [usual, ...Object.keys(resolutions[product])]
    const tier = tiers.find((one) => providers.candidates({ product, tier: one }).length > 0)
    if (tier === undefined) continue
    const body = { prompt, ...(tier !== usual && { resolution: tier }) }
    return [
      '',
      '  Try it:',
      `    curl -s ${url}${operations[operation].path} \\`,
      `      -H "Authorization: Bearer ${apiKey}" -H "Content-Type: application/json" \\`,
      `      -d '${JSON.stringify(body)}'`,
    ]
  }
  return []
}
