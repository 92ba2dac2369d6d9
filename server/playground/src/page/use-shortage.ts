import type { Account, Mediagen } from '@mediagen/sdk'
import { useEffect, useState } from 'react'
import { isTooDear, type usePrice } from '../service/use-price.ts'
import { lowestPrice } from './facts.ts'

/** What an account cannot pay: this request, or not even the cheapest one. */
export type Shortage = 'this' | 'all'

/** Compares the balance with the price of a request and, only where it is too low, with the whole price list. */
export function useShortage(
  reader: Mediagen,
  account: Account | undefined,
  estimate: ReturnType<typeof usePrice>,
): Shortage | undefined {
  const [lowest, setLowest] = useState(0)
  const isShort = isTooDear(account, estimate)
  useEffect(() => {
    if (!isShort) return
    reader.pricing().then(
      (pricing) => setLowest(lowestPrice(pricing)),
      () => undefined,
    )
  }, [reader, isShort])
  if (!isShort) return undefined
  return Number(account?.balance) < lowest ? 'all' : 'this'
}
