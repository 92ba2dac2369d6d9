import { setTimeout as pause } from 'node:timers/promises'
import type { RowDataPacket } from 'mysql2/promise'
import { scrubOldTasks } from '../../../server/src/use-cases/sweeps/retention.ts'
import type { BenchDatabase } from './bench-database.ts'
import { median } from './figures.ts'

/** The service's own sweep of old tasks in a filled database, which always has some more to scrub. */
export interface RetentionSweep {
  /** Scrubs the oldest tasks, some every half a second, until it is stopped. */
  start(): { stop(): Promise<number> }
}

/** Few enough that the smallest database lasts: the tasks that all sweeps of a run scrub are the oldest of these. */
export const scrubbedTasksMax = 6_000
const tasksOfSweep = 20
const pauseMs = 500

/** `stop` resolves to how many tasks a second a sweep scrubs while it runs. */
export async function createRetentionSweep({ bare, database }: BenchDatabase): Promise<RetentionSweep> {
  const [rows] = await bare.query<RowDataPacket[]>('select completed_at from tasks order by id limit 2')
  const [first, second] = rows.map((row) => Number(row.completed_at))
  if (first === undefined || second === undefined) throw new RangeError('There are no tasks to scrub.')
  let swept = 0
  const sweepOnce = async (): Promise<number> => {
    await bare.query(`update sweep_runs set due_at = 0 where sweep = 'scrub-tasks'`)
    if (swept + tasksOfSweep > scrubbedTasksMax) throw new RangeError('No more tasks may be scrubbed.')
    const endedBeforeMs = first + (swept + tasksOfSweep) * (second - first)
    const startedAt = performance.now()
    const count = (await scrubOldTasks({ database }, (await database.nowMs()) - endedBeforeMs)) ?? 0
    swept += count
    return count / ((performance.now() - startedAt) / 1000)
  }
  return {
    start() {
      let isStopping = false
      const run = async (): Promise<number> => {
        const rates: number[] = []
        while (!isStopping) {
          rates.push(await sweepOnce())
          await pause(pauseMs)
        }
        return median(rates)
      }
      const running = run()
      return {
        stop() {
          isStopping = true
          return running
        },
      }
    },
  }
}
