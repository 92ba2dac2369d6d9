import { sql } from 'kysely'
import { int64Max } from '../../core/domain/int64-max.ts'
import { dateOfDay } from '../../core/domain/utc-day.ts'
import type { Database } from '../database.ts'

/**
 * Compares what keys have spent, in total and on each day, with their tasks that were not refunded. Keys that
 * share their limits belong to one account, and the first of them has the id of the limits. Names statuses
 * itself on purpose, as the comparison of the ledger does.
 */
export async function compareSpending(
  database: Database,
  { after, upTo }: { readonly after: string; readonly upTo: string },
) {
  const { rows } = await database.readLongRunning((db) =>
    sql<{ limits_id: string; account_id: string; day: bigint; spent: bigint; expected: unknown }>`
      select * from (
        select s.limits_id, k.account_id, s.day, s.spent, coalesce(sum(t.cost), 0) as expected
        from key_spending s
        join api_keys k on k.id = s.limits_id
        left join tasks t on t.account_id = k.account_id and t.key_limits_id = s.limits_id
          and t.status not in ('FAILED', 'CANCELLED')
          and t.created_at >= s.day * 86400000
          and t.created_at < case s.day when 0 then ${sql.lit(int64Max)} else (s.day + 1) * 86400000 end
        where s.limits_id > ${after} and s.limits_id <= ${upTo}
        group by s.limits_id, k.account_id, s.day, s.spent
      ) spending
      where spent <> expected
      order by limits_id, day`.execute(db),
  )
  return rows.map(({ limits_id: keyId, account_id: accountId, day, spent, expected }) => ({
    kind: 'spending' as const,
    accountId,
    expected: `${expected} by the key ${keyId} ${whenOf(day)}`,
    actual: String(spent),
  }))
}

function whenOf(day: bigint): string {
  return day === 0n ? 'in total' : `on ${dateOfDay(Number(day))}`
}
