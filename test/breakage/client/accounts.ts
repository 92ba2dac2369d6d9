import { Usd } from '../../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../../server/src/operator/administration.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import type { Recorder } from '../judge/history.ts'
import type { AccountLimits } from '../judge/service-history.ts'
import type { LoadAccount } from './load.ts'
import { createOperator } from './operator.ts'

interface AccountKind {
  readonly balance: string
  readonly limits?: AccountLimits
  readonly habit?: LoadAccount['habit']
}

/** Rich and poor ones, some with limits, some that send inputs, and one that asks for what its operator forbids. */
const kindsWith = (runningTasksMax: number): readonly AccountKind[] => [
  { balance: '1000.00' },
  { balance: '1000.00' },
  { balance: '2.00' },
  { balance: '0.50' },
  { balance: '1000.00', limits: { openMax: 3 } },
  { balance: '1000.00', limits: { runningMax: runningTasksMax } },
  { balance: '1000.00', limits: { keyTotalMax: 500_000 } },
  { balance: '1000.00', limits: { keyDayMax: 500_000 } },
  { balance: '1000.00', habit: 'uploads' },
  { balance: '1000.00', habit: 'uploads', limits: { runningMax: runningTasksMax } },
  { balance: '1000.00', habit: 'gated' },
]

const longerThanARunMs = 24 * 3_600_000

/** With `sharesLimits`, a key with a limit is rotated, and both keys are used beside each other. */
export async function openAccounts(
  { database }: Parts,
  recorder: Recorder,
  {
    sharesLimits = false,
    runningTasksMax = 1,
  }: { readonly sharesLimits?: boolean; readonly runningTasksMax?: number } = {},
): Promise<{
  readonly accounts: readonly LoadAccount[]
  readonly limits: Readonly<Record<string, AccountLimits>>
}> {
  const administration = createAdministration(database)
  const operator = createOperator({ recorder, administration, random: () => 1 })
  const accounts: LoadAccount[] = []
  const limits: Record<string, AccountLimits> = {}
  for (const { balance, habit, limits: limit = {} } of kindsWith(runningTasksMax)) {
    const opened = await administration.createAccount({ balance: Usd.zero })
    const { accountId } = opened
    await operator.pay('credit', accountId, Number(Usd.parse(balance).micros))
    const { openMax, runningMax, keyTotalMax, keyDayMax } = limit
    if (openMax !== undefined || runningMax !== undefined)
      await administration.setAccountLimits({ accountId, tasksOpenMax: openMax, tasksRunningMax: runningMax })
    const keyLimits = {
      ...(keyTotalMax !== undefined && { totalLimit: Usd.ofMicros(BigInt(keyTotalMax)) }),
      ...(keyDayMax !== undefined && { dayLimit: Usd.ofMicros(BigInt(keyDayMax)) }),
    }
    const hasLimit = Object.keys(keyLimits).length > 0
    const first = hasLimit ? await administration.issueApiKey(accountId, { properties: keyLimits }) : opened
    const others =
      hasLimit && sharesLimits
        ? [await administration.rotateApiKey(first.keyId, { overlapMs: longerThanARunMs })]
        : []
    accounts.push({ id: accountId, apiKeys: [first.apiKey, ...others.map(({ apiKey }) => apiKey)], habit })
    limits[accountId] = limit
  }
  return { accounts, limits }
}

/** An account that only its keys matter of. */
export async function openEmptyAccount({ database }: Parts): Promise<string> {
  return (await createAdministration(database).createAccount({ balance: Usd.zero })).accountId
}
