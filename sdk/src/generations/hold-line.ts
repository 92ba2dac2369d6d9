import type { Context } from '../core/http.js'
import { findWrongField, reliedOn } from '../core/relied-on.js'
import { ApiError } from '../errors/api-error.js'
import { ConnectionError, InvalidResponseError } from '../errors/call-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type { Task, TaskStatus } from '../types/index.js'
import { readTaskPage } from './list-tasks.js'
import { poll } from './poll.js'
import { createPollPace } from './poll-pace.js'

/** The most ids of one request, by the contract. */
export const lineIdsMax = 100
/** Joining and changed tasks wait for others by a millisecond for each that is followed, within these. */
const gatherMinMs = 10
const gatherMaxMs = 100
/** How often a task changes without a pause of its line: it starts and ends, perhaps on a second attempt. */
const changesMax = 4
/** How long after its last reading each of more tasks than one request has ids is read again. */
const roundMs = 2500

/** One wait for a change of a task. */
export interface Member {
  readonly taskId: string
  /** The status that it has seen; undefined if it has not seen the task. */
  readonly seen: TaskStatus | undefined
  /** When its wait began, in milliseconds of the clock. */
  readonly sinceMs: number
  /** Gets the error of a request that fails and is sent again, and nothing for one that succeeds. */
  readonly tellOutage: (error?: MediagenError) => void
  /** Where it waits now. */
  line: HoldLine
  /**
   * Ends its wait here, with the changed task or an error that waiting does not fix. Undefined: the task is
   * to be polled by itself.
   */
  readonly settle: (result: Task | MediagenError | undefined) => void
  readonly fail: (reason: unknown) => void
}

/** The waits that share one request at a time. */
export interface HoldLine {
  readonly members: ReadonlySet<Member>
  /** Whether its running request is about this task. */
  covers(taskId: string): boolean
  join(member: Member): void
  leave(member: Member): void
}

/** What a line asks of the other lines of its client. */
export interface LineOwner {
  /** Another line that has room for the members of this one. */
  findRoom(line: HoldLine): HoldLine | undefined
  /** The service does not follow several tasks by one request. */
  unsupported(): void
  /** Nobody waits in the line any more. */
  ended(line: HoldLine): void
}

/**
 * Follows up to 100 tasks by one held request after the other. A request names its tasks and the tag of the
 * last response about exactly these; so one about other tasks first returns at once, to learn their tag, and
 * tasks that have ended stay in until others join or half of them have ended. A task that joins interrupts
 * the held request. In a browser, whose line takes any number, more than 100 are read by turns without holds.
 */
export function createHoldLine(context: Context, owner: LineOwner): HoldLine {
  const { clock } = context.transport
  const members = new Set<Member>()
  /** What the last response says of each task that its request was about. */
  let statuses = new Map<string, TaskStatus | undefined>()
  /** How often the status of each of them has changed. */
  let changes = new Map<string, number>()
  let etag: string | undefined
  let isRunning = false
  let mustRenew = false
  let hasAnswered = false
  /** How many requests have failed, one after the other. */
  let failures = 0
  /** When each task was last read, or has joined; the least recent first. */
  const queue = new Map<string, number>()
  /** Ends what the line waits for now; `isPatient` if joining tasks are no reason to. */
  let current: { readonly controller: AbortController; readonly isPatient: boolean } | undefined
  /** When the youngest of its waits began. */
  let youngestMs = 0
  const pace = createPollPace(context, { isNew: true, isAlone: false, sinceMs: () => youngestMs })
  const gatherMs = (count = members.size) => Math.min(gatherMaxMs, Math.max(gatherMinMs, count))

  /** Resolves to undefined if it was interrupted. */
  async function interruptible<Result>(
    isPatient: boolean,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    const controller = new AbortController()
    current = { controller, isPatient }
    try {
      return await work(controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return undefined
      throw error
    } finally {
      current = undefined
    }
  }

  /** The tasks of the next request; those of the last one if they are among them and most still count. */
  function nextIds(): string[] {
    const wanted = new Set([...members].map(({ taskId }) => taskId))
    for (const id of queue.keys()) if (!wanted.has(id)) queue.delete(id)
    const isSame =
      !mustRenew && statuses.size <= 2 * wanted.size && [...wanted].every((id) => statuses.has(id))
    mustRenew = false
    if (isSame) return [...statuses.keys()]
    etag = undefined
    const ids = [...queue.keys()].slice(0, lineIdsMax)
    for (const id of ids) {
      queue.delete(id)
      queue.set(id, clock.now())
    }
    return ids
  }

  /** The longest pause between requests by which each task is read in time. */
  function turnMs(): number {
    const pauses = [...queue.values()]
      .filter((_, index) => index % lineIdsMax === 0)
      .map((readAtMs, turn) => (readAtMs + roundMs - clock.now()) / (turn + 1))
    return Math.max(gatherMs(), Math.min(...pauses))
  }

  /** Reads once; returns the pause before the next request, and whether it is one of an outage. */
  async function readOnce(): Promise<{ pauseMs: number; isPatient: boolean }> {
    const id = nextIds()
    const holdSeconds = pace.holdSeconds(etag === undefined ? 0 : Number.POSITIVE_INFINITY)
    const read = await interruptible(holdSeconds === 0, (signal) =>
      poll(context, { etag, holdSeconds, leftMs: Number.POSITIVE_INFINITY, signal }, (call) =>
        readTaskPage(context, { id }, call, reliedOn.followedTasks),
      ),
    )
    if (read === undefined) return { pauseMs: 0, isPatient: false }
    const { response, reportRetry, result } = read
    if (result instanceof MediagenError) {
      const isElsewhere = result instanceof InvalidResponseError && !hasAnswered
      if (result.retryable && !isElsewhere) {
        pace.failed(response, result instanceof ConnectionError)
        failures += 1
        reportRetry?.(result, pace.pauseMs(), failures)
        for (const { tellOutage } of members) tellOutage(result)
        return { pauseMs: pace.pauseMs(), isPatient: true }
      }
      const isRejected = result instanceof ApiError && result.status === 401
      if (!isRejected) owner.unsupported()
      for (const member of members) member.settle(isRejected ? result : undefined)
      return { pauseMs: 0, isPatient: false }
    }
    if (result?.tasks.some((task) => !id.includes(task.id))) {
      // The service lists all tasks, because it does not know the parameter.
      owner.unsupported()
      for (const member of members) member.settle(undefined)
      return { pauseMs: 0, isPatient: false }
    }
    hasAnswered = true
    failures = 0
    for (const { tellOutage } of members) tellOutage()
    etag = response.etag
    const followed = members.size
    // One that is wrong counts as unknown: polled by itself, it fails its own wait alone.
    const isRight = (task: Task) => findWrongField(task, { fields: reliedOn.task }) === undefined
    const isChanged = result !== undefined && deliver(id, result.tasks.filter(isRight))
    pace.seen(response, isChanged || (holdSeconds === 0 && etag !== undefined))
    const gather = isChanged ? gatherMs(followed) : 0
    // By turns a task waits for the requests about the others anyway, also at a service that holds none.
    const due = followed > lineIdsMax ? turnMs() : Math.max(pace.pauseMs(), gather)
    return { pauseMs: Math.max(due, response.retryAfterMs), isPatient: false }
  }

  /** Tells each member what it has not seen; returns whether anything has changed as tasks do. */
  function deliver(ids: readonly string[], tasks: readonly Task[]): boolean {
    const byId = new Map(tasks.map((task) => [task.id, task]))
    const before = statuses
    statuses = new Map(ids.map((id) => [id, byId.get(id)?.status]))
    // Also one that nobody waits for any more ends a held request.
    const changed = new Set(ids.filter((id) => before.has(id) && before.get(id) !== statuses.get(id)))
    for (const member of [...members]) {
      if (!statuses.has(member.taskId)) continue
      const task = byId.get(member.taskId)
      if (task !== undefined && task.status === member.seen) continue
      changed.add(member.taskId)
      member.settle(task)
    }
    changes = new Map(ids.map((id) => [id, (changes.get(id) ?? 0) + Number(changed.has(id))]))
    return [...changed].some((id) => (changes.get(id) ?? 0) <= changesMax)
  }

  async function run(): Promise<void> {
    isRunning = true
    try {
      let pause = { pauseMs: gatherMs(), isPatient: true }
      for (;;) {
        const { pauseMs, isPatient } = pause
        if (pauseMs > 0 && (isPatient || !mustRenew))
          await interruptible(isPatient, (signal) => clock.delay(pauseMs, signal))
        const room = owner.findRoom(line)
        if (room !== undefined) {
          for (const member of [...members]) {
            members.delete(member)
            room.join(member)
          }
        }
        if (members.size === 0) break
        pause = await readOnce()
      }
    } catch (error) {
      for (const member of [...members]) member.fail(error)
    } finally {
      isRunning = false
      owner.ended(line)
    }
  }

  /** Interrupts what the line waits for after a moment in which others may join, too. */
  function renew(): void {
    if (mustRenew) return
    mustRenew = true
    clock.after(gatherMs(), () => {
      if (mustRenew && current?.isPatient === false) current.controller.abort()
    })
  }

  const line: HoldLine = {
    members,
    covers: (taskId) => statuses.has(taskId),
    join(member) {
      members.add(member)
      if (!queue.has(member.taskId)) queue.set(member.taskId, clock.now())
      member.line = line
      youngestMs = Math.max(youngestMs, member.sinceMs)
      const isCovered = statuses.has(member.taskId) && statuses.get(member.taskId) === member.seen
      if (!isRunning) run()
      // More than one request has ids take turns anyway.
      else if (!isCovered && members.size <= lineIdsMax) renew()
    },
    leave(member) {
      members.delete(member)
      if (members.size === 0) current?.controller.abort()
    },
  }
  return line
}
