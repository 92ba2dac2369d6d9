import { createHash } from 'node:crypto'
import { taskIdTimeMs } from '../../domain/ids.js'

const canonicalUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const uuidWithTime = /^[0-9a-f]{8}-[0-9a-f]{4}-7/

/**
 * A task's id as a UUID, for engines that take no other: itself where it is one, else always the same one
 * (RFC 9562, version 8).
 */
export function uuidOf(taskId: string): string {
  if (canonicalUuid.test(taskId)) return taskId
  const hex = createHash('sha256').update(taskId).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const dayMs = 86_400_000
/** The engine's clock and ours. */
const clockSkewMs = 60_000

/**
 * The time before which a task cannot have been submitted, for a list that is asked by time: when its id was
 * made, else a day ago, which is longer than any task waits.
 */
export function submittedAfter(taskId: string, nowMs: number): Date {
  const madeAtMs = uuidWithTime.test(taskId)
    ? Number.parseInt(taskId.slice(0, 8) + taskId.slice(9, 13), 16)
    : taskIdTimeMs(taskId)
  const isPlausible = madeAtMs > nowMs - 30 * dayMs && madeAtMs <= nowMs + clockSkewMs
  return new Date((isPlausible ? madeAtMs : nowMs - dayMs) - clockSkewMs)
}
