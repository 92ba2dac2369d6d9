import type { Generated } from 'kysely'

/** The deletion of an account's data, with how much of each kind it has deleted. */
export interface AccountDeletionsTable {
  account_id: string
  begun_at: bigint
  ended_at: bigint | null
  uploads: Generated<bigint>
  upload_bytes: Generated<bigint>
  results: Generated<bigint>
  result_bytes: Generated<bigint>
  tasks: Generated<bigint>
  idempotency_keys: Generated<bigint>
  api_keys: Generated<bigint>
  audit_entries: Generated<bigint>
}
