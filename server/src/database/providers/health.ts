import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tx } from '../database.ts'
import type { Tables } from '../tables.ts'
import { type Paused, type PausedThing, pausedOf } from './pauses.ts'

export interface ProviderHealth {
  readonly failures: number
  /** The circuit breaker has excluded it since its last success, even if it may be tried again by now. */
  readonly isDown: boolean
  /** Until when the circuit breaker excludes it; 0 unless it is down. */
  readonly downUntilMs: number
  /** The first of the failures; undefined if an older version has counted it. */
  readonly failingSinceMs: number | undefined
  /** When the circuit breaker excluded it first; undefined unless it is down, and as above. */
  readonly downSinceMs: number | undefined
}

/** The health of each provider that has failed since its last success; an absent one is healthy. */
export async function listProviderHealth(
  db: Kysely<Tables> | Transaction<Tables>,
): Promise<Map<string, ProviderHealth>> {
  const rows = await db.selectFrom('provider_health').selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.provider,
      {
        failures: Number(row.failures),
        isDown: row.down_until > 0n,
        downUntilMs: Number(row.down_until),
        failingSinceMs: row.failing_since === null ? undefined : Number(row.failing_since),
        downSinceMs: row.down_since === null ? undefined : Number(row.down_since),
      },
    ]),
  )
}

/** Which providers failures exclude, and what operators have paused. */
export interface Exclusions {
  /** Until when, of each provider that has failed since its last success; 0 for one that is not down. */
  readonly downUntilMs: ReadonlyMap<string, number>
  readonly paused: Paused
}

/** Reads both with one statement, because each process that accepts or runs tasks does so every second. */
export async function readExclusions(db: Kysely<Tables> | Transaction<Tables>): Promise<Exclusions> {
  const rows = await db
    .selectFrom('provider_health')
    .select(['provider as name', 'down_until', sql<PausedThing['kind'] | 'health'>`'health'`.as('kind')])
    .unionAll(db.selectFrom('pauses').select(['name', sql<bigint>`0`.as('down_until'), 'kind']))
    .execute()
  const things = rows.flatMap(({ kind, name }) => (kind === 'health' ? [] : [{ kind, name }]))
  const health = rows.filter(({ kind }) => kind === 'health')
  return {
    downUntilMs: new Map(health.map(({ name, down_until }) => [name, Number(down_until)])),
    paused: pausedOf(things),
  }
}

/**
 * Counts one more consecutive failure, and excludes the provider for `downMs` once there are `failuresMax`.
 * The database counts, so that concurrent reports from several workers are not lost; if two report the first
 * failure at the same time, the unique key refuses one, which must then be run again.
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
    await tx.db
      .insertInto('provider_health')
      .values({ provider, failures: 1n, down_until: 0n, failing_since: BigInt(tx.nowMs) })
      .execute()
  }
  await tx.db
    .updateTable('provider_health')
    .set((row) => ({
      down_until: BigInt(tx.nowMs + limits.downMs),
      down_since: row.fn.coalesce('down_since', row.val(BigInt(tx.nowMs))),
    }))
    .where('provider', '=', provider)
    .where('failures', '>=', BigInt(limits.failuresMax))
    .execute()
}

/** Forgets all failures of a provider: it is healthy. */
export async function clearProviderFailures(tx: Tx, provider: string): Promise<void> {
  await tx.db.deleteFrom('provider_health').where('provider', '=', provider).execute()
}
