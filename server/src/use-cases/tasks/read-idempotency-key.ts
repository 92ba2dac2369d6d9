import { createGroupRead, type GroupRead } from '../../coordination/group-read.ts'
import type { Database } from '../../database/database.ts'
import {
  findIdempotencyKeys,
  type KeyOfAccount,
  type RememberedKey,
} from '../../database/tasks/idempotency-keys.ts'

/** The task of an account's key, or undefined if the key is free. */
export type ReadIdempotencyKey = GroupRead<KeyOfAccount, RememberedKey>

/** Reads the keys of orders that arrive together in one statement. */
export function createReadIdempotencyKey(database: Database): ReadIdempotencyKey {
  return createGroupRead({
    readTogether: (asked) => database.read((db) => findIdempotencyKeys(db, asked)),
  })
}
