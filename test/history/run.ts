import { Usd } from '../../server/src/core/domain/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import type { Parts } from '../../server/src/wiring/wire.ts'
import { randomOf } from '../soak/random.ts'
import { countEnds, untilAllHaveEnded } from '../support/processes/at-rest.ts'
import type { AccountLimits } from './checkers/limits.ts'
import { runFaults } from './faults.ts'
import { type HistoryLine, Recorder } from './history.ts'
import { judge, type Verdicts } from './judge.ts'
import { type LoadAccount, runLoad } from './load.ts'
import { type DatabaseName, leaseMs, startService } from './service.ts'
import { readFinal } from './snapshot.ts'

export interface RunOptions {
  readonly database: DatabaseName
  /** How long clients and faults are at work. */
  readonly durationMs: number
  readonly seed: number
}

export interface RunReport {
  readonly lines: readonly HistoryLine[]
  readonly verdicts: Verdicts
  /** Figures for people, in order. */
  readonly figures: readonly (readonly [name: string, value: string | number])[]
}

const clients = 16
/** A lease, two sweeps for those that have expired, and the longest job with its submission. */
const standstillMsMax = leaseMs + 2 * (leaseMs / 2) + 5_000

/** Records what clients see of a service whose parts fail, and has it judged. */
export async function runHistory({ database, durationMs, seed }: RunOptions): Promise<RunReport> {
  const random = randomOf(seed)
  const recorder = new Recorder()
  const service = await startService(database, {
    random: randomOf(seed + 1),
    onSubmitted: (submission) => recorder.note('submit', submission),
  })
  try {
    const { accounts, limits } = await openAccounts(service.parts)
    const endsAtMs = performance.now() + durationMs
    const goesOn = () => performance.now() < endsAtMs
    const { urls } = service.group
    const load = runLoad({
      recorder,
      urls,
      database: service.parts.database,
      accounts,
      clients,
      random,
      goesOn,
    })
    // Numbers of its own, so that a seed brings the same faults however quick the clients are.
    const faults = await runFaults(service, { random: randomOf(seed + 2), goesOn })
    await load
    await service.group.untilUp()
    const stuck = await untilAllHaveEnded(service.parts.database, { standstillMsMax }).then(
      () => [],
      (error: unknown) => [String(error)],
    )
    await recorder.record('final', null, async () => ({
      type: 'ok' as const,
      value: await readFinal(service.parts.database),
    }))
    const { lines } = recorder
    const unknown = lines.filter(({ type }) => type === 'info').length
    return {
      lines,
      verdicts: judge(lines, { limits, stuck }),
      figures: [
        ['operations', lines.filter(({ type }) => type === 'invoke').length],
        ['without a known result', unknown],
        ...Object.entries(await countEnds(service.parts.database)).map(
          ([end, count]) => [`ended ${end}`, count] as const,
        ),
        ...faults,
      ],
    }
  } finally {
    await service.close()
  }
}

/** Rich and poor ones, and some with limits. */
async function openAccounts({ database }: Parts): Promise<{
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
