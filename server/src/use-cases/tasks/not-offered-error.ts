import { ServiceError } from '@mediagen/contract/errors'
import type { ProductName } from '../../core/domain/products.ts'

/** The contract promises Retry-After with every 503; this one is longer than any client retries. */
const retryAfterSeconds = 3600

/**
 * TIER_UNAVAILABLE where no engine is configured for the product at the tier, so that waiting changes nothing.
 * `details` are present only in this case; while engines are down there are none.
 */
export function notOfferedError(product: ProductName, tier: string): ServiceError {
  return new ServiceError('TIER_UNAVAILABLE', {
    retryAfterSeconds,
    details: [{ path: '/resolution', message: `has no engine for ${product} at ${tier}` }],
    publicMessage:
      'This service has no engine for this, and waiting will not change that. ' +
      'Its operator sees what it offers, and how to add an engine, by `mediagen-server providers`.',
  })
}
