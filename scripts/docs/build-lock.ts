import { DatabaseSync } from 'node:sqlite'

/** The longest that another build of the site takes on a busy machine. */
const waitMs = 600_000

/**
 * Waits until no other process builds the site, and blocks others until this process ends. SQLite holds a
 * lock of the operating system on the file, which a crash releases.
 */
export function waitForOtherBuilds(file: string): void {
  const database = new DatabaseSync(file, { timeout: waitMs })
  database.exec('BEGIN EXCLUSIVE')
}
