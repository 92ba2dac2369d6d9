import type { ObjectStore } from '../../../server/src/core/ports/object-store.ts'
import type { Database } from '../../../server/src/database/database.ts'
import {
  CommitAmbiguousError,
  DatabaseUnavailableError,
} from '../../../server/src/database/database-unavailable-error.ts'
import type { Process, Scheduler } from './scheduler.ts'

const away = new Error('simulated')

/** The database as one process reaches it. Its transactions are whole: SQLite runs one at a time. */
export function scheduledDatabase(database: Database, scheduler: Scheduler, process: Process): Database {
  const refuse = (): never => {
    throw new DatabaseUnavailableError(away)
  }
  const read = <T>(run: () => Promise<T>) => scheduler.call(process, { run, refuse, lose: refuse })
  return {
    ...database,
    transaction: (work) =>
      scheduler.call(process, {
        run: () => database.transaction(work),
        refuse,
        lose() {
          throw new CommitAmbiguousError(away)
        },
        // As after a COMMIT whose response is lost.
        repeat: () => database.transaction((tx) => work({ ...tx, mayHaveCommitted: true })),
      }),
    autocommit(statement) {
      const run = () => database.autocommit(statement)
      return scheduler.call(process, { run, refuse, lose: refuse, repeat: run })
    },
    read: (work) => read(() => database.read(work)),
    readLongRunning: (work) => read(() => database.readLongRunning(work)),
    nowMs: () => read(() => database.nowMs()),
  }
}

/** The object store as one process reaches it; a change that is lost is an error of the store. */
export function scheduledStore(store: ObjectStore, scheduler: Scheduler, process: Process): ObjectStore {
  const refuse = (): never => {
    throw away
  }
  const call = <T>(run: () => Promise<T>) =>
    scheduler.call(process, { run, refuse, lose: refuse, repeat: run })
  return {
    ...store,
    put: (object, signal) => call(() => store.put(object, signal)),
    delete: (key) => call(() => store.delete(key)),
    head: (key) => call(() => store.head(key)),
  }
}

/** Objects in memory, of which nothing is read but whether they are there. */
export function createMemoryStore(): ObjectStore {
  const objects = new Map<string, number>()
  const never = async (): Promise<never> => {
    throw new Error('No simulated process does this.')
  }
  return {
    put: async (object) => void objects.set(object.key, 'bytes' in object ? object.bytes.byteLength : 0),
    delete: async (key) => void objects.delete(key),
    async head(key) {
      const sizeBytes = objects.get(key)
      return sizeBytes === undefined ? undefined : { sizeBytes, etag: '1' }
    },
    signDownload: async ({ key }) => `memory:${key}`,
    signUpload: never,
    readRange: never,
    read: never,
    copy: never,
    list: never as unknown as ObjectStore['list'],
    check: async () => undefined,
  }
}
