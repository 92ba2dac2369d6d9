import { Agent } from 'node:http'
import { randomOf } from '../soak/random.ts'
import { countEnds } from '../support/processes/at-rest.ts'
import { oneAtATime } from '../support/processes/one-at-a-time.ts'
import { acceptancesOf } from './acceptances.ts'
import { openAccounts, openEmptyAccount } from './accounts.ts'
import { type CheckerName, checkerNames } from './checker-names.ts'
import { createClient } from './client.ts'
import { faultStreams } from './faults.ts'
import { type HistoryLine, operationsOf, Recorder } from './history.ts'
import { createHttpTransport } from './http-transport.ts'
import { judge, type Verdicts } from './judge.ts'
import { createKeyHolder } from './key-holder.ts'
import { type Liveness, standstillMsMax, untilAllEnd } from './liveness.ts'
import { runLoad } from './load.ts'
import { disturb } from './nemesis.ts'
import { type DatabaseName, startService, terms } from './service.ts'
import { recordFinal } from './snapshot.ts'
import type { Transport } from './transport.ts'

export interface RunOptions {
  readonly database: DatabaseName
  /** How long clients and faults are at work. */
  readonly durationMs: number
  readonly seed: number
  /** Whether parts of the service fail meanwhile. @default true */
  readonly withFaults?: boolean
}

export interface RunReport {
  readonly lines: readonly HistoryLine[]
  /** Of the guarantees that hold on this database. */
  readonly verdicts: Verdicts
  /** Figures for people, in order. */
  readonly figures: readonly (readonly [name: string, value: string | number])[]
}

const clients = 16
const ordersAtOnce = 6
const followers = 4
/** With one at a time, what such an account has queued in the end would take a minute. */
const runningTasksMax = 2
/** A run goes on for longer where a busy machine has done less than this. */
const linesMin = 2_500
const slownessMax = 3
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const interruptedCode = 130

/** What is left of the guarantees when a replica is promoted that lacks what has been acknowledged. */
const kept: readonly CheckerName[] = ['bank', 'limits', 'gates', 'isolation', 'responses', 'liveness']

/**
 * Records what clients see of a service whose parts fail, and has it judged. While clients are at work anything may
 * fail, and nothing unsafe may be seen; then nothing fails any more, and every task must end.
 */
export async function runHistory({
  database,
  durationMs,
  seed,
  withFaults = true,
}: RunOptions): Promise<RunReport> {
  const random = randomOf(seed)
  const recorder = new Recorder()
  const service = await startService(database, {
    random: randomOf(seed + 1),
    onSubmitted: (submission) => recorder.note('submit', submission),
    onJudged: (judgement) => recorder.note('judge', judgement),
    withFaults,
  })
  // Its processes, databases and disk would stay.
  const interrupt = () => void service.close().finally(() => process.exit(interruptedCode))
  for (const signal of signals) process.once(signal, interrupt)
  try {
    const { accounts, limits } = await openAccounts(service.parts, recorder, {
      sharesLimits: true,
      runningTasksMax,
    })
    recorder.note('terms', { ...terms, limits, guarantees: database === 'async' ? kept : checkerNames })
    const startedAtMs = performance.now()
    let isDisturbed = true
    const goesOn = (): boolean => {
      const ms = performance.now() - startedAtMs
      return ms < durationMs || (recorder.lines.length < linesMin && ms < slownessMax * durationMs)
    }
    const { urls } = service.group
    const agent = new Agent({ keepAlive: true, maxSockets: 256 })
    const transport = createHttpTransport({
      agent,
      url: () => urls()[Math.floor(random() * urls().length)],
      keyOf(account) {
        const { apiKeys = [] } = accounts.find(({ id }) => id === account) ?? {}
        return apiKeys[Math.floor(random() * apiKeys.length)]
      },
    })
    const keyHolder = createKeyHolder({
      recorder,
      transport,
      administration: service.administration,
      accountId: await openEmptyAccount(service.parts),
      random,
    })
    const load = runLoad({
      recorder,
      transport,
      parts: service.parts,
      exclusively: (run) => oneAtATime(service.lockFile, run),
      administration: service.administration,
      accounts,
      clients,
      ordersAtOnce,
      followers,
      others: [keyHolder.change, keyHolder.use, keyHolder.use],
      replacesInputs: true,
      random,
      goesOn: () => isDisturbed,
    })
    const faults = await disturb(service, {
      streams: withFaults ? faultStreams(service) : [],
      seed: seed + 2,
      recorder,
      goesOn,
    })
    isDisturbed = false
    const { slots } = service
    const [liveness] = await Promise.all([
      untilAllEnd(service.parts.database, { slots, lastRequests: load }),
      load,
    ])
    await pollEachTask(recorder, transport)
    agent.destroy()
    await recordFinal(
      recorder,
      service.parts,
      accounts.map(({ id }) => id),
    )
    for (const task of liveness.stuck) recorder.note('stuck', task)
    const { lines } = recorder
    const unknown = lines.filter(({ type }) => type === 'info').length
    return {
      lines,
      verdicts: judge(lines),
      figures: [
        ['operations', lines.filter(({ type }) => type === 'invoke').length],
        ['without a known result', unknown],
        ...Object.entries(await countEnds(service.parts.database)).map(
          ([end, count]) => [`ended ${end}`, count] as const,
        ),
        ...[...faults].map(([name, count]) => [`fault: ${name}`, count] as const),
        ...service.leftOut.map((fault) => ['fault left out', fault] as const),
        ...service.group.crashes.map((crash) => ['a process ended by itself', crash] as const),
        ...figuresOf(liveness),
      ],
    }
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
    await service.close()
  }
}

/** Has each task that a client knows of polled once more, through whichever API. */
async function pollEachTask(recorder: Recorder, transport: Transport): Promise<void> {
  const client = createClient({ recorder, transport })
  const accepted = acceptancesOf(operationsOf(recorder.lines))
  const left = [...new Map(accepted.map(({ task, accept }) => [task, accept.asked.account]))]
  const pollNext = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [task, account] = next
      await client.poll({ task, account })
    }
  }
  await Promise.all(Array.from({ length: clients }, pollNext))
}

function figuresOf(liveness: Liveness): RunReport['figures'] {
  const { open, startedMs, startedMsMax, lastMs, standstillMs } = liveness
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  const within = (ms: number, msMax: number): string => `${seconds(ms)} (bound ${seconds(msMax)})`
  return [
    ['open after the last fault', open],
    ['the last that had started ended after', within(startedMs, startedMsMax)],
    ['longest time in which none ended', within(standstillMs, standstillMsMax)],
    ['the last of all ended after', seconds(lastMs)],
  ]
}
