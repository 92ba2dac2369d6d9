import type { Gate } from '../../../server/src/core/ports/gate.ts'
import type { ObjectStore } from '../../../server/src/core/ports/object-store.ts'
import type { Provider } from '../../../server/src/core/ports/provider.ts'
import type { Database } from '../../../server/src/database/database.ts'
import type { CrashPoint } from './crash-point.ts'

/**
 * The database with a step before and after each COMMIT. Statements need none: without their COMMIT they have
 * no effect.
 */
export function databaseWithCrashPoints(database: Database, crash: CrashPoint): Database {
  return {
    ...database,
    async transaction(work) {
      const result = await database.transaction(async (tx) => {
        const done = await work(tx)
        crash.pass('before COMMIT')
        return done
      })
      crash.pass('after COMMIT')
      return result
    },
  }
}

/** The object store with a step before and after each change. */
export function objectStoreWithCrashPoints(store: ObjectStore, crash: CrashPoint): ObjectStore {
  const around =
    <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      crash.pass(`before ${name}`)
      const result = await call(...args)
      crash.pass(`after ${name}`)
      return result
    }
  return {
    ...store,
    put: around('put', (object, signal) => store.put(object, signal)),
    copy: around('copy', (request) => store.copy(request)),
    delete: around('delete', (key) => store.delete(key)),
  }
}

/** The gate with a step before and after each request. */
export function gateWithCrashPoints(gate: Gate, crash: CrashPoint): Gate {
  return {
    ...gate,
    async ask(subject, signal, accountId) {
      crash.pass('before ask')
      const verdict = await gate.ask(subject, signal, accountId)
      crash.pass('after ask')
      return verdict
    },
  }
}

/** The provider with a step before and after each call. */
export function providerWithCrashPoints(provider: Provider, crash: CrashPoint): Provider {
  return {
    ...provider,
    async start(job, signal) {
      crash.pass('before start')
      const response = await provider.start(job, signal)
      crash.pass('after start')
      return response
    },
    async poll(job, options) {
      crash.pass('before poll')
      const response = await provider.poll(job, options)
      crash.pass('after poll')
      return response
    },
  }
}
