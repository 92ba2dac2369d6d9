import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { Reader } from '../tables.ts'
import { changeComparedResults } from './compared-results.ts'

/**
 * How many bytes of results accounts keep. `ledger.charge` adds those of a result, because it updates the account's
 * row anyway.
 */

/** Subtracts the sizes of results that this transaction has removed. */
export async function subtractResultBytes(
  tx: Tx,
  removed: readonly {
    readonly accountId: string
    readonly createdAtMs: number
    readonly sizeBytes: number
  }[],
): Promise<void> {
  const bytes = new Map<string, bigint>()
  for (const { accountId, sizeBytes } of removed)
    bytes.set(accountId, (bytes.get(accountId) ?? 0n) + BigInt(sizeBytes))
  // One by one, because an UPDATE of several may scan a short table and lock all of it; in order, because two such
  // transactions would wait for each other otherwise.
  for (const [accountId, by] of [...bytes].sort(([one], [other]) => (one < other ? -1 : 1))) {
    // Never below 0: a process of an older version may have ended tasks without counting them, until the next
    // reconciliation.
    const left = sql`result_bytes - ${by}`
    await tx.db
      .updateTable('accounts')
      .set({ result_bytes: sql<bigint>`case when ${left} > 0 then ${left} else 0 end` })
      .where('id', '=', accountId)
      .execute()
  }
  await changeComparedResults(
    tx,
    removed.map(({ sizeBytes, ...result }) => ({ ...result, bytes: -sizeBytes })),
  )
}

/** Adds what an account's count lacks. Others may change the count meanwhile: they add and subtract, too. */
export async function correctResultBytes(
  tx: Tx,
  accountId: string,
  { missingBytes }: { readonly missingBytes: number },
): Promise<void> {
  const corrected = sql`result_bytes + ${BigInt(missingBytes)}`
  await tx.db
    .updateTable('accounts')
    .set({ result_bytes: sql<bigint>`case when ${corrected} > 0 then ${corrected} else 0 end` })
    .where('id', '=', accountId)
    .execute()
}

/** A subquery: what the results of the account in a row of `accounts` add up to, those of tasks accepted after a time. */
export function storedBytesOf(dialect: Database['dialect'], afterMs: bigint) {
  return sql<bigint | string>`(select coalesce(sum(${dialect.outputBytes}), 0)
    from tasks where tasks.account_id = accounts.id and tasks.created_at > ${afterMs} and tasks.output is not null)`
}

/** The results of all accounts, for the metrics. */
export async function sumResultBytes(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select((account) => account.fn.sum<bigint | string>('result_bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(row.bytes ?? 0)
}
