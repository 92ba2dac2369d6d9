import type { Kysely, Transaction } from 'kysely'
import type { Tx } from './database.js'
import type { Tables } from './tables.js'

export interface ProviderHealth {
  readonly failures: number
  readonly downUntilMs: number
}

/** What is known of each provider that has ever failed; one that is absent is healthy. */
export async function listProviderHealth(
  db: Kysely<Tables> | Transaction<Tables>,
): Promise<Map<string, ProviderHealth>> {
  const rows = await db.selectFrom('provider_health').selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.provider,
      { failures: Number(row.failures), downUntilMs: Number(row.down_until) },
    ]),
  )
}

/**
 * Counts one more failure in a row, and takes the provider out until `downMs` from now once there are `failuresMax`. The
 * database does the counting, so that no failure is lost among workers that report at once; where two report the first
 * failure at the same moment, the unique key refuses one, which must then be run again.
 */
export async function addProviderFailure(
  tx: Tx,
  provider: string,
  limits: { readonly failuresMax: number; readonly downMs: number },
): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('provider_health')
    .set((row) => ({ failures: row('failures', '+', 1n) }))
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    await tx.db.insertInto('provider_health').values({ provider, failures: 1n, down_until: 0n }).execute()
  }
  await tx.db
    .updateTable('provider_health')
    .set({ down_until: BigInt(tx.nowMs + limits.downMs) })
    .where('provider', '=', provider)
    .where('failures', '>=', BigInt(limits.failuresMax))
    .execute()
}

/** Forgets all failures of a provider: it is healthy. */
export async function clearProviderFailures(tx: Tx, provider: string): Promise<void> {
  await tx.db.deleteFrom('provider_health').where('provider', '=', provider).execute()
}
