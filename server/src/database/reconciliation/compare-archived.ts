import { sql } from 'kysely'
import { archivedTotals } from '../archive/archived-sums.ts'
import { archivedUpTo } from '../archive/task-archives.ts'
import type { Database } from '../database.ts'
import { readTotals, type TotalName, totalNames, totalsOfEntries } from '../money/ledger-totals.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import type { Disagreement } from './disagreement.ts'
import type { LedgerPeriod } from './ledger-periods.ts'

/** Each statement reads all entries that are left of these periods, which are few: a period or two, and what had to stay. */
const accountsPerStatement = 5_000

/**
 * Compares the last closings of the periods of which tasks are archived with the entries that are left of them and
 * what the archived ones add up to. A task that leaves meanwhile is in one of the two, because each statement reads
 * both at one moment; it finds nothing once tasks of another period leave, which the next run reads with these.
 */
export async function* compareArchivedPeriods(
  database: Database,
  period: Pick<LedgerPeriod, 'lastId'>,
): AsyncGenerator<Disagreement[]> {
  for await (const chunk of chunksOf(database, 'accounts', accountsPerStatement))
    yield await compareChunk(database, period, chunk)
}

async function compareChunk(
  database: Database,
  { lastId }: Pick<LedgerPeriod, 'lastId'>,
  { after, upTo }: Chunk,
): Promise<Disagreement[]> {
  const found = (name: TotalName) =>
    sql`coalesce(${sql.ref(`e.${name}`)}, 0) + coalesce(${sql.ref(`x.${name}`)}, 0)`
  const columns = totalNames.flatMap((name) => [
    sql`coalesce(${sql.ref(`c.${name}`)}, 0) as ${sql.ref(name)}`,
    sql`${found(name)} as ${sql.ref(`found_${name}`)}`,
  ])
  const archived = sql.join(totalNames.map((name) => sql`${archivedTotals[name]} as ${sql.ref(name)}`))
  const differs = sql.join(
    totalNames.map((name) => sql`${sql.ref(name)} <> ${sql.ref(`found_${name}`)}`),
    sql` or `,
  )
  const { rows } = await database.readLongRunning((db) =>
    sql<Record<TotalName | `found_${TotalName}`, bigint | string> & { account_id: string }>`
      select * from (
        select a.id as account_id, ${sql.join(columns)}
        from accounts a
        left join ledger_closings c on c.account_id = a.id and c.last_id = (
          select max(last_id) from ledger_closings where account_id = a.id and last_id <= ${lastId})
        left join (
          select account_id, ${totalsOfEntries} from ledger_entries where id <= ${lastId} group by account_id
        ) e on e.account_id = a.id
        left join (
          select account_id, ${archived} from archived_usage
          where account_id > ${after} and account_id <= ${upTo} group by account_id
        ) x on x.account_id = a.id
        where a.id > ${after} and a.id <= ${upTo}
          and ${lastId} = ${archivedUpTo}
      ) books
      where ${differs}
      order by account_id`.execute(db),
  )
  return rows.map((row) => {
    const closed = readTotals(row)
    const names = totalNames.filter((name) => closed[name] !== BigInt(row[`found_${name}`]))
    return {
      kind: 'closing',
      accountId: row.account_id,
      expected: `${names.map((name) => `${name} ${closed[name]}`).join(', ')}, as closed`,
      actual: `${names.map((name) => `${name} ${row[`found_${name}`]}`).join(', ')}, in entries up to ${lastId} and in archives`,
    }
  })
}
