import { ServiceError } from '@mediagen/contract/errors'
import { errorCodeOf } from '../../core/errors.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import { CommitAmbiguousError, DatabaseUnavailableError } from '../../database/database-unavailable-error.ts'

/** The object store is not usable right now. Reported with 503; transient. */
export class ObjectStoreUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The object store is unavailable.', { cause })
    this.name = 'ObjectStoreUnavailableError'
  }
}

/** A gate gave no verdict on an upload, or has too many before it. Reported with 503; transient. */
export class GateUnavailableError extends ServiceError {
  /** For the log; clients see the code alone. */
  readonly reason: string

  constructor(reason: string, retryAfterSeconds: number) {
    super('SERVICE_UNAVAILABLE', { retryAfterSeconds })
    this.reason = reason
    this.name = 'GateUnavailableError'
  }
}

/** Another process completes the upload, and takes long. Reported with 503; transient. */
export class UploadClaimedError extends Error {
  constructor(uploadId: string) {
    super(`Another process is completing the upload ${uploadId}.`)
    this.name = 'UploadClaimedError'
  }
}

/** The object-store operations that requests wait for. */
export type RequestObjectStore = Pick<ObjectStore, 'head' | 'readRange' | 'copy' | 'delete'>

/** Wraps a store so that every throw means an outage: all other outcomes are values of the port. */
export function withOutageErrors(store: RequestObjectStore): RequestObjectStore {
  return {
    head: (key) => reachStore(store.head(key)),
    readRange: (key, range) => reachStore(store.readRange(key, range)),
    copy: (request) => reachStore(store.copy(request)),
    delete: (key) => reachStore(store.delete(key)),
  }
}

/** The outcome of what only the store does, of which every throw means an outage. */
export async function reachStore<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome
  } catch (cause) {
    throw new ObjectStoreUnavailableError(cause)
  }
}

/** Whether an error means that the request cannot be served for now, and not a bug. */
export function isStorageOutage(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailableError ||
    error instanceof ObjectStoreUnavailableError ||
    error instanceof GateUnavailableError ||
    error instanceof UploadClaimedError ||
    isMachineExhausted(error)
  )
}

/** Whether an outage leaves it unknown if the work of a request is committed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof CommitAmbiguousError
}

/** Errors of the operating system when descriptors, memory or disk space run out; all are transient. */
const exhaustedCodes: readonly unknown[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EDQUOT']

/** Whether it is this machine that has none left, whatever could not be done because of that. */
export function isMachineExhausted(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return exhaustedCodes.includes(errorCodeOf(error)) || isMachineExhausted(error.cause)
}
