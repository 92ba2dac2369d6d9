import { Agent } from 'node:http'
import { randomOf } from '../soak/random.ts'
import { countEnds, untilAllHaveEnded } from '../support/processes/at-rest.ts'
import { openAccounts } from './accounts.ts'
import { runFaults } from './faults.ts'
import { type HistoryLine, Recorder } from './history.ts'
import { createHttpTransport } from './http-transport.ts'
import { judge, type Verdicts } from './judge.ts'
import { runLoad } from './load.ts'
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
    const { accounts, limits } = await openAccounts(service.parts.database, recorder)
    const endsAtMs = performance.now() + durationMs
    const goesOn = () => performance.now() < endsAtMs
    const { urls } = service.group
    const agent = new Agent({ keepAlive: true, maxSockets: 256 })
    const load = runLoad({
      recorder,
      transport: createHttpTransport({
        agent,
        url: () => urls()[Math.floor(random() * urls().length)],
        keys: new Map(accounts.map(({ id, apiKey }) => [id, apiKey])),
      }),
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
    agent.destroy()
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
