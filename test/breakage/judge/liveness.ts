import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../server/src/database/database.ts'
import { leaseMs } from '../service/service.ts'
import { readOpen } from './at-rest.ts'

/** Gates that fail three times, an engine, and storing, on a busy machine. */
const longestJobMs = 5_000
/** Until what a dead process was at is with another: its lease, and two sweeps for leases that have expired. */
const takenOverMs = leaseMs + 2 * (leaseMs / 2)

/** What became of the tasks that were open when faults and clients stopped. */
export interface Liveness {
  /** Tasks that went beyond the bound. */
  readonly stuck: readonly string[]
  readonly open: number
  /** When the last of those that had started ended. */
  readonly startedMs: number
  /** The bound of that: they are taken over, and wait for a slot as the others do. */
  readonly startedMsMax: number
  /** When the last of all ended, which had to wait for its turn. */
  readonly lastMs: number
  /** The longest time in which none ended, and its bound once nothing fails any more. */
  readonly standstillMs: number
  readonly standstillMsMax: number
}

const lookMs = 100

/**
 * Waits until the last requests of the clients have been answered and every task has ended, or one is stuck: it had
 * started and does not end within the bound, or it waits for its turn and none ends for that long.
 */
export async function untilAllEnd(
  database: Database,
  {
    slots,
    lastRequests,
    patience,
  }: {
    readonly slots: number
    readonly lastRequests: Promise<void>
    /** How many times longer the bounds are than those of a machine with nothing else to do. */
    readonly patience: number
  },
): Promise<Liveness> {
  const beginMs = performance.now()
  let isAsked = true
  void lastRequests.then(() => {
    isAsked = false
  })
  const first = await readOpen(database)
  const started = new Set(first.filter(({ status }) => status === 'PROCESSING').map(({ id }) => id))
  const standstillMsMax = patience * (takenOverMs + longestJobMs)
  const startedMsMax = patience * (takenOverMs + longestJobMs * (1 + Math.ceil(first.length / slots)))
  const times = { startedMs: 0, lastMs: 0, standstillMs: 0 }
  const liveness = { stuck: [] as string[], open: first.length, startedMsMax, standstillMsMax, ...times }
  let open = first
  while ((open.length > 0 || isAsked) && liveness.stuck.length === 0) {
    await sleep(lookMs)
    const now = await readOpen(database)
    const sinceMs = performance.now() - beginMs
    const isWaiting = open.length > 0
    if (isWaiting) liveness.standstillMs = Math.max(liveness.standstillMs, sinceMs - liveness.lastMs)
    const left = new Set(now.map(({ id }) => id))
    if (!isWaiting || open.some(({ id }) => !left.has(id))) liveness.lastMs = sinceMs
    if (open.some(({ id }) => started.has(id))) liveness.startedMs = sinceMs
    const isOver = sinceMs - liveness.lastMs > standstillMsMax
    const stuck = now.filter(({ id }) => isOver || (sinceMs > startedMsMax && started.has(id)))
    liveness.stuck.push(...stuck.map(({ id, status }) => `task ${id} is still ${status}`))
    open = now
  }
  return liveness
}
