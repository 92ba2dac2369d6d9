import { defaults } from '@mediagen/contract/defaults'
import { resolutions } from '@mediagen/contract/limits'
import { operations } from '@mediagen/contract/operations'
import { operationOf } from '../core/domain/products.ts'
import type { Parts } from '../wiring/wire.ts'

type Providers = Pick<Parts['providers'], 'candidates'>

/** The products that need no upload, so that one command generates one. */
const examples = [
  { product: 'image.generate', prompt: 'a lighthouse in a storm' },
  { product: 'video.generate', prompt: 'waves roll onto a beach at dusk' },
] as const

/**
 * A command to copy that generates the first product that a provider serves, at its default resolution if
 * that is served; empty if there is none, because a command that is rejected teaches nothing.
 */
export function tryIt(providers: Providers, url: string, apiKey: string, hasPlayground: boolean): string[] {
  for (const { product, prompt } of examples) {
    const operation = operationOf[product]
    const { resolution: usual } = defaults[operation]
    const tiers = [usual, ...Object.keys(resolutions[product])]
    const tier = tiers.find((one) => providers.candidates({ product, tier: one }).length > 0)
    if (tier === undefined) continue
    const body = { prompt, ...(tier !== usual && { resolution: tier }) }
    return [
      '',
      hasPlayground ? 'Try it, and see the result in the playground' : 'Try it',
      `  curl -s ${url}${operations[operation].path} \\`,
      `    -H "Authorization: Bearer ${apiKey}" \\`,
      '    -H "Content-Type: application/json" \\',
      `    -d '${JSON.stringify(body)}'`,
    ]
  }
  return []
}
