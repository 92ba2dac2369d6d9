import { createGroupRead } from '../../coordination/group-read.ts'
import type { Database } from '../../database/database.ts'
import {
  findIdempotencyKeys,
  type KeyOfAccount,
  type RememberedKey,
} from '../../database/tasks/idempotency-keys.ts'

/** The task of an account's key, or undefined if the key is free. */
export type ReadIdempotencyKey = (key: KeyOfAccount) => Promise<RememberedKey | undefined>

/** Reads the keys of orders that arrive together in one statement, one statement at a time. */
export function createReadIdempotencyKey(database: Database): ReadIdempotencyKey {
  const reads = createGroupRead<KeyOfAccount, RememberedKey>({
    concurrency: 1,
    readTogether: (asked) => database.read((db) => findIdempotencyKeys(db, asked)),
  })
  return (key) => reads.read(key)
}
