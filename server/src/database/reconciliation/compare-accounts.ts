import { sql } from 'kysely'
import { int64Max } from '../../core/domain/int64-max.ts'
import type { Database } from '../database.ts'
import { type TotalName, totalsOfEntries } from '../money/ledger-totals.ts'
import type { Chunk } from './chunks.ts'
import type { Disagreement } from './disagreement.ts'

/** The part of the ledger that no closing has. */
export interface OpenLedger {
  /** The end of the last closed period; 0 if there is none. */
  readonly closedUpTo: bigint
  /** Whether all of it may be read for each chunk of accounts, and not only what is theirs. */
  readonly isShort: boolean
}

interface AccountBooks {
  readonly id: string
  readonly balance: bigint
  readonly reserved: bigint
  readonly ledger_balance: unknown
  readonly ledger_reserved: unknown
  readonly ledger_usage: string
  readonly counted_usage: string | null
  readonly tasks_open: bigint
  readonly ledger_open: unknown
}

/**
 * Compares accounts with their last closing and the entries since. The closings are those up to the end of the open
 * ledger, so that one which is written meanwhile counts nothing twice. `usageOf`: usage is the longer sum, and only
 * movements change it.
 */
export async function compareAccounts(
  database: Database,
  { after, upTo }: Chunk,
  { closedUpTo, isShort, usageOf }: OpenLedger & { readonly usageOf: 'all' | 'moved' },
): Promise<Disagreement[]> {
  // The upper bound is for SQLite, which would read all entries in the order of accounts instead.
  const theirs = isShort
    ? sql`id <= ${sql.lit(int64Max)}`
    : sql`account_id > ${after} and account_id <= ${upTo}`
  const usage = sql`(select concat(coalesce(sum(u.charged), 0), ' by ', coalesce(sum(u.succeeded), 0), ' charges, ',
      coalesce(sum(u.failed + u.cancelled), 0), ' refunds')
    from usage_days u where u.account_id = a.id)`
  const { rows } = await database.readLongRunning((db) =>
    sql<AccountBooks>`
      select * from (
        select a.id, a.balance, a.reserved, a.tasks_open,
          ${total('credited')} - ${total('debited')} - ${total('reserved')} + ${total('refunded')} as ledger_balance,
          ${total('reserved')} - ${total('charged')} - ${total('refunded')} as ledger_reserved,
          ${total('reservations')} - ${total('charges')} - ${total('refunds')} as ledger_open,
          concat(${total('charged')}, ' by ', ${total('charges')}, ' charges, ', ${total('refunds')}, ' refunds')
            as ledger_usage,
          ${usageOf === 'all' ? usage : sql`case when e.account_id is not null then ${usage} end`} as counted_usage
        from accounts a
        left join ledger_closings c on c.account_id = a.id and c.last_id = (
          select max(last_id) from ledger_closings where account_id = a.id and last_id <= ${closedUpTo})
        left join (
          select account_id, ${totalsOfEntries} from ledger_entries
          where id > ${closedUpTo} and ${theirs} group by account_id
        ) e on e.account_id = a.id
        where a.id > ${after} and a.id <= ${upTo}
      ) books
      where balance <> ledger_balance or reserved <> ledger_reserved or counted_usage <> ledger_usage
        or tasks_open <> ledger_open
      order by id`.execute(db),
  )
  return rows.flatMap((row) => {
    const pairs = [
      { kind: 'balance' as const, actual: String(row.balance), expected: String(row.ledger_balance) },
      { kind: 'reserved' as const, actual: String(row.reserved), expected: String(row.ledger_reserved) },
      { kind: 'usage' as const, actual: row.counted_usage ?? row.ledger_usage, expected: row.ledger_usage },
      { kind: 'open' as const, actual: String(row.tasks_open), expected: String(row.ledger_open) },
    ]
    return pairs
      .filter((pair) => pair.actual !== pair.expected)
      .map((pair) => ({ ...pair, accountId: row.id }))
  })
}

function total(name: TotalName) {
  return sql`(coalesce(${sql.ref(`c.${name}`)}, 0) + coalesce(${sql.ref(`e.${name}`)}, 0))`
}
