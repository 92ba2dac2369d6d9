import { mayBeId, taskIdTimeMs } from '../core/domain/ids.ts'
import { isTerminal, taskErrorCodes, taskMoves } from '../core/domain/tasks/task-states.ts'
import { findAccount } from '../database/accounts/accounts.ts'
import { findKeyOwner } from '../database/accounts/api-keys.ts'
import type { Database } from '../database/database.ts'
import { sumUsageOfAccount } from '../database/money/usage-days.ts'
import { allTimes, type TaskFilter } from '../database/operator/task-filter.ts'
import {
  afterEveryId,
  countFailed,
  idsOfRange,
  type TaskPlace,
  type TaskWalk,
} from '../database/operator/task-walks.ts'
import { UnknownIdError } from './actions.ts'
import { listRunning, listWaiting } from './list-unended-tasks.ts'
import {
  BadCursorError,
  filterNames,
  isFilteredBy,
  nothing,
  readMs,
  readTasks,
  type TaskPage,
  type TaskQuery,
} from './task-page.ts'
import { walkTasks } from './walk-tasks.ts'

/** An account with fewer is read whole before anything else is counted. */
const fewTasks = 20_000

/**
 * One page of the tasks that match. Waiting ones come in the order in which workers claim them, including those that
 * wait for another attempt, and then those that are blocked; running ones oldest first; those that were asked for by
 * their end, the last first; the rest newest first. A page is read by an index, and is not filled any further when its
 * time is over. Throws BadCursorError and UnknownIdError.
 */
export async function listTasks(database: Database, asked: TaskQuery): Promise<TaskPage> {
  const query = asked.errorCode === undefined ? asked : { status: taskMoves.fail.to, ...asked }
  const { id, keyId, status, cursor, accountId } = query
  if (cursor !== undefined && !mayBeId(cursor)) throw new BadCursorError()
  if (id !== undefined && !mayBeId(id)) throw new UnknownIdError('task', id)
  if (accountId !== undefined && !mayBeId(accountId)) throw new UnknownIdError('account', accountId)
  if (isImpossible(query)) return nothing
  if (keyId !== undefined && accountId === undefined)
    return listTasks(database, { ...query, accountId: await ownerOf(database, keyId) })
  if (id === undefined && status === 'PROCESSING') return listRunning(database, query)
  if (id === undefined && status === 'QUEUED' && accountId === undefined) return listWaiting(database, query)
  const counts =
    accountId === undefined ? undefined : await countsOfAccount(database, { ...query, accountId })
  return readWalks(database, query, { walks: walksOf(query, counts), counts })
}

/** What is known of an account's tasks before they are read. */
interface AccountCounts {
  readonly tasks: number
  /** Fewer of its tasks than failed ones of all accounts have to be read. */
  readonly isRead: boolean
  /** No more can match; undefined if nothing is known. */
  readonly matchingMax: number | undefined
  /** Exactly so many match. */
  readonly matching: number | undefined
}

async function countsOfAccount(
  database: Database,
  query: TaskQuery & { readonly accountId: string },
): Promise<AccountCounts> {
  const { accountId, keyId, product, status, cursor } = query
  const account = await database.read((db) => findAccount(db, accountId))
  const all = await database.read((db) => sumUsageOfAccount(db, { accountId }))
  const open = account?.tasksOpen ?? 0
  const tasks = Object.values(all).reduce((sum, count) => sum + count, open)
  // A list goes on as it began.
  const isRead =
    cursor !== undefined
      ? isOfAccount(cursor)
      : tasks <= fewTasks || (await isShorterThanFailed(database, query, tasks))
  const isOfAll = !isFilteredBy(query, ['errorCode', 'engine', 'tier', 'created', 'ended', 'id'])
  if (status === undefined || !isTerminal(status)) {
    const isCounted = isOfAll && status === undefined && !isFilteredBy(query, ['keyId', 'product'])
    const matchingMax = status === undefined ? undefined : open
    return { tasks, isRead, matchingMax, matching: isCounted ? tasks : undefined }
  }
  const some = await database.read((db) => sumUsageOfAccount(db, { accountId, keyId, product }))
  return { tasks, isRead, matchingMax: some[status], matching: isOfAll ? some[status] : undefined }
}

async function isShorterThanFailed(
  database: Database,
  { status }: TaskQuery,
  tasks: number,
): Promise<boolean> {
  if (status !== taskMoves.fail.to) return false
  const failed = await database.read((db) => countFailed(db, taskErrorCodes))
  return failed === undefined || tasks <= failed
}

async function ownerOf(database: Database, keyId: string): Promise<string> {
  const owner = await database.read((db) => findKeyOwner(db, keyId))
  if (owner === undefined) throw new UnknownIdError('API key', keyId)
  return owner
}

/** Only a failed task has a code, and only one that has ended a time of its end. */
function isImpossible({ status, errorCode, ended }: TaskFilter): boolean {
  if (status === undefined) return false
  return (
    (errorCode !== undefined && status !== taskMoves.fail.to) || (ended !== undefined && !isTerminal(status))
  )
}

/** The indexes that have the fewest tasks to read for those that match; their walks are in one order. */
function walksOf(query: TaskQuery, counts: AccountCounts | undefined): readonly TaskWalk[] {
  const { id, status, errorCode, accountId, created = allTimes, ended } = query
  if (id !== undefined) return [{ by: 'id', from: id, before: id + afterEveryId }]
  const byAccount = (owner: string): TaskWalk[] => [
    {
      by: 'account',
      accountId: owner,
      range: { ...created, beforeMs: Math.min(created.beforeMs, ended?.beforeMs ?? created.beforeMs) },
    },
  ]
  if (accountId !== undefined && counts?.isRead) return byAccount(accountId)
  if (ended !== undefined) return [{ by: 'end', range: ended }]
  const ids = idsOfRange(created)
  if (errorCode !== undefined) return [{ by: 'code', code: errorCode, ...ids }]
  if (status === taskMoves.fail.to) return taskErrorCodes.map((code) => ({ by: 'code', code, ...ids }))
  if (accountId !== undefined) return byAccount(accountId)
  const isEnded = status !== undefined && isTerminal(status)
  return isEnded && created === allTimes ? [{ by: 'end', range: allTimes }] : [{ by: 'id', ...ids }]
}

async function readWalks(
  database: Database,
  query: TaskQuery,
  { walks, counts }: { readonly walks: readonly TaskWalk[]; readonly counts: AccountCounts | undefined },
): Promise<TaskPage> {
  const { cursor, limit, readMsMax = readMs } = query
  const [first] = walks
  const after = cursor === undefined || first === undefined ? undefined : placeOf(cursor, first)
  // One more tells whether another page follows; of the first page also that there can be no more.
  const wanted = cursor === undefined ? Math.min(limit + 1, counts?.matchingMax ?? limit + 1) : limit + 1
  if (first === undefined || wanted === 0) return { ...nothing, total: counts?.matching }
  const walked = await walkTasks(database, walks, { after, filter: query, limit: wanted, msMax: readMsMax })
  const shown = walked.places.slice(0, limit)
  const tasks = await readTasks(
    database,
    shown.map(({ id }) => id),
  )
  const { stoppedAt } = walked
  const last = walked.places.length > limit ? shown.at(-1) : stoppedAt
  const failed =
    isFilteredBy(query, otherThanFailed) && stoppedAt === undefined
      ? undefined
      : await countIn(database, walks)
  return {
    tasks,
    next: last && cursorOf(last, first),
    read: stoppedAt && {
      tasks: walked.read,
      of: walks.some(({ by }) => by === 'account') ? counts?.tasks : failed,
      backToMs: timeOf(stoppedAt, first),
    },
    total: counts === undefined && !isFilteredBy(query, otherThanFailed) ? failed : counts?.matching,
  }
}

const otherThanFailed = filterNames.filter((name) => name !== 'status' && name !== 'errorCode')

/** Of failed tasks that are read by their code. */
async function countIn(database: Database, walks: readonly TaskWalk[]): Promise<number | undefined> {
  const codes = walks.flatMap((walk) => (walk.by === 'code' ? [walk.code] : []))
  return codes.length === 0 ? undefined : database.read((db) => countFailed(db, codes))
}

function cursorOf({ id, createdAtMs, completedAtMs, errorCode }: TaskPlace, { by }: TaskWalk): string {
  if (by === 'account') return `${createdAtMs}.${id}`
  const code = errorCode === undefined ? 0 : taskErrorCodes.indexOf(errorCode) + 1
  return by === 'end' ? `${completedAtMs}.${code}.${id}` : id
}

function isOfAccount(cursor: string): boolean {
  return /^\d+\.[0-9a-z]+$/.test(cursor)
}

function placeOf(cursor: string, { by }: TaskWalk): TaskPlace {
  const unknown = { createdAtMs: 0, completedAtMs: 0, errorCode: undefined }
  if (by === 'id' || by === 'code') return { ...unknown, id: cursor }
  const pattern = by === 'account' ? /^(\d{1,15})()\.([0-9a-z]+)$/ : /^(\d{1,15})\.(\d)\.([0-9a-z]+)$/
  const [, atMs, code, id] = pattern.exec(cursor) ?? []
  if (atMs === undefined || id === undefined) throw new BadCursorError()
  return {
    id,
    createdAtMs: Number(atMs),
    completedAtMs: Number(atMs),
    errorCode: taskErrorCodes[Number(code) - 1],
  }
}

function timeOf({ id, createdAtMs, completedAtMs }: TaskPlace, { by }: TaskWalk): number {
  if (by === 'account') return createdAtMs
  return by === 'end' ? completedAtMs : taskIdTimeMs(id)
}
