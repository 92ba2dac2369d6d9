import { Usd } from '../../server/src/core/domain/usd.ts'
import type { Database } from '../../server/src/database/database.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import type { AccountLimits } from './checkers/limits.ts'
import type { LoadAccount } from './load.ts'

/** Rich and poor ones, and some with limits. */
export async function openAccounts(database: Database): Promise<{
  readonly accounts: readonly LoadAccount[]
  readonly limits: Readonly<Record<string, AccountLimits>>
}> {
  const administration = createAdministration(database)
  const accounts: LoadAccount[] = []
  const limits: Record<string, AccountLimits> = {}
  const kinds: readonly { readonly balance: string; readonly limits?: AccountLimits }[] = [
    { balance: '1000.00' },
    { balance: '1000.00' },
    { balance: '1000.00' },
    { balance: '2.00' },
    { balance: '0.50' },
    { balance: '1000.00', limits: { openMax: 3 } },
    { balance: '1000.00', limits: { runningMax: 1 } },
    { balance: '1000.00', limits: { keyTotalMax: 500_000 } },
  ]
  for (const { balance, limits: limit = {} } of kinds) {
    const opened = await administration.createAccount({ balance: Usd.parse(balance) })
    const { accountId } = opened
    const { openMax, runningMax, keyTotalMax } = limit
    if (openMax !== undefined || runningMax !== undefined)
      await administration.setAccountLimits({ accountId, tasksOpenMax: openMax, tasksRunningMax: runningMax })
    const { apiKey } =
      keyTotalMax === undefined
        ? opened
        : await administration.issueApiKey(accountId, {
            properties: { totalLimit: Usd.ofMicros(BigInt(keyTotalMax)) },
          })
    accounts.push({ id: accountId, apiKey })
    limits[accountId] = limit
  }
  return { accounts, limits }
}
