import { type Account, type Estimate, type Mediagen, MediagenError, type Product } from '@mediagen/sdk'
import { useEffect, useState } from 'react'
import type { FieldValue } from '../contract/read-forms.ts'

/** An amount with its currency, as people read it. */
export function money(amount: string, currency: string): string {
  return `${amount} ${currency}`
}

/**
 * What a request would cost by the price list of the service; undefined while that is not known, and
 * `notOffered` if the list does not have it, because the service has no engine for it.
 */
export function usePrice(
  client: Mediagen | undefined,
  product: Product,
  request: Readonly<Record<string, FieldValue>>,
): Estimate | 'notOffered' | undefined {
  const [estimate, setEstimate] = useState<Estimate | 'notOffered'>()
  const { effectId, resolution, durationSeconds } = request
  useEffect(() => {
    let isCurrent = true
    // Fields that were left alone must be absent: the SDK then takes the effect's, or the contract's.
    const given = Object.entries({ effectId, resolution, durationSeconds })
    const input = Object.fromEntries([
      ['product', product],
      ...given.filter(([, value]) => value !== undefined),
    ])
    client?.estimate(Object(input)).then(
      (one) => isCurrent && setEstimate(one),
      (error: unknown) => isCurrent && setEstimate(isNotOffered(error) ? 'notOffered' : undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [client, product, effectId, resolution, durationSeconds])
  return estimate
}

/** Whether a request would be refused for its price; the service has the last word. */
export function isTooDear(account: Account | undefined, estimate: ReturnType<typeof usePrice>): boolean {
  if (account === undefined || estimate === undefined || estimate === 'notOffered') return false
  return Number(account.balance) < Number(estimate.amount)
}

/** The SDK's own error, of no subclass, is that the price list does not have the request. */
function isNotOffered(error: unknown): boolean {
  return error instanceof MediagenError && error.name === 'MediagenError'
}
