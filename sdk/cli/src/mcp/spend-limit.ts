import type { Estimate } from '@mediagen/sdk'
import { CommandError } from '../command-error.js'
import { fromMicros, toMicros } from '../max-cost.js'

/** The share of the limit that one generation takes. */
export interface Spending {
  /** Returns it: nothing was charged, or it was refunded. Only the first call has an effect. */
  release(): void
}

/** The maximum total cost of all generations of a process. */
export interface SpendLimit {
  /** Reserves a price before it is paid. Throws a CommandError if it exceeds the rest. */
  spend(estimate: Estimate): Spending
  /** What has been spent, and the limit if there is one, as decimals. */
  state(): { readonly spent: string; readonly limit: string | undefined }
}

/** Counts from the start of the process. Without a limit it only counts. */
export function createSpendLimit(limit: string | undefined): SpendLimit {
  let spent = 0n
  return {
    spend({ amount, currency }) {
      const price = toMicros(amount)
      if (limit !== undefined && spent + price > toMicros(limit)) {
        const left = fromMicros(toMicros(limit) - spent)
        throw new CommandError(
          'costLimit',
          `The price is ${amount} ${currency}, but only ${left} ${currency} is left of the spend limit of ` +
            `${limit} ${currency} that this server was started with; nothing was sent`,
        )
      }
      spent += price
      let isReleased = false
      return {
        release() {
          if (!isReleased) spent -= price
          isReleased = true
        },
      }
    },
    state: () => ({ spent: fromMicros(spent), limit }),
  }
}
