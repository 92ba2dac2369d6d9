import { setTimeout as pause } from 'node:timers/promises'
import { formatDelays, formatNumber, median, percentile } from '../support/figures.ts'
import { sized } from '../support/options.ts'
import { type Fleet, startFleet } from './fleet.ts'
import type { QueueServer, QueueSettings, QueueUnderTest, Recovery } from './queue-under-test.ts'

/** One queue of the table. */
export interface Side {
  /** Its module beside this file. */
  readonly module: string
  readonly server: QueueServer
}

/** What a scenario says of one queue; `hasRecovered` is absent where nothing was in its way. */
export interface Finding {
  readonly words: string
  readonly hasRecovered?: boolean
}

export const processes = 8
export const slots = 8
export const jobMs = 100
export const jobsPerSecond = 100
export const drainedJobs = sized(10_000, 4_000)
export const restartedJobs = sized(4_000, 1_000)
export const recoveryMsMax = sized(60_000, 15_000)
const producers = 8
const kills = sized(8, 2)
export const killPauseMs = 2_000
const warmUpMs = 1_000
const cleanMs = sized(10_000, 2_000)
const downMs = 2_000
const snapshotMs = sized(20_000, 3_000)
const bloatMs = sized(60_000, 5_000)
const measuredRounds = 3

let opened = 0

/** An empty queue and worker processes for it, which are gone afterwards. */
async function withFleet<Result>(
  side: Side,
  settings: QueueSettings,
  use: (queue: QueueUnderTest, fleet: Fleet) => Promise<Result>,
): Promise<Result> {
  opened += 1
  await using queue = await side.server.open(`queue_${opened}`, settings)
  await using fleet = await startFleet({
    ...settings,
    ...{ queue: side.module, url: queue.url, processes, slots },
    jobMs: settings.work === 'steady' ? jobMs : 0,
  })
  return await use(queue, fleet)
}

/** Adds jobs at a constant rate for so long; resolves to when each was sent, by its key. */
async function produce(queue: QueueUnderTest, durationMs: number): Promise<Map<string, number>> {
  const sent = new Map<string, number>()
  const endMs = now() + durationMs
  const everyMs = (1000 * producers) / jobsPerSecond
  await Promise.all(
    Array.from({ length: producers }, async (_, producer) => {
      await pause((everyMs * producer) / producers)
      for (let nextMs = now(); nextMs < endMs; nextMs += everyMs) {
        const sentMs = now()
        sent.set(await queue.add(producer), sentMs)
        await pause(Math.max(0, nextMs + everyMs - now()))
      }
    }),
  )
  return sent
}

/** The clock that worker processes write down, too. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

/** Waits until the queue says that every job has ended, or for so long; resolves to how many have not. */
async function untilAllEnded(
  queue: QueueUnderTest,
  pauseMs = 100,
): Promise<{ tookMs: number; open: number; failed: number }> {
  const startedMs = now()
  let counts = { open: Number.NaN, failed: Number.NaN }
  for (;;) {
    counts = await queue.count().catch(() => counts)
    const tookMs = now() - startedMs
    if (counts.open === 0 || tookMs > recoveryMsMax) return { tookMs, ...counts }
    await pause(pauseMs)
  }
}

/** p50 and p99 of a steady rate, from the call that adds a job to the beginning of its run. */
export function measureClean(side: Side): Promise<Finding> {
  return withFleet(side, { work: 'steady', recovery: 'default' }, async (queue, fleet) => {
    await produce(queue, warmUpMs)
    const sent = await produce(queue, cleanMs)
    await untilAllEnded(queue)
    fleet.runs.read()
    const delays = [...sent].map(
      ([key, sentMs]) => (fleet.runs.jobs.get(key)?.firstBegunMs ?? Infinity) - sentMs,
    )
    return { words: formatDelays(percentile(delays, 0.5), percentile(delays, 0.99)) }
  })
}

/** Kills a worker process every two seconds while jobs come at a steady rate. */
export function measureKills(side: Side, recovery: Recovery): Promise<Finding> {
  return withFleet(side, { work: 'steady', recovery }, async (queue, fleet) => {
    await produce(queue, warmUpMs)
    const producing = produce(queue, (kills + 1) * killPauseMs)
    let killedMs = now()
    for (let index = 0; index < kills; index += 1) {
      await pause(killPauseMs / 2)
      const names = await fleet.kill(index % processes)
      killedMs = now()
      // Not at once: a statement of the dead process may still be about to lock a job.
      await pause(killPauseMs / 2)
      await queue.releaseDead?.(names)
    }
    const sent = await producing
    const { open, failed } = await untilAllEnded(queue)
    const tookMs = now() - killedMs
    fleet.runs.read()
    const delays = [...sent].map(
      ([key, sentMs]) => (fleet.runs.jobs.get(key)?.firstEndedMs ?? Infinity) - sentMs,
    )
    return {
      words: [
        describeEnd({ jobs: sent.size, tookMs, open, failed }),
        describeRuns(fleet),
        `p99 ${describeDelay(percentile(delays, 0.99))}`,
      ].join('; '),
      hasRecovered: open === 0 && failed === 0,
    }
  })
}

/** Kills the database in the midst of a full queue, and starts it again after two seconds. */
export function measureRestart(side: Side): Promise<Finding> {
  return withFleet(side, { work: 'steady', recovery: 'default' }, async (queue, fleet) => {
    await queue.fill(restartedJobs)
    await untilSeen(fleet, restartedJobs / 8)
    await side.server.kill()
    await pause(downMs)
    await side.server.start()
    const { tookMs, open, failed } = await untilAllEnded(queue)
    fleet.runs.read()
    const ended = fleet.ended() === 0 ? '' : `; ${fleet.ended()} worker processes ended`
    const end = describeEnd({ jobs: restartedJobs, tookMs, open, failed })
    return {
      words: `${end}; ${describeRuns(fleet)}${ended}`,
      hasRecovered: open === 0 && failed === 0,
    }
  })
}

interface End {
  readonly jobs: number
  readonly tookMs: number
  readonly open: number
  readonly failed: number
}

function describeEnd({ jobs, tookMs, open, failed }: End): string {
  const all = jobs.toLocaleString('en')
  if (open === 0 && failed === 0) return `all ${all} done, the last after ${describeDelay(tookMs)}`
  const given = failed === 0 ? '' : `, ${failed} given up`
  return `**${open + failed} of ${all} not done** after ${describeDelay(tookMs)}${given}`
}

function describeRuns({ runs }: Fleet): string {
  return `${[...runs.jobs.values()].filter(({ ended }) => ended > 1).length} run twice`
}

function describeDelay(ms: number): string {
  return Number.isFinite(ms) ? `${formatNumber(ms / 1000)} s` : 'none'
}

/** Jobs that do nothing, queued and drained again and again; with a snapshot that is held all the time, if asked for. */
export function measureDrains(side: Side, what: 'clean' | 'bloat' | 'snapshot'): Promise<Finding> {
  return withFleet(side, { work: 'drain', recovery: 'default' }, async (queue, fleet) => {
    const drain = async (): Promise<number> => {
      fleet.runs.forget()
      await queue.fill(drainedJobs)
      const filledMs = now()
      await untilSeen(fleet, drainedJobs)
      await untilAllEnded(queue, 10)
      return drainedJobs / ((now() - Math.min(filledMs, fleet.runs.seen.firstMs)) / 1000)
    }
    if (what === 'snapshot' && queue.holdSnapshot === undefined) return { words: 'has no snapshots' }
    await drain()
    const rates: number[] = []
    await using _snapshot = what === 'snapshot' ? await queue.holdSnapshot?.() : undefined
    const durationMs = { clean: 0, bloat: bloatMs, snapshot: snapshotMs }[what]
    // The last rounds are others than the first.
    const roundsMin = what === 'clean' ? measuredRounds : 2 * measuredRounds
    const startedMs = now()
    while (rates.length < roundsMin || now() - startedMs < durationMs) rates.push(await drain())
    const first = median(rates.slice(0, measuredRounds))
    if (what === 'clean') return { words: `${formatNumber(first)}/s` }
    const last = median(rates.slice(-measuredRounds))
    const total = formatNumber(rates.length * drainedJobs)
    const left = await queue.leftovers()
    return { words: `${(last / first).toFixed(2)} of ${formatNumber(first)}/s after ${total} jobs; ${left}` }
  })
}

const standstillMsMax = 60_000

async function untilSeen({ runs }: Fleet, count: number): Promise<void> {
  const startedMs = now()
  for (;;) {
    runs.read()
    if (runs.seen.count >= count) return
    if (now() - startedMs > standstillMsMax)
      throw new Error(`Only ${runs.seen.count} of ${count} jobs have run.`)
    await pause(20)
  }
}
