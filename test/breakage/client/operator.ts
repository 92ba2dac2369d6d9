import { BalanceTooLowError } from '../../../server/src/core/domain/money/balance-errors.ts'
import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import type { Administration } from '../../../server/src/operator/administration.ts'
import type { Outcome, Recorder } from '../judge/history.ts'
import type { Payment } from '../judge/service-history.ts'

interface OperatorOptions {
  readonly recorder: Recorder
  readonly administration: Pick<Administration, 'creditAccount' | 'debitAccount'>
  readonly random: () => number
}

const triesMax = 3

/** Pays in and takes back, each amount once, and asks again for what was not answered. */
export function createOperator({ recorder, administration, random }: OperatorOptions) {
  let count = 0

  async function pay(f: 'credit' | 'debit', value: Payment['asked']): Promise<Outcome['type']> {
    const request = {
      accountId: value.account,
      amount: Usd.ofMicros(BigInt(value.amount)),
      idempotencyKey: `payment ${value.amount}`,
    }
    const { type } = await recorder.record(f, value, async (): Promise<Outcome> => {
      try {
        await (f === 'credit' ? administration.creditAccount(request) : administration.debitAccount(request))
        return { type: 'ok', value: null }
      } catch (error) {
        // Only a refusal is certain; the database may have lost the answer to a COMMIT.
        if (!(error instanceof BalanceTooLowError)) return { type: 'info', value }
        return { type: 'fail', value: { error: error.message } }
      }
    })
    return type
  }

  return {
    /** About this much, in millionths of a US dollar: the last digits make it different from all others. */
    async pay(f: 'credit' | 'debit', account: string, about: number): Promise<void> {
      count += 1
      const value = { account, amount: about + count }
      // One in five is asked for twice at once.
      const again = random() < 0.2 ? [pay(f, value)] : []
      const results = await Promise.all([pay(f, value), ...again])
      for (let tries = 1; tries < triesMax && results.every((type) => type === 'info'); tries += 1)
        results.push(await pay(f, value))
    },
  }
}
