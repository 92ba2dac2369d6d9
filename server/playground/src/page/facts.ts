import { forms } from 'virtual:contract-forms'
import type { Effect, Pricing, Product } from '@mediagen/sdk'
import type { Form } from '../contract/read-forms.ts'
import type { Connection } from '../service/connection.ts'
import type { PageSettings } from '../service/settings.ts'
import type { Job } from '../tasks/job.ts'

/** The form of a product. */
export function formOf(product: Product): Form {
  const form = forms.find((one) => one.product === product)
  if (form === undefined) throw new Error(`the contract has no form for ${product}`)
  return form
}

/** Programs use the service itself, and no page's proxy. */
export function serviceAddress(connection: Connection | undefined, settings: PageSettings): string {
  return connection?.kind === 'key' ? connection.baseUrl : (settings.address ?? location.origin)
}

/** Whether the account is the one that a service makes for its own machine: who uses it operates the service. */
export function isDemo(connection: Connection | undefined, { address }: PageSettings): boolean {
  return connection?.kind === 'proxy' && address === undefined
}

/** The shape that a job's effect presets. */
export function presetRatioOf({ request }: Job, effects: readonly Effect[] = []): string | undefined {
  const ratio = effects.find(({ id }) => id === request?.effectId)?.defaults.aspectRatio
  return typeof ratio === 'string' ? ratio : undefined
}

/** The lowest price of all requests; a price of seconds is that of the shortest video. */
export function lowestPrice({ products }: Pricing): number {
  const prices = products.flatMap(({ product, unit, tiers }) => {
    const seconds = formOf(product).fields.find(({ name }) => name === 'durationSeconds')?.min ?? 1
    return tiers.map(({ unitPrice }) => Number(unitPrice) * (unit === 'second' ? seconds : 1))
  })
  return Math.min(...prices)
}
