import { taskIdTimeMs } from '../../../core/domain/ids.ts'
import { dayMs } from '../../../core/domain/utc-day.ts'

const uuidWithTime = /^[0-9a-f]{8}-[0-9a-f]{4}-7/
/** Maximum difference between the engine's clock and ours. */
const clockSkewMs = 60_000

/**
 * A time before which a task was certainly not submitted, for engines that list jobs by time. Taken from the
 * task's id; a day ago if the id contains no plausible time, which is longer than any task waits.
 */
export function submittedAfter(taskId: string, nowMs: number): Date {
  const madeAtMs = uuidWithTime.test(taskId)
    ? Number.parseInt(taskId.slice(0, 8) + taskId.slice(9, 13), 16)
    : taskIdTimeMs(taskId)
  const isPlausible = madeAtMs > nowMs - 30 * dayMs && madeAtMs <= nowMs + clockSkewMs
  return new Date((isPlausible ? madeAtMs : nowMs - dayMs) - clockSkewMs)
}
