import { pendingMigrations, requireSchemaForVersion } from '../database/schema/migrate.ts'
import type { ReadinessCheck } from '../http/health/health.ts'
import type { Parts } from '../wiring/wire.ts'

/** What every process needs to be ready: its database, writable and with the expected schema, and the object store. */
export function readinessChecks({
  database,
  objectStore,
}: Pick<Parts, 'database' | 'objectStore'>): Record<string, ReadinessCheck> {
  return {
    database: () => database.nowMs(),
    // A replica would answer reads from old data and refuse orders.
    databaseWritable: () => database.requireWritable(),
    migrations: async () => {
      await requireSchemaForVersion(database)
      const pending = await pendingMigrations(database)
      if (pending.length > 0) throw new Error(`Migrations are missing: ${pending.join(', ')}`)
    },
    objectStore: () => objectStore.check(),
  }
}
