import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createFolder } from './create-folder.ts'

/** Held while it is referenced and not released; it ends with the process in any case. */
export interface ExclusiveLock {
  release(): void
}

/**
 * Takes the lock that a file represents; undefined while another process holds it. SQLite holds it by a lock
 * of the operating system, which a crash releases; a plain lock file would have to be removed by hand.
 */
export function takeExclusiveLock(file: string): ExclusiveLock | undefined {
  createFolder(dirname(file))
  const database = new DatabaseSync(file)
  try {
    database.exec('BEGIN EXCLUSIVE')
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

/** SQLITE_BUSY; extended codes have it as their low byte. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}
