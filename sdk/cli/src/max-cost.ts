import { CostLimitError, type Estimate, type Mediagen, type PricingInput } from '@mediagen/sdk'

/**
 * The price of `count` generations of one kind. Throws CostLimitError if it exceeds `maxCost`: the SDK checks
 * only each submission, when the input image has been uploaded.
 */
export async function estimateTotal(
  client: Mediagen,
  pricingInput: PricingInput,
  count: number,
  { maxCost, signal }: { maxCost?: string | undefined; signal: AbortSignal },
): Promise<Estimate> {
  return checkMaxCost(await client.estimate(pricingInput, { signal }), count, maxCost)
}

/** The total of `count` generations with one price. Throws CostLimitError if it exceeds `maxCost`. */
export function checkMaxCost(estimate: Estimate, count: number, maxCost: string | undefined): Estimate {
  const total = toMicros(estimate.amount) * BigInt(count)
  const amount = count === 1 ? estimate.amount : fromMicros(total)
  if (maxCost !== undefined && total > toMicros(maxCost))
    throw new CostLimitError({ ...estimate, amount }, maxCost)
  return { ...estimate, amount }
}

/** An amount on the command line: up to 6 decimals, as in the contract. */
export const amountPattern = /^\d+(\.\d{1,6})?$/

/** A decimal as an exact number of millionths. */
export function toMicros(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(6, '0'))
}

/** The decimal of a number of millionths, with two decimals or more. */
export function fromMicros(micros: bigint): string {
  const digits = String(micros).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6, -4)}${digits.slice(-4).replace(/0+$/, '')}`
}
