import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../server/src/database/database.ts'
import { leaseMs } from './service.ts'

/**
 * How long a task that an engine has may take once nothing fails any more: a lease, two sweeps for those that have
 * expired, and the longest job with its submission and storing on a busy machine.
 */
export const boundMs = leaseMs + 2 * (leaseMs / 2) + 5_000

/** What became of the tasks that were open when faults and clients stopped. */
export interface Liveness {
  /** Tasks that went beyond the bound. */
  readonly stuck: readonly string[]
  readonly open: number
  /** When the last of those that had started ended. */
  readonly startedMs: number
  /** When the last of all ended, which had to wait for its turn. */
  readonly lastMs: number
  /** The longest time in which none ended. */
  readonly standstillMs: number
}

const lookMs = 100

/**
 * Waits until the last requests of the clients have been answered and every task has ended, or one is stuck: it had
 * started and does not end within the bound, or it waits for its turn and none ends for that long.
 */
export async function untilAllEnd(database: Database, lastRequests: Promise<void>): Promise<Liveness> {
  const beginMs = performance.now()
  let isAsked = true
  void lastRequests.then(() => {
    isAsked = false
  })
  const first = await readOpen(database)
  const started = new Set(first.filter(({ status }) => status === 'PROCESSING').map(({ id }) => id))
  const liveness = { stuck: [] as string[], open: first.length, startedMs: 0, lastMs: 0, standstillMs: 0 }
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
    if (liveness.startedMs > boundMs || sinceMs - liveness.lastMs > boundMs)
      liveness.stuck.push(...now.map(({ id, status }) => `task ${id} is still ${status}`))
    open = now
  }
  return liveness
}

async function readOpen(database: Database) {
  return database.read((db) =>
    db.selectFrom('tasks').select(['id', 'status']).where('status', 'in', ['QUEUED', 'PROCESSING']).execute(),
  )
}
