import { openAccounts, openEmptyAccount } from '../client/accounts.ts'
import { createClient } from '../client/client.ts'
import { createHttpTransport } from '../client/http-transport.ts'
import { createKeyHolder } from '../client/key-holder.ts'
import { runLoad } from '../client/load.ts'
import type { Transport } from '../client/transport.ts'
import { faultStreams } from '../faults/faults.ts'
import { disturb } from '../faults/nemesis.ts'
import { acceptancesOf } from '../judge/acceptances.ts'
import { findBrokenPromises } from '../judge/broken-promises.ts'
import { type CheckerName, checkerNames } from '../judge/checker-names.ts'
import { type HistoryLine, operationsOf, Recorder } from '../judge/history.ts'
import { judge, type Verdicts } from '../judge/judge.ts'
import { untilAllEnd } from '../judge/liveness.ts'
import type { Past } from '../judge/misplaced.ts'
import { recordFinal } from '../judge/snapshot.ts'
import { randomOf } from '../random.ts'
import { oneAtATime } from '../service/one-at-a-time.ts'
import { type DatabaseName, type Service, startService, terms } from '../service/service.ts'
import { endsOf, figuresOf } from './figures.ts'
import { makePast, moveThePast, recordMisplaced } from './past.ts'

interface RunOptions {
  /** How long clients and faults are at work. */
  readonly durationMs: number
  readonly seed: number
  /** How many times longer tasks may take to end, where other things run beside. @default 1 */
  readonly patience?: number
  /** For longer, until the history has so many lines, where a busy machine has done less. @default 2,500 */
  readonly linesMin?: number
}

interface ServiceOptions {
  readonly database: DatabaseName
  readonly seed: number
  /** Whether parts of the service fail meanwhile. @default true */
  readonly withFaults?: boolean
  /** Whether some processes are spared, to be watched. @default false */
  readonly forHours?: boolean
  /** Whether old tasks are archived and restored meanwhile, in processes that are killed. @default false */
  readonly withArchives?: boolean
  /** Of a group. @default true; without, its members are not closed while they are not the primary */
  readonly hasFences?: boolean
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
/** A run goes on for longer where a busy machine has done less than this: three times as long, or a minute. */
const linesMinDefault = 2_500
const slownessMax = 3
const slowMsMin = 60_000
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const interruptedCode = 130

/** What is left of the guarantees when a replica is promoted that lacks what has been acknowledged. */
const kept: readonly CheckerName[] = ['bank', 'limits', 'gates', 'isolation', 'responses', 'liveness']

/** Records one history of a service of its own, and has it and what is left judged. */
export async function runHistory(
  options: RunOptions & ServiceOptions,
): Promise<RunReport & { readonly broken: readonly string[] }> {
  const recorded = await startRecorded(options)
  try {
    const report = await recorded.run(options)
    return { ...report, broken: await recorded.end() }
  } finally {
    await recorded.close()
  }
}

/** A service of which one history after another is recorded. */
export async function startRecorded({
  database,
  seed,
  withFaults = true,
  forHours = false,
  hasFences = true,
  withArchives = false,
}: ServiceOptions) {
  let recorder = new Recorder()
  const service = await startService(database, {
    random: randomOf(seed + 1),
    onSubmitted: (submission) => recorder.note('submit', submission),
    onJudged: (judgement) => recorder.note('judge', judgement),
    withFaults,
    forHours,
    hasFences,
  })
  // Its processes, databases and disk would stay.
  const interrupt = () => void service.close().finally(() => process.exit(interruptedCode))
  for (const signal of signals) process.once(signal, interrupt)
  return {
    service,
    async run(options: RunOptions): Promise<RunReport> {
      const past = withArchives ? await makePast(service) : undefined
      recorder = new Recorder()
      const guarantees = database === 'async' ? kept : checkerNames
      const streams = withFaults ? faultStreams(service) : []
      return recordHistory(service, { ...options, recorder, guarantees, streams, past })
    },
    /** Stops the processes, and holds what is left against what was promised of it. */
    async end(): Promise<readonly string[]> {
      await service.group.stop()
      await service.spared?.stop()
      return database === 'async' ? [] : findBrokenPromises(service.parts)
    },
    async close() {
      for (const signal of signals) process.off(signal, interrupt)
      await service.close()
    },
  }
}

/**
 * Records what clients see of a service whose parts fail. While clients are at work anything may fail, and nothing
 * unsafe may be seen; then nothing fails any more, and every task must end.
 */
async function recordHistory(
  service: Service,
  {
    durationMs,
    seed,
    patience = 1,
    linesMin = linesMinDefault,
    recorder,
    guarantees,
    streams,
    past,
  }: RunOptions & {
    readonly recorder: Recorder
    readonly guarantees: readonly CheckerName[]
    readonly streams: ReturnType<typeof faultStreams>
    readonly past: Past | undefined
  },
): Promise<RunReport> {
  const random = randomOf(seed)
  const { accounts, limits } = await openAccounts(service.parts, recorder, {
    sharesLimits: true,
    runningTasksMax,
  })
  recorder.note('terms', { ...terms, limits, guarantees })
  const startedAtMs = performance.now()
  let isDisturbed = true
  const goesOn = (): boolean => {
    const ms = performance.now() - startedAtMs
    const slowMsMax = Math.max(slownessMax * durationMs, slowMsMin)
    return ms < durationMs || (recorder.lines.length < linesMin && ms < slowMsMax)
  }
  const { urls, slots } = service
  const transport = createHttpTransport({
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
  const moves = past && moveThePast(service, { random: randomOf(seed + 5), goesOn: () => isDisturbed })
  const faults = await disturb(service, {
    streams,
    seed: seed + 2,
    recorder,
    goesOn,
  })
  isDisturbed = false
  const [liveness] = await Promise.all([
    untilAllEnd(service.parts.database, { slots, lastRequests: load, patience }),
    load,
  ])
  const moved = past && moves && (await recordMisplaced(service, past, await moves, recorder))
  await pollEachTask(recorder, transport)
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
      ...endsOf(lines).map(([end, count]) => [`ended ${end}`, count] as const),
      ...[...faults].map(([name, count]) => [`fault: ${name}`, count] as const),
      ...service.leftOut.map((fault) => ['fault left out', fault] as const),
      ...service.group.crashes.map((crash) => ['a process ended by itself', crash] as const),
      ...figuresOf(liveness),
      ...(moved ?? []),
    ],
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
