import type { Task, TaskPage } from '@mediagen/sdk'

/** What was read of the account's tasks: a list without a gap from the newest on, and single ones beside. */
export interface TaskList {
  readonly known: ReadonlyMap<string, KnownTask>
  /** All tasks since this time are known; undefined while nothing was read. */
  readonly since: string | undefined
  /** Leads to the next older page; null: there is none, undefined: nothing was read. */
  readonly cursor: string | null | undefined
}

interface KnownTask {
  readonly task: Task
  readonly readMs: number
}

export const emptyList: TaskList = { known: new Map(), since: undefined, cursor: undefined }

/** The links of a task are good for an hour. With the same links, nothing is loaded again. */
const freshMs = 30 * 60_000

/** A list after its newest page was read. What is between that page and the list begins it anew. */
export function withNewestPage(list: TaskList, page: TaskPage, nowMs: number): TaskList {
  const { since } = list
  const isConnected =
    since !== undefined && page.tasks.some(({ id, createdAt }) => list.known.has(id) && createdAt >= since)
  const next = { ...list, known: withTasks(list, page.tasks, nowMs) }
  return isConnected && page.nextCursor !== null ? next : reachingTo(next, page)
}

/** A list that reaches one page further back. */
export function withOlderPage(list: TaskList, page: TaskPage, nowMs: number): TaskList {
  return reachingTo({ ...list, known: withTasks(list, page.tasks, nowMs) }, page)
}

/** A list that knows more of some tasks, wherever these are. */
export function withKnown(list: TaskList, tasks: readonly Task[], nowMs: number): TaskList {
  return { ...list, known: withTasks(list, tasks, nowMs) }
}

/** A list with new links of a task. */
export function withRenewed(list: TaskList, task: Task, nowMs: number): TaskList {
  return { ...list, known: new Map(list.known).set(task.id, { task, readMs: nowMs }) }
}

/** The tasks of the list without a gap, newest first. */
export function listed({ known, since }: TaskList): Task[] {
  if (since === undefined) return []
  return [...known.values()]
    .map(({ task }) => task)
    .filter(({ createdAt }) => createdAt >= since)
    .sort((one, other) => compare(other.createdAt, one.createdAt) || compare(other.id, one.id))
}

export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELLED'
}

function reachingTo(list: TaskList, { tasks, nextCursor }: TaskPage): TaskList {
  const since = nextCursor === null ? '' : (tasks.at(-1)?.createdAt ?? list.since)
  return { ...list, since, cursor: nextCursor }
}

function withTasks({ known }: TaskList, tasks: readonly Task[], nowMs: number): TaskList['known'] {
  const next = new Map(known)
  for (const task of tasks) {
    const before = known.get(task.id)
    if (before === undefined || tellsMore(task, before, nowMs)) next.set(task.id, { task, readMs: nowMs })
  }
  return next
}

/** Of two responses that overtake each other, what has ended is the later one. */
function tellsMore(task: Task, { task: before, readMs }: KnownTask, nowMs: number): boolean {
  if (!hasEnded(before)) return true
  if (!hasEnded(task)) return false
  const isRemoved = (one: Task) => one.output?.removed !== undefined
  return isRemoved(task) !== isRemoved(before) || nowMs - readMs > freshMs
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
