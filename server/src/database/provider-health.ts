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

/** Replaces what is known of one provider. Two workers may race; the later word stands, which is good enough for a breaker. */
export async function saveProviderHealth(tx: Tx, provider: string, health: ProviderHealth): Promise<void> {
  await tx.db.deleteFrom('provider_health').where('provider', '=', provider).execute()
  if (health.failures === 0) return
  await tx.db
    .insertInto('provider_health')
    .values({ provider, failures: BigInt(health.failures), down_until: BigInt(health.downUntilMs) })
    .execute()
}
