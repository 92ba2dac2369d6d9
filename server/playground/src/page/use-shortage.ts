import type { Account, Mediagen } from '@mediagen/sdk'
import { useEffect, useState } from 'react'
import type { usePrice } from '../service/use-price.ts'
import { isShort, lowestPrice } from './facts.ts'

/** What an account cannot pay: this request, or not even the cheapest one. */
export type Shortage = 'this' | 'all'

/** Compares the balance with the price of a request and, only where it is too low, with the whole price list. */
export function useShortage(
  reader: Mediagen,
  account: Account | undefined,
  estimate: ReturnType<typeof usePrice>,
): Shortage | undefined {
  const [lowest, setLowest] = useState(0)
  const isTooDear = isShort(account, estimate)
  useEffect(() => {
    if (!isTooDear) return
    reader.pricing().then(
      (pricing) => setLowest(lowestPrice(pricing)),
      () => undefined,
    )
  }, [reader, isTooDear])
  if (!isTooDear) return undefined
  return Number(account?.balance) < lowest ? 'all' : 'this'
}
