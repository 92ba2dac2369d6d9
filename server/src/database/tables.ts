// biome-ignore-all lint/style/noExcessiveLinesPerFile: one table, which would not gain from being split.
import type { ImageContentType } from '@mediagen/contract/models'
import type { Generated, Kysely, Transaction } from 'kysely'
import type { AccountState } from '../core/domain/accounts/account-states.ts'
import type { AuditAction } from '../core/domain/audit-actions.ts'
import type { ProductName } from '../core/domain/products.ts'
import type { RemovedResultCode, TaskErrorCode, TaskStatus } from '../core/domain/tasks/task-states.ts'
import type { UploadErrorCode, UploadStatus } from '../core/domain/uploads/upload-states.ts'
import type { GateStage, GateVerdict } from '../core/ports/gate.ts'

/**
 * The rows as both databases return them: every integer column is a bigint, so no amount passes through a
 * double, and every time is in milliseconds since 1970 by the database's clock. A test compares this file
 * with the live schemas.
 */
export interface Tables {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  key_limits: KeyLimitsTable
  key_spending: KeySpendingTable
  tasks: TasksTable
  task_queue: TaskQueueTable
  task_leases: TaskLeasesTable
  held_tasks: BlockedTasksTable
  requeued_tasks: RequeuedTasksTable
  task_deadlines: TaskDeadlinesTable
  workers: WorkersTable
  ledger_entries: LedgerEntriesTable
  ledger_periods: LedgerPeriodsTable
  ledger_closings: LedgerClosingsTable
  task_archives: TaskArchivesTable
  archived_usage: ArchivedUsageTable
  archived_spending: KeySpendingTable
  archived_costs: ArchivedCostsTable
  idempotency_keys: IdempotencyKeysTable
  uploads: UploadsTable
  upload_usage: KeptUploadsTable
  provider_health: ProviderHealthTable
  provider_starts: ProviderStartsTable
  pauses: PausesTable
  task_retries: TaskRetriesTable
  credits: CreditsTable
  debits: DebitsTable
  usage_days: UsageDaysTable
  rate_limits: RateLimitsTable
  sweep_runs: SweepRunsTable
  compared_results: ComparedResultsTable
  audit_entries: AuditEntriesTable
  gate_checks: GateChecksTable
  engine_calls: EngineCallsTable
  account_deletions: AccountDeletionsTable
  schema_migrations: SchemaMigrationsTable
}

interface AccountsTable {
  id: string
  balance: bigint
  reserved: bigint
  created_at: bigint
  state: Generated<AccountState>
  tasks_open: Generated<bigint>
  tasks_open_max: bigint | null
  tasks_running_max: bigint | null
  requests_per_minute: bigint | null
  name: string | null
  name_folded: string | null
  reference: string | null
  result_bytes: Generated<bigint>
}

interface ApiKeysTable {
  id: string
  account_id: string
  key_hash: Uint8Array
  created_at: bigint
  revoked_at: bigint | null
  name: string | null
  expires_at: bigint | null
  products: string | null
  read_only: Generated<bigint>
  requests_per_minute: bigint | null
  last_used_at: bigint | null
  limits_id: string | null
}

interface KeyLimitsTable {
  id: string
  day_max: bigint | null
  total_max: bigint | null
}

interface KeySpendingTable {
  limits_id: string
  day: bigint
  spent: bigint
}

interface TasksTable {
  id: string
  account_id: string
  api_key_id: string | null
  traceparent: string | null
  key_limits_id: string | null
  type: ProductName
  tier: string
  status: TaskStatus
  parameters: string
  cost: bigint
  created_at: bigint
  started_at: bigint | null
  completed_at: bigint | null
  queue_position: bigint
  attempt: bigint
  epoch: bigint
  provider: string | null
  provider_job: string | null
  output: string | null
  error_code: TaskErrorCode | null
  error_message: string | null
  cancel_at: bigint | null
  removed_at: bigint | null
  removed_code: RemovedResultCode | null
  scrubbed_at: bigint | null
  engine_called_at: bigint | null
  progress: bigint | null
  passed_over: string | null
  engine_cost: bigint | null
}

interface TaskQueueTable {
  product: ProductName
  position: bigint
  task_id: string
}

interface TaskLeasesTable {
  task_id: string
  epoch: bigint
  worker: string
  lease_until: bigint
}

interface BlockedTasksTable {
  product: ProductName
  account_id: string
  task_id: string
  position: bigint
}

interface RequeuedTasksTable {
  task_id: string
}

interface TaskDeadlinesTable {
  cancel_at: bigint
  task_id: string
}

interface WorkersTable {
  worker: string
  alive_until: bigint
  slots: bigint | null
}

/** What a ledger entry does with its amount. */
export type LedgerKind = 'credit' | 'debit' | 'reserve' | 'charge' | 'refund'

interface LedgerEntriesTable {
  id: Generated<bigint>
  account_id: string
  task_id: string | null
  phase: bigint | null
  kind: LedgerKind
  amount: bigint
  created_at: bigint
}

interface LedgerPeriodsTable {
  last_id: bigint
  last_task_id: string
  closed_at: bigint
  checked_at: bigint
}

interface LedgerClosingsTable {
  account_id: string
  last_id: bigint
  entries: bigint
  credited: bigint
  debited: bigint
  reserved: bigint
  charged: bigint
  refunded: bigint
  reservations: bigint
  charges: bigint
  refunds: bigint
}

/**
 * How far a file of archived tasks is: its bytes are stored and read back, its rows deleted, and both the other way
 * round.
 */
export type TaskArchiveState = 'WRITING' | 'DELETING' | 'ARCHIVED' | 'RESTORING' | 'RESTORED'

interface TaskArchivesTable {
  id: string
  state: TaskArchiveState
  claimed_by: string | null
  claimed_until: bigint
  created_at: bigint
  sha256: string
  size_bytes: bigint
  tasks: bigint
  first_task_id: string
  last_task_id: string
  last_entry_id: bigint
  charged: bigint
  refunded: bigint
}

interface ArchivedUsageTable extends UsageDaysTable {
  refunded: bigint
}

interface ArchivedCostsTable {
  day: bigint
  product: ProductName
  provider: string
  results: bigint
  charged: bigint
  known: bigint
  known_charged: bigint
  known_cost: bigint
}

interface IdempotencyKeysTable {
  account_id: string
  idempotency_key: string
  fingerprint: Uint8Array
  task_id: string
  created_at: bigint
}

interface UploadsTable {
  id: string
  account_id: string
  status: UploadStatus
  content_type: ImageContentType
  size_bytes: bigint | null
  width: bigint | null
  height: bigint | null
  object_key: string | null
  error_code: UploadErrorCode | null
  created_at: bigint
  expires_at: bigint
  verified_at: bigint | null
  last_used_at: bigint
  claimed_by: string | null
  claimed_until: bigint | null
}

interface KeptUploadsTable {
  account_id: string
  uploads_kept: bigint
  bytes_kept: bigint
}

interface ProviderStartsTable {
  provider: string
  next_start_at: bigint
}

interface ProviderHealthTable {
  provider: string
  failures: bigint
  down_until: bigint
  failing_since: bigint | null
  down_since: bigint | null
}

interface PausesTable {
  kind: 'engine' | 'product'
  name: string
  actor: string
  reason: string
  paused_at: bigint
}

interface TaskRetriesTable {
  task_id: string
  retry_id: string
}

interface CreditsTable {
  id: string
  account_id: string
  amount: bigint
  created_at: bigint
}

type DebitsTable = CreditsTable

interface UsageDaysTable {
  account_id: string
  day: bigint
  product: ProductName
  api_key_id: string
  succeeded: bigint
  failed: bigint
  cancelled: bigint
  charged: bigint
}

interface RateLimitsTable {
  account_id: string
  window_started_at: bigint
  requests_left: bigint
  latest_at: Generated<bigint>
  clock_ahead_ms: Generated<bigint>
  gap_ms: Generated<bigint>
  gaps: Generated<Uint8Array>
  gaps_bytes: Generated<bigint>
  span_ms: Generated<bigint>
  spare_ms: Generated<bigint>
}

interface SweepRunsTable {
  sweep: string
  due_at: bigint
  ended_at: bigint | null
  found: bigint | null
  position: string | null
}

interface ComparedResultsTable {
  account_id: string
  up_to: bigint
  bytes: bigint
  part_up_to: bigint
  part_bytes: bigint
  missing_bytes: bigint | null
}

interface AuditEntriesTable {
  id: Generated<bigint>
  action_id: string
  created_at: bigint
  actor: string
  action: AuditAction
  account_id: string | null
  subject: string
  details: string
}

interface GateChecksTable {
  id: string
  subject_id: string
  gate: string
  stage: GateStage
  version: string
  asked_at: bigint
  answered_at: bigint | null
  verdict: GateVerdict['kind'] | null
  reason: string | null
}

/**
 * How a call of an engine ended without a result: the engine certainly did not take the task (`unavailable`, or
 * `busy`), may have taken it (`ambiguous`), lost the job, or took too long (`overdue`).
 */
export type EngineCallOutcome = 'unavailable' | 'busy' | 'ambiguous' | 'lost' | 'overdue'

interface EngineCallsTable {
  task_id: string
  id: string
  attempt: bigint
  provider: string
  started_at: bigint
  ended_at: bigint
  outcome: EngineCallOutcome
  reason: string | null
}

/** The deletion of an account's data, with how much of each kind it has deleted. */
interface AccountDeletionsTable {
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

interface SchemaMigrationsTable {
  name: string
  applied_at: bigint
}

/** Runs statements alone or within a transaction; the parameter of functions that only read. */
export type Reader = Kysely<Tables> | Transaction<Tables>
