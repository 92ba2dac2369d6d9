import type { RecordedTask, Status } from './record.ts'
import { type Arrival, json, type Reply, textReply } from './wire.ts'
import type { World } from './world.ts'

/** The longest hold, by the contract. */
const heldMsMax = 30_000

const isOpen = (status: Status) => status === 'QUEUED' || status === 'PROCESSING'

/** The polls that a service holds; one of an older version holds none and sends no tags. */
export function createHolds(
  world: Pick<World, 'now' | 'later'>,
  hasHolds: boolean,
  statusOf: (task: RecordedTask) => Status,
) {
  const holds = new Set<() => void>()

  /** Polls about one task or several, held until the state that was seen has changed. */
  function poll(
    arrival: Arrival,
    asked: readonly RecordedTask[],
    bodyOf: () => object,
    { answer, mayHold }: { answer: (reply: Reply) => void; mayHold: boolean },
  ): () => void {
    const tagOf = () => {
      const statuses = asked.map(statusOf)
      return statuses.some(isOpen) ? `W/"${asked.map(({ id }, place) => id + statuses[place]).join()}"` : ''
    }
    const singleTagOf = () => tagOf() && `W/"${asked.map(statusOf).join()}"`
    const tagNow = arrival.url.pathname.endsWith('/tasks') ? tagOf : singleTagOf
    const seconds = hasHolds ? Number(/^wait=(\d+)$/.exec(arrival.headers.prefer ?? '')?.[1] ?? 0) : 0
    const seen = hasHolds ? arrival.headers['if-none-match'] : undefined
    const tagBefore = seen ?? tagNow()
    const reply = () => {
      const applied: Record<string, string> = seconds > 0 ? { 'preference-applied': `wait=${seconds}` } : {}
      const etag: Record<string, string> = hasHolds && tagNow() !== '' ? { etag: tagNow() } : {}
      const headers = { ...applied, ...etag }
      return seen !== undefined && seen === tagNow()
        ? textReply(304, '', headers)
        : json(bodyOf(), 200, headers)
    }
    const isHeld = () => tagNow() !== '' && tagNow() === tagBefore
    if (seconds === 0 || !mayHold || !isHeld()) {
      answer(reply())
      return () => undefined
    }
    const untilMs = world.now() + Math.min(heldMsMax, 1000 * seconds)
    let cancelTimer = () => {}
    const end = () => {
      cancelTimer()
      holds.delete(check)
    }
    const check = () => {
      cancelTimer()
      if (world.now() >= untilMs || !isHeld()) {
        end()
        answer(reply())
        return
      }
      const changes = asked
        .flatMap(({ acceptedAtMs, course: { queuedMs, processingMs } }) => [
          acceptedAtMs + queuedMs,
          acceptedAtMs + queuedMs + processingMs,
        ])
        .filter((atMs) => atMs > world.now())
      cancelTimer = world.later(Math.min(untilMs, ...changes) - world.now(), check)
    }
    holds.add(check)
    check()
    return end
  }

  return {
    poll,
    /** Ends the holds of tasks that have changed. */
    check() {
      for (const check of [...holds]) check()
    },
  }
}
