import { DatabaseUnavailableError } from '../database/database-unavailable-error.js'
import type { ObjectStore } from '../ports/object-store.js'

/** The object store cannot be used right now. Answered as 503; clears by itself. */
export class ObjectStoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The object store is unavailable.', { cause })
    this.name = 'ObjectStoreUnavailableError'
  }
}

/** What a request waits for a store to do. */
export type RequestedOfStore = Pick<ObjectStore, 'head' | 'readRange' | 'copy' | 'delete'>

/** A store that tells of an outage whatever it throws: every outcome that is none is a value of the port. */
export function tellingOfOutages(store: RequestedOfStore): RequestedOfStore {
  return {
    head: (key) => reach(store.head(key)),
    readRange: (key, range) => reach(store.readRange(key, range)),
    copy: (request) => reach(store.copy(request)),
    delete: (key) => reach(store.delete(key)),
  }
}

async function reach<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome
  } catch (cause) {
    throw new ObjectStoreUnavailableError(cause)
  }
}

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
