import { CostLimitError, type Mediagen, type PricingInput } from '@mediagen/sdk'

/**
 * Throws CostLimitError if the estimate exceeds `maxCost`. The SDK does the same when it sends, which is too
 * late for a picture that is uploaded before.
 */
export async function checkMaxCost(
  client: Mediagen,
  pricingInput: PricingInput,
  maxCost: string,
  signal: AbortSignal,
): Promise<void> {
  const estimate = await client.estimate(pricingInput, { signal })
  if (micros(estimate.amount) > micros(maxCost)) throw new CostLimitError(estimate, maxCost)
}

/** What an amount on the command line may look like: up to 6 decimals, as in the contract. */
export const amountPattern = /^\d+(\.\d{1,6})?$/

function micros(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}
