import { type Mediagen, MediagenError, type PricingInput } from '@mediagen/sdk'
import { GatewayError } from './errors.ts'

const decimals = 6

/**
 * Rejects several generations that the balance does not cover together, before one of them is paid. Where the
 * price is not known, the service decides about each.
 */
export async function checkAffordable(
  client: Mediagen,
  pricingInput: PricingInput,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  const { balance, currency } = await client.account({ signal })
  const estimate = await client.estimate(pricingInput, { signal }).catch((error: unknown) => {
    if (error instanceof MediagenError) return undefined
    throw error
  })
  if (estimate === undefined || microsOf(estimate.amount) * BigInt(count) <= microsOf(balance)) return
  const message = `${count} at ${estimate.amount} ${currency} cost more than the balance of ${balance} ${currency}.`
  throw new GatewayError(429, 'insufficient_quota', message)
}

/** An amount of the contract as an exact number of millionths. */
function microsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
