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
  const read = <T>(run: () => Promise<T>) =>
    scheduler.call(process, { name: 'read', run, refuse, lose: refuse })
  return {
    ...database,
    transaction: (work) =>
      scheduler.call(process, {
        name: 'transaction',
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
      return scheduler.call(process, { name: 'statement', run, refuse, lose: refuse, repeat: run })
    },
    read: (work) => read(() => database.read(work)),
    readLongRunning: (work) => read(() => database.readLongRunning(work)),
    nowMs: () => read(() => database.nowMs()),
  }
}

/** The object store as one process reaches it. */
export function scheduledStore(store: ObjectStore, scheduler: Scheduler, process: Process): ObjectStore {
  const refuse = (): never => {
    throw away
  }
  const call = <T>(name: string, run: () => Promise<T>) =>
    scheduler.call(process, { name, run, refuse, lose: refuse, repeat: run })
  return {
    ...store,
    head: (key) => call('head object', () => store.head(key)),
    readRange: (key, range) => call('readRange object', () => store.readRange(key, range)),
    read: (key) => call('read object', () => store.read(key)),
    copy: (request) => call('copy object', () => store.copy(request)),
    put: (object, signal) => call('put object', () => store.put(object, signal)),
    delete: (key) => call('delete object', () => store.delete(key)),
  }
}
