import { forms } from 'virtual:contract-forms'
import type { Account, Effect, Pricing, Product } from '@mediagen/sdk'
import type { Form } from '../contract/read-forms.ts'
import type { Connection } from '../service/connection.ts'
import type { PageSettings } from '../service/settings.ts'
import type { usePrice } from '../service/use-price.ts'
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

/** The shape that a job's effect presets. */
export function presetRatioOf({ request }: Job, effects: readonly Effect[] = []): string | undefined {
  const ratio = effects.find(({ id }) => id === request?.effectId)?.defaults.aspectRatio
  return typeof ratio === 'string' ? ratio : undefined
}

/** Whether a request would be refused for its price; the service has the last word. */
export function isShort(account: Account | undefined, estimate: ReturnType<typeof usePrice>): boolean {
  if (account === undefined || estimate === undefined || estimate === 'notOffered') return false
  return Number(account.balance) < Number(estimate.amount)
}

/** The lowest price of all requests; a price of seconds is that of the shortest video. */
export function lowestPrice({ products }: Pricing): number {
  const prices = products.flatMap(({ product, unit, tiers }) => {
    const seconds = formOf(product).fields.find(({ name }) => name === 'durationSeconds')?.min ?? 1
    return tiers.map(({ unitPrice }) => Number(unitPrice) * (unit === 'second' ? seconds : 1))
  })
  return Math.min(...prices)
}
