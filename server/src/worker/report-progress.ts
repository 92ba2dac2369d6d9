import type { Task } from '../core/domain/tasks/task.ts'
import { raiseProgress } from '../database/tasks/tasks.ts'
import type { RunDependencies } from './run-dependencies.ts'

/** A task that has not ended is not done, whatever its engine says: the result is still to be stored. */
const percentMax = 99
/** By how much it has to have grown to be worth a write: at most 20 for each attempt. */
const percentStep = 5

/**
 * Takes what an engine says of a job's progress, 0 to 1, and stores it for the polls of the task: now and then, and never
 * less than before. It returns at once and never throws, because no job may wait for, or fail with, what is only shown.
 */
export function createProgressReport(
  { database, logger, settings }: Pick<RunDependencies, 'database' | 'logger' | 'settings'>,
  task: Task,
): (share: number) => void {
  let stored = task.progress ?? 0
  let sinceMs = performance.now()
  let isWriting = false

  async function store(percent: number): Promise<void> {
    isWriting = true
    try {
      await database.autocommit((db) => raiseProgress(db, task, percent))
      stored = percent
    } catch (error) {
      logger.warn({ taskId: task.id, err: error }, 'progress not stored')
    }
    sinceMs = performance.now()
    isWriting = false
  }

  return (share) => {
    const percent = Math.min(percentMax, Math.round(share * 100))
    const isDue = performance.now() - sinceMs >= settings.progressMs
    if (!isWriting && isDue && percent >= stored + percentStep) void store(percent)
  }
}
