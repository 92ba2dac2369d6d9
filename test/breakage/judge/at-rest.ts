import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../server/src/database/database.ts'

/** The tasks that have not ended. */
export async function readOpen(database: Database) {
  return database.read((db) =>
    db.selectFrom('tasks').select(['id', 'status']).where('status', 'in', ['QUEUED', 'PROCESSING']).execute(),
  )
}

/** Waits until every task has ended, or none has for so long; resolves to those that are left then. */
export async function untilAllHaveEnded(
  database: Database,
  {
    standstillMsMax,
    nowMs = () => performance.now(),
    pause = () => sleep(200),
  }: {
    readonly standstillMsMax: number
    readonly nowMs?: () => number
    /** Lets time pass; may throw for another reason not to wait any longer. */
    readonly pause?: () => Promise<unknown>
  },
): Promise<string[]> {
  let fewest = Number.POSITIVE_INFINITY
  let untilMs = 0
  for (let open = await readOpen(database); open.length > 0; open = await readOpen(database)) {
    if (open.length < fewest) {
      fewest = open.length
      untilMs = nowMs() + standstillMsMax
    }
    if (nowMs() > untilMs) return open.map(({ id, status }) => `task ${id} is still ${status}`)
    await pause()
  }
  return []
}
