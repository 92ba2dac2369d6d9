import { listAccounts } from '../database/accounts.js'
import type { Database } from '../database/database.js'
import { DatabaseUnavailableError } from '../database/database-unavailable-error.js'
import { measureQueue as readQueue } from '../database/task-queue.js'
import { taskIdTimeMs } from '../domain/ids.js'
import { ObjectStoreUnavailableError } from './object-store-outage.js'

export { migrate, pendingMigrations } from '../database/migrate.js'

/** Whether an error says that the database or the object store is away for now, and not that the service is at fault. */
export function isStorageAway(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailableError ||
    error instanceof ObjectStoreUnavailableError ||
    isMachineExhausted(error)
  )
}

/** What the operating system answers when it has no descriptor, memory or space left; all of it can pass. */
const exhaustedCodes: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT']

function isMachineExhausted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && exhaustedCodes.includes(error.code)
}

/** Whether anybody has an account yet; an empty service gets a demo account in the embedded mode. */
export async function hasAccounts(database: Database): Promise<boolean> {
  return (await database.read(listAccounts)).length > 0
}

/** Work in the queue and in the hands of workers. The age is told by the id of the oldest task, which begins with its time. */
export async function measureQueue(
  database: Database,
): Promise<{ waiting: number; running: number; oldestWaitingSeconds: number }> {
  const { waiting, running, oldestTaskId } = await database.read(readQueue)
  const oldestMs = oldestTaskId === undefined ? 0 : Math.max(0, Date.now() - taskIdTimeMs(oldestTaskId))
  return { waiting, running, oldestWaitingSeconds: oldestMs / 1000 }
}
