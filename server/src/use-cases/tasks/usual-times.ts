import type { Task } from '../../core/domain/tasks/task.ts'
import type { Database } from '../../database/database.ts'
import { listLastDurations, type TaskDuration } from '../../database/tasks/task-ends.ts'

/** How long tasks usually take. */
export interface UsualTimes {
  /** Whole seconds from start to end, 1 at least; undefined while too few have ended. Costs a poll no statement. */
  secondsOf(task: Pick<Task, 'type' | 'tier'>): number | undefined
}

const keptMs = 60_000
const tasksMax = 500
/** Of fewer, one odd task would decide. */
const tasksMin = 3

/**
 * The middle of the times of the tasks that ended last, read again by the first poll of a minute, which does not wait
 * for it. What few have ordered lately keeps the time that it had.
 */
export function createUsualTimes(database: Database, elapsedMs: () => number): UsualTimes {
  const seconds = new Map<string, number>()
  let readAtMs = Number.NEGATIVE_INFINITY

  async function read(): Promise<void> {
    const last = await database.read((db) => listLastDurations(db, tasksMax))
    const byKind = new Map<string, number[]>()
    for (const task of last) byKind.set(kindOf(task), [...(byKind.get(kindOf(task)) ?? []), task.durationMs])
    for (const [kind, durations] of byKind) {
      const middleMs = durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? 0
      if (durations.length >= tasksMin) seconds.set(kind, Math.max(1, Math.round(middleMs / 1000)))
    }
  }

  return {
    secondsOf(task) {
      if (elapsedMs() - readAtMs >= keptMs) {
        readAtMs = elapsedMs()
        // It is only a hint: while the database is away, the last one stays.
        read().catch(() => undefined)
      }
      return seconds.get(kindOf(task))
    },
  }
}

function kindOf({ type, tier }: Pick<TaskDuration, 'type' | 'tier'>): string {
  return `${type} ${tier}`
}
