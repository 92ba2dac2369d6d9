import { pendingMigrations } from '../database/migrate.js'
import type { ReadinessCheck } from '../http/health/health.js'
import type { Core } from '../wire.js'

/** What every process needs before it can be of use: its database, on the schema that the code knows, and the objects. */
export function readinessChecks({
  database,
  objectStore,
}: Pick<Core, 'database' | 'objectStore'>): Record<string, ReadinessCheck> {
  return {
    database: () => database.nowMs(),
    migrations: async () => {
      const pending = await pendingMigrations(database)
      if (pending.length > 0) throw new Error(`Migrations are missing: ${pending.join(', ')}`)
    },
    objectStore: () => objectStore.check(),
  }
}
