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
import { createOperator } from './operator.ts'
import { type DatabaseName, leaseMs, startService, terms } from './service.ts'
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
    onJudged: (judgement) => recorder.note('judge', judgement),
  })
  try {
    const { accounts, limits } = await openAccounts(service.parts, recorder)
    const endsAtMs = performance.now() + durationMs
    const goesOn = () => performance.now() < endsAtMs
    const { urls } = service.group
    const load = runLoad({
      recorder,
      urls,
      parts: service.parts,
      administration: service.administration,
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
      value: await readFinal(service.parts),
    }))
    const { lines } = recorder
    const unknown = lines.filter(({ type }) => type === 'info').length
    return {
      lines,
      verdicts: judge(lines, { ...terms, limits, stuck }),
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

interface AccountKind {
  readonly balance: string
  readonly limits?: AccountLimits
  readonly habit?: LoadAccount['habit']
}

/** Rich and poor ones, some with limits, some that send inputs, and one that asks for what its operator forbids. */
const kinds: readonly AccountKind[] = [
  { balance: '1000.00' },
  { balance: '1000.00' },
  { balance: '2.00' },
  { balance: '0.50' },
  { balance: '1000.00', limits: { openMax: 3 } },
  { balance: '1000.00', limits: { runningMax: 1 } },
  { balance: '1000.00', limits: { keyTotalMax: 500_000 } },
  { balance: '1000.00', limits: { keyDayMax: 500_000 } },
  { balance: '1000.00', habit: 'uploads' },
  { balance: '1000.00', habit: 'uploads', limits: { runningMax: 1 } },
  { balance: '1000.00', habit: 'gated' },
]

async function openAccounts(
  { database }: Parts,
  recorder: Recorder,
): Promise<{
  readonly accounts: readonly LoadAccount[]
  readonly limits: Readonly<Record<string, AccountLimits>>
}> {
  const administration = createAdministration(database)
  const operator = createOperator({ recorder, administration, random: () => 1 })
  const accounts: LoadAccount[] = []
  const limits: Record<string, AccountLimits> = {}
  for (const { balance, habit, limits: limit = {} } of kinds) {
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
    const { apiKey } =
      Object.keys(keyLimits).length === 0
        ? opened
        : await administration.issueApiKey(accountId, { properties: keyLimits })
    accounts.push({ id: accountId, apiKey, habit })
    limits[accountId] = limit
  }
  return { accounts, limits }
}
