import { hash } from 'node:crypto'
import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'
import { createSemaphore } from '../../core/async/semaphore.ts'
import { mayBeId, taskIdTimeMs } from '../../core/domain/ids.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { Database } from '../../database/database.ts'
import { readSweepPosition } from '../../database/sweep-runs.ts'
import {
  type AccountTask,
  type AccountTaskPlace,
  glanceAtTasksOfAccount,
} from '../../database/tasks/account-tasks.ts'
import { findPolledTasks } from '../../database/tasks/polled-tasks.ts'
import { viewTask } from './task-view.ts'
import type { UsualTimes } from './usual-times.ts'

export interface TaskListQuery {
  readonly status?: readonly contract.TaskStatus[] | undefined
  readonly type?: readonly contract.Product[] | undefined
  /** A text that the prompt contains, in any case. */
  readonly prompt?: string | undefined
  readonly createdFrom?: string | undefined
  readonly createdBefore?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** What a page holds unless the request says otherwise. */
const pageLimitDefault = 20
/**
 * How many rows one read after another looks at for the tasks that match, where not all do; their sum is the
 * most that one page costs, however few match.
 */
const looksForMatching = [100, 400, 1_500]
/** The same where each row is read with its prompt: few at a time, so that others have their turn in between. */
const looksForPrompts = [100, 100, 100, 100, 100]

/** Of a process: who orders or polls should not wait for many of them, and of an account one waits for the other. */
const searches = createSemaphore(2)

/**
 * One page of the account's tasks, newest first, by the index on account and creation: it costs the same at
 * any size of the table. Throws INVALID_REQUEST for a cursor that is not one of this list.
 */
export async function listTasks(
  {
    database,
    objectStore,
    usualTimes,
  }: {
    readonly database: Database
    readonly objectStore: ObjectStore
    readonly usualTimes?: UsualTimes | undefined
  },
  accountId: string,
  query: TaskListQuery,
): Promise<contract.TaskPage> {
  const { limit = pageLimitDefault } = query
  const times = timesOf(query)
  const readsPrompts = query.prompt !== undefined
  const allMatch = query.status === undefined && query.type === undefined && !readsPrompts
  const list = {
    accountId,
    tag: tagOf(accountId, query, times),
    matches: matcherOf(query),
    allMatch,
    readsPrompts,
    ...times,
  }
  const find = () => findMatching(database, list, placeOf(list, query), limit)
  const { matching, next } = readsPrompts
    ? await searches.run(new AbortController().signal, find, accountId)
    : await find()
  const keys = matching.map(({ id }) => ({ accountId, taskId: id }))
  const found = await database.read((db) => findPolledTasks(db, keys))
  // One that has changed since it was found is shown as it is now, or not at all.
  const tasks = keys
    .flatMap((key) => found.get(key) ?? [])
    .filter((task) => list.matches(task, task.parameters.prompt))
  return {
    tasks: await Promise.all(tasks.map((task) => viewTask(objectStore, task, usualTimes))),
    nextCursor: next === undefined ? null : `${next.createdAtMs}.${next.id}.${list.tag}`,
  }
}

interface List {
  readonly accountId: string
  /** Names the account and the filters in a cursor. */
  readonly tag: string
  readonly matches: (task: Pick<AccountTask, 'type' | 'status'>, prompt: string | undefined) => boolean
  /** Whether every task within the times matches. */
  readonly allMatch: boolean
  /** Whether a task matches by its prompt. */
  readonly readsPrompts: boolean
  readonly createdFromMs: number | undefined
  readonly createdBeforeMs: number | undefined
}

async function findMatching(
  database: Database,
  { accountId, matches, allMatch, readsPrompts, createdFromMs }: List,
  from: AccountTaskPlace | undefined,
  limit: number,
): Promise<{ matching: AccountTask[]; next: AccountTaskPlace | undefined }> {
  const matching: AccountTask[] = []
  let before: AccountTask | undefined
  // One more than the page holds says that there is a next one.
  for (const look of allMatch ? [limit + 1] : readsPrompts ? looksForPrompts : looksForMatching) {
    const place = before ?? from
    const rows = await database.read((db) =>
      glanceAtTasksOfAccount(db, {
        accountId,
        before: place,
        createdFromMs,
        limit: look,
        withPrompts: readsPrompts,
      }),
    )
    matching.push(...rows.filter((task) => !task.isScrubbed && matches(task, task.prompt)))
    if (matching.length > limit) return { matching: matching.slice(0, limit), next: matching[limit - 1] }
    before = rows.at(-1)
    if (rows.length < look || (await isWithinScrubbed(database, before))) return { matching, next: undefined }
  }
  return { matching, next: before }
}

/** How far apart the clocks of processes may be, which give ids their times. */
const clocksApartMsMax = 60 * 60_000

/**
 * Whether every older task is scrubbed, so that a list ends here instead of after many empty pages. Costs a
 * statement only where a look ended at a scrubbed task.
 */
async function isWithinScrubbed(database: Database, task: AccountTask | undefined): Promise<boolean> {
  if (task?.isScrubbed !== true) return false
  const position = await database.read((db) => readSweepPosition(db, 'scrub-tasks'))
  return task.createdAtMs + clocksApartMsMax < (position === '' ? 0 : taskIdTimeMs(position))
}

function matcherOf({ status, type, prompt }: TaskListQuery): List['matches'] {
  const text = prompt === undefined ? undefined : inOneCase(prompt)
  return (task, taskPrompt = '') =>
    (status?.includes(task.status) ?? true) &&
    (type?.includes(task.type) ?? true) &&
    (text === undefined || inOneCase(taskPrompt).includes(text))
}

/** More than the 30 marks of one letter that Unicode's stream-safe text has, which take quadratic time to normalize. */
const manyMarks = /\p{M}{31}/u

/** Compared here, because databases differ in what they take for the same letter. */
function inOneCase(text: string): string {
  return (manyMarks.test(text) ? text : text.normalize('NFC')).toUpperCase()
}

function timesOf({
  createdFrom,
  createdBefore,
}: TaskListQuery): Pick<List, 'createdFromMs' | 'createdBeforeMs'> {
  return {
    createdFromMs: timeOf('createdFrom', createdFrom),
    createdBeforeMs: timeOf('createdBefore', createdBefore),
  }
}

/** Times before 1970 are as good as 1970; RFC 3339 allows leap seconds, which JavaScript does not know. */
function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const timeMs = Date.parse(text.replace(/:60(?=\.|z|[+-])/i, ':59'))
  if (Number.isNaN(timeMs)) throw invalid(name, 'must be a date-time')
  return Math.max(0, timeMs)
}

/** Where the page begins: after the cursor, else before `createdBefore`. */
function placeOf({ tag, createdBeforeMs }: List, { cursor }: TaskListQuery): AccountTaskPlace | undefined {
  if (cursor === undefined)
    return createdBeforeMs === undefined ? undefined : { createdAtMs: createdBeforeMs, id: '' }
  const [createdAtMs = '', id = '', cursorTag, ...rest] = cursor.split('.')
  const isOurs = /^\d{1,15}$/.test(createdAtMs) && mayBeId(id) && cursorTag === tag && rest.length === 0
  if (!isOurs) throw invalid('cursor', 'must be the nextCursor of a list with the same filters')
  return { createdAtMs: Number(createdAtMs), id }
}

/** The same for the same account and filters, in whatever order and form they are written. */
function tagOf(
  accountId: string,
  query: TaskListQuery,
  { createdFromMs, createdBeforeMs }: ReturnType<typeof timesOf>,
): string {
  const sorted = (values: readonly string[] | undefined) => [...new Set(values)].sort()
  const filters = [
    accountId,
    sorted(query.status),
    sorted(query.type),
    ...(query.prompt === undefined ? [] : [inOneCase(query.prompt)]),
    createdFromMs ?? null,
    createdBeforeMs ?? null,
  ]
  return hash('sha256', JSON.stringify(filters), 'base64url').slice(0, 8)
}

function invalid(name: string, message: string): ServiceError {
  return new ServiceError('INVALID_REQUEST', { details: [{ path: `/${name}`, message }] })
}
