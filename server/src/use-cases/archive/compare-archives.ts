import { listArchivedTotals, totalsOfTask } from '../../database/archive/archived-sums.ts'
import { type ArchivedTask, findPresent } from '../../database/archive/archived-task.ts'
import { listLeftArchives, type TaskArchive } from '../../database/archive/task-archives.ts'
import type { Database } from '../../database/database.ts'
import { addTotals, noTotals, type Totals, totalNames } from '../../database/money/ledger-totals.ts'
import type { Disagreement } from '../../database/reconciliation/disagreement.ts'
import { type ArchiveReader, ArchiveUnreadableError, manifestKeyOf, readArchive } from './archive-file.ts'

/** Looked up or read by a statement. */
const perStatement = 1_000

export interface ArchiveProof {
  readonly disagreements: readonly Disagreement[]
  /** The archives whose files are missing or changed. Without them the sums of accounts are not compared. */
  readonly unreadable: readonly LostFile[]
  /** The archives whose manifests are missing, which nothing but a reader without the database needs. */
  readonly withoutManifest: readonly LostFile[]
}

interface LostFile {
  readonly archiveId: string
  /** With what to do. */
  readonly what: string
}

/**
 * Reads the file of every archive: compares each of its tasks with its entries, and what all of them add up to for each
 * account with what was written when they left. A task that is in the tables as well counts there. Throws the store's
 * errors, and an Error if tasks leave or come back meanwhile.
 */
export async function compareArchives(
  { database, objectStore }: { readonly database: Database; readonly objectStore: ArchiveReader },
  onProgress: (archive: TaskArchive) => void = () => undefined,
): Promise<ArchiveProof> {
  const archives = await database.read(listLeftArchives)
  const disagreements: Disagreement[] = []
  const unreadable: LostFile[] = []
  const withoutManifest: LostFile[] = []
  const sums = new Map<string, Totals>()
  for (const archive of archives) {
    onProgress(archive)
    const key = manifestKeyOf(archive.id)
    if ((await objectStore.head(key)) === undefined)
      withoutManifest.push({ archiveId: archive.id, what: manifestLost(key) })
    const tasks = await readOrExplain(objectStore, archive)
    if (typeof tasks === 'string') unreadable.push({ archiveId: archive.id, what: tasks })
    else
      for await (const task of absentOf(database, tasks)) {
        disagreements.push(...disagreementOf(task))
        const { account_id } = task.task
        sums.set(account_id, addTotals(sums.get(account_id) ?? noTotals, totalsOfTask(task)))
      }
  }
  const wrong = unreadable.length > 0 ? [] : await compareSums(database, sums)
  const isSame = stateOf(archives) === stateOf(await database.read(listLeftArchives))
  if (!isSame) throw new ArchivesChangedError()
  return { disagreements: [...disagreements, ...wrong], unreadable, withoutManifest }
}

function manifestLost(key: string): string {
  return `The archive's manifest ${key} is missing. No task is lost with it. Put it back from the bucket's versions or its backup; if it is lost for good, restore the archive, and the next archive of its tasks has one.`
}

/** Tasks have left or come back while archives were read, so that nothing can be said about their sums. */
export class ArchivesChangedError extends Error {
  constructor() {
    super('Tasks were archived or restored while the archives were read: try again.')
    this.name = 'ArchivesChangedError'
  }
}

/** Differs once a task has moved: an archive is in one state for all its transactions, each of which renews the claim. */
function stateOf(archives: readonly TaskArchive[]): string {
  return archives.map(({ id, state, claimedUntilMs }) => `${id} ${state} ${claimedUntilMs}`).join()
}

async function readOrExplain(
  objectStore: ArchiveReader,
  archive: TaskArchive,
): Promise<readonly ArchivedTask[] | string> {
  try {
    return await readArchive(objectStore, archive)
  } catch (error) {
    if (error instanceof ArchiveUnreadableError) return error.message
    throw error
  }
}

async function* absentOf(database: Database, tasks: readonly ArchivedTask[]): AsyncGenerator<ArchivedTask> {
  for (let first = 0; first < tasks.length; first += perStatement) {
    const some = tasks.slice(first, first + perStatement)
    const ids = some.map(({ task }) => task.id)
    const present = await database.read((db) => findPresent(db, ids))
    yield* some.filter(({ task }) => !present.has(task.id))
  }
}

/** Names statuses and movements itself, as the comparison of the tables does. */
function disagreementOf({ task, entries }: ArchivedTask): Disagreement[] {
  const [opened, closing] = entries
  const settlement = task.status === 'SUCCEEDED' ? 'charge' : 'refund'
  const agrees =
    opened?.kind === 'reserve' &&
    opened.amount === task.cost &&
    closing?.kind === settlement &&
    closing.amount === task.cost
  if (agrees) return []
  const actual = `opened ${opened?.amount}, closed by ${closing?.kind ?? 'nothing'} of ${closing?.amount}, in an archive`
  const expected = `${task.status} of ${task.cost}`
  return [{ kind: 'task', accountId: task.account_id, taskId: task.id, expected, actual }]
}

async function compareSums(database: Database, sums: Map<string, Totals>): Promise<Disagreement[]> {
  const found: Disagreement[] = []
  for (let after = ''; ; ) {
    const page = await database.readLongRunning((db) =>
      listArchivedTotals(db, { after, limit: perStatement }),
    )
    for (const { accountId, totals } of page) {
      found.push(...differenceOf(accountId, totals, sums.get(accountId) ?? noTotals))
      sums.delete(accountId)
    }
    if (page.length < perStatement) break
    after = page.at(-1)?.accountId ?? after
  }
  for (const [accountId, totals] of sums) found.push(...differenceOf(accountId, noTotals, totals))
  return found
}

function differenceOf(accountId: string, expected: Totals, actual: Totals): Disagreement[] {
  const names = totalNames.filter((name) => expected[name] !== actual[name])
  if (names.length === 0) return []
  const textOf = (totals: Totals) => names.map((name) => `${name} ${totals[name]}`).join(', ')
  return [
    {
      kind: 'archive',
      accountId,
      expected: `${textOf(expected)}, as archived`,
      actual: `${textOf(actual)}, in files`,
    },
  ]
}
