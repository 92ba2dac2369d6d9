import { sql } from 'kysely'
import { readArchivedUpTo } from '../archive/task-archives.ts'
import type { Database } from '../database.ts'
import { noTotals, readTotals, type TotalName, type Totals, totalNames } from '../money/ledger-totals.ts'
import { compareArchivedPeriods } from './compare-archived.ts'
import type { Disagreement } from './disagreement.ts'
import { type LedgerPeriod, sumEntries } from './ledger-periods.ts'

/** Read by a statement. */
const closingsPerStatement = 1_000

/**
 * Reads the entries of a closed period again and compares them with its closings: each account's totals must have
 * grown since its closing before by just these. Periods of which tasks are archived are compared together with what
 * these add up to.
 */
export async function* comparePeriod(
  database: Database,
  period: LedgerPeriod,
): AsyncGenerator<Disagreement[]> {
  if (period.isArchived) {
    yield* compareArchivedPeriods(database, period)
    return
  }
  for await (const found of compareEntries(database, period)) {
    // Its first tasks may have been archived meanwhile.
    if (found.length > 0 && (await database.read(readArchivedUpTo)) >= period.lastId) return
    yield found
  }
}

async function* compareEntries(database: Database, period: LedgerPeriod): AsyncGenerator<Disagreement[]> {
  const { byAccount } = await sumEntries(database, period)
  for (let after = ''; ; ) {
    const closings = await listClosed(database, period, after)
    const found: Disagreement[] = []
    for (const { accountId, closed } of closings) {
      found.push(...disagreementOf(period, accountId, byAccount.get(accountId) ?? noTotals, closed))
      byAccount.delete(accountId)
    }
    yield found
    if (closings.length < closingsPerStatement) break
    after = closings.at(-1)?.accountId ?? after
  }
  yield [...byAccount].flatMap(([accountId, totals]) => disagreementOf(period, accountId, totals, noTotals))
}

/** By how much the totals of accounts grew in the period, as its closings have it. */
async function listClosed(
  database: Database,
  { lastId }: LedgerPeriod,
  after: string,
): Promise<{ accountId: string; closed: Totals }[]> {
  const grown = sql.join(
    totalNames.map(
      (name) => sql`${sql.ref(`c.${name}`)} - coalesce(${sql.ref(`b.${name}`)}, 0) as ${sql.ref(name)}`,
    ),
  )
  const { rows } = await database.read((db) =>
    sql<Record<TotalName, bigint | string> & { account_id: string }>`
      select c.account_id, ${grown}
      from ledger_closings c
      left join ledger_closings b on b.account_id = c.account_id and b.last_id = (
        select max(last_id) from ledger_closings where account_id = c.account_id and last_id < ${lastId})
      where c.last_id = ${lastId} and c.account_id > ${after}
      order by c.account_id
      limit ${closingsPerStatement}`.execute(db),
  )
  return rows.map(({ account_id, ...totals }) => ({ accountId: account_id, closed: readTotals(totals) }))
}

function disagreementOf(
  { afterId, lastId }: LedgerPeriod,
  accountId: string,
  entries: Totals,
  closed: Totals,
): Disagreement[] {
  const names = totalNames.filter((name) => entries[name] !== closed[name])
  if (names.length === 0) return []
  const textOf = (totals: Totals) => names.map((name) => `${name} ${totals[name]}`).join(', ')
  return [
    {
      kind: 'closing',
      accountId,
      expected: `${textOf(closed)}, as closed`,
      actual: `${textOf(entries)}, in entries ${afterId + 1n} to ${lastId}`,
    },
  ]
}
