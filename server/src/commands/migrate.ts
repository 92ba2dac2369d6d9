import { readConfig } from '../config/config.ts'
import { migrate as runMigrations } from '../database/schema/migrate.ts'
import { wireStorage } from '../wiring/wire-storage.ts'
import { reachDatabase } from './reach-database.ts'

/** `mediagen-server migrate`: brings the schema up to date. Safe to run concurrently and repeatedly. */
export async function migrate(): Promise<number> {
  const storage = await wireStorage(readConfig(), { purpose: 'work' })
  try {
    await reachDatabase(storage)
    const applied = await runMigrations(storage.database)
    process.stdout.write(
      applied.length === 0 ? 'The schema is up to date.\n' : `Applied ${applied.join(', ')}.\n`,
    )
    return 0
  } finally {
    await storage.close()
  }
}
