import { isDeepStrictEqual } from 'node:util'
import { listArchives, listLeftArchives } from '../../../server/src/database/archive/task-archives.ts'
import type { Database } from '../../../server/src/database/database.ts'
import { findDisagreements } from '../../../server/src/database/reconciliation/reconcile-ledger.ts'
import { readArchive } from '../../../server/src/use-cases/archive/archive-file.ts'
import { archiveTasks } from '../../../server/src/use-cases/archive/archive-tasks.ts'
import { compareArchives } from '../../../server/src/use-cases/archive/compare-archives.ts'
import { restoreArchive } from '../../../server/src/use-cases/archive/restore-archive.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'

/** Scrubbed tasks in closed periods, of accounts that do nothing else, and all that the tables had of them. */
export interface Past {
  readonly accountIds: readonly string[]
  readonly before: Awaited<ReturnType<typeof readPast>>
}

/** Whatever has ended is old, by any clock; the tasks of the load stay, as they are not scrubbed. */
export const endedMs = -24 * 3_600_000

/**
 * Ends what the last process has begun, and says what is wrong: every task of the past is once in the tables or in an
 * archive, the sums are what they were, and all that comes back is as it was. Nothing may be at work on archives.
 */
export async function findMisplaced(
  parts: Parts,
  { accountIds, before }: Past,
): Promise<{ readonly errors: readonly string[]; readonly figures: ReadonlyMap<string, number> }> {
  const { database, objectStore } = parts
  const errors: string[] = []
  const expectSame = (what: string, now: unknown, then: unknown) => {
    if (!isDeepStrictEqual(now, then)) errors.push(`${what} was ${text(then)} and is ${text(now)}`)
  }
  const attempt = async (what: string, run: () => Promise<void>) => {
    await run().catch((error: unknown) => errors.push(`${what}: ${String(error)}`))
  }
  const agree = async (when: string) => {
    for (const found of await findDisagreements(database)) errors.push(`${when}: ${text(found)}`)
  }
  await lapseClaims(database)
  // Nothing has ended so long ago, so that it does nothing else.
  await attempt('what is unfinished cannot be ended', async () => {
    await archiveTasks(parts, { endedMs: -endedMs })
  })
  const left = await database.read(listLeftArchives)
  await attempt('archives', async () => {
    const proof = await compareArchives(parts)
    errors.push(...Object.values(proof).flat().map(text))
  })
  await agree('archived')
  const { tasks, entries: _, ...sums } = await readPast(database, accountIds)
  const { tasks: tasksBefore, entries: __, ...sumsBefore } = before
  expectSame('the sums', sums, sumsBefore)
  const places = [...tasks.map(({ id }) => id)]
  for (const archive of left)
    await attempt(archive.id, async () => {
      places.push(...(await readArchive(objectStore, archive)).map(({ task }) => task.id))
    })
  const ids = tasksBefore.map(({ id }) => id)
  expectSame('where the tasks are', places.sort(), ids)
  for (const { id } of left)
    await attempt(id, async () => {
      const restored = await restoreArchive(parts, id)
      if (restored?.kind !== 'restored') errors.push(`${id} is not restored: ${text(restored)}`)
    })
  await agree('restored')
  const restored = await readPast(database, accountIds)
  for (const name of Object.keys(before) as (keyof typeof before)[])
    expectSame(name, restored[name], before[name])
  for (const [table, rows] of Object.entries(await readArchivedSums(database)))
    expectSame(`${table} with nothing archived`, rows, [])
  const all = await database.read(listArchives)
  const figures = new Map([
    ['tasks of the past', ids.length],
    ['of them archived in the end', ids.length - tasks.length],
    ['archives', all.length],
    ['of them restored meanwhile', all.length - left.length],
  ])
  return { errors, figures }
}

export async function readPast(database: Database, accountIds: readonly string[]) {
  return database.read(async (db) => {
    const ofAccounts = (table: 'tasks' | 'ledger_entries') =>
      db.selectFrom(table).where('account_id', 'in', accountIds).orderBy('id')
    const tasks = await ofAccounts('tasks').selectAll('tasks').execute()
    return {
      tasks,
      entries: await ofAccounts('ledger_entries').selectAll('ledger_entries').execute(),
      accounts: await db
        .selectFrom('accounts')
        .selectAll()
        .where('id', 'in', accountIds)
        .orderBy('id')
        .execute(),
      usage: await db
        .selectFrom('usage_days')
        .selectAll()
        .where('account_id', 'in', accountIds)
        .orderBy('account_id')
        .orderBy('day')
        .orderBy('product')
        .orderBy('api_key_id')
        .execute(),
      spending: await db
        .selectFrom('key_spending')
        .selectAll()
        .where(
          'limits_id',
          'in',
          tasks.flatMap(({ key_limits_id }) => key_limits_id ?? []),
        )
        .orderBy('limits_id')
        .orderBy('day')
        .execute(),
    }
  })
}

/** Those that are not zero. */
async function readArchivedSums(database: Database) {
  return database.read(async (db) => ({
    archived_usage: await db
      .selectFrom('archived_usage')
      .selectAll()
      .where((row) => row.or([row('charged', '<>', 0n), row('refunded', '<>', 0n)]))
      .execute(),
    archived_spending: await db
      .selectFrom('archived_spending')
      .selectAll()
      .where('spent', '<>', 0n)
      .execute(),
    archived_costs: await db.selectFrom('archived_costs').selectAll().where('results', '<>', 0n).execute(),
  }))
}

/** As minutes of silence would. */
export async function lapseClaims(database: Database): Promise<void> {
  await database.autocommit((db) =>
    db.updateTable('task_archives').set({ claimed_until: 0n }).where('claimed_until', '>', 0n).execute(),
  )
}

export function text(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
}
