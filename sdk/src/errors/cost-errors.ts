import type { Estimate } from '../types/index.js'
import { MediagenError } from './mediagen-error.js'

/** The generation would cost more than `maxCost`. Nothing was sent or charged. */
export class CostLimitError extends MediagenError {
  static override readonly errorName: string = 'CostLimitError'
  declare readonly name: 'CostLimitError'
  /** What it would have cost. */
  declare readonly estimate: Estimate
  /** The limit. */
  declare readonly maxCost: string

  constructor(estimate: Estimate, maxCost: string) {
    const facts = { estimate, maxCost, retryable: false }
    const { amount, currency, product, tier } = estimate
    super(`${product} in ${tier} costs ${amount} ${currency}, more than the ${maxCost} allowed`, facts)
  }
}
