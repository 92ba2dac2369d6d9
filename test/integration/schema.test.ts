import { expect, test } from 'vitest'
import { openDatabase } from '../../server/src/database/database.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import type { Tables } from '../../server/src/database/tables.ts'
import { createTestDatabase, testDialect } from '../support/test-database.ts'

/**
 * Each column of `tables.ts` with whether it may be null. The compiler holds this to that file, the test to
 * the databases.
 */
type Columns = {
  readonly [Table in keyof Tables]: {
    readonly [Column in keyof Tables[Table]]: null extends Tables[Table][Column] ? 'nullable' : 'required'
  }
}

const columns: Columns = {
  accounts: {
    id: 'required',
    balance: 'required',
    reserved: 'required',
    created_at: 'required',
    state: 'required',
    tasks_open: 'required',
    tasks_open_max: 'nullable',
    tasks_running_max: 'nullable',
    requests_per_minute: 'nullable',
    name: 'nullable',
    name_folded: 'nullable',
    reference: 'nullable',
    result_bytes: 'required',
  },
  api_keys: {
    id: 'required',
    account_id: 'required',
    key_hash: 'required',
    created_at: 'required',
    revoked_at: 'nullable',
    name: 'nullable',
    expires_at: 'nullable',
    products: 'nullable',
    read_only: 'required',
    requests_per_minute: 'nullable',
    last_used_at: 'nullable',
    limits_id: 'nullable',
  },
  key_limits: { id: 'required', day_max: 'nullable', total_max: 'nullable' },
  key_spending: { limits_id: 'required', day: 'required', spent: 'required' },
  tasks: {
    id: 'required',
    account_id: 'required',
    api_key_id: 'nullable',
    traceparent: 'nullable',
    key_limits_id: 'nullable',
    type: 'required',
    tier: 'required',
    status: 'required',
    parameters: 'required',
    cost: 'required',
    created_at: 'required',
    started_at: 'nullable',
    completed_at: 'nullable',
    queue_position: 'required',
    attempt: 'required',
    epoch: 'required',
    provider: 'nullable',
    provider_job: 'nullable',
    output: 'nullable',
    error_code: 'nullable',
    error_message: 'nullable',
    cancel_at: 'nullable',
    removed_at: 'nullable',
    removed_code: 'nullable',
    scrubbed_at: 'nullable',
    engine_called_at: 'nullable',
    progress: 'nullable',
    passed_over: 'nullable',
    engine_cost: 'nullable',
  },
  held_tasks: { product: 'required', account_id: 'required', task_id: 'required', position: 'required' },
  requeued_tasks: { task_id: 'required' },
  task_deadlines: { cancel_at: 'required', task_id: 'required' },
  task_queue: { product: 'required', position: 'required', task_id: 'required' },
  task_leases: { task_id: 'required', epoch: 'required', worker: 'required', lease_until: 'required' },
  workers: { worker: 'required', alive_until: 'required', slots: 'nullable' },
  ledger_entries: {
    id: 'required',
    account_id: 'required',
    task_id: 'nullable',
    phase: 'nullable',
    kind: 'required',
    amount: 'required',
    created_at: 'required',
  },
  ledger_periods: {
    last_id: 'required',
    last_task_id: 'required',
    closed_at: 'required',
    checked_at: 'required',
  },
  ledger_closings: {
    account_id: 'required',
    last_id: 'required',
    entries: 'required',
    credited: 'required',
    debited: 'required',
    reserved: 'required',
    charged: 'required',
    refunded: 'required',
    reservations: 'required',
    charges: 'required',
    refunds: 'required',
  },
  task_archives: {
    id: 'required',
    state: 'required',
    claimed_by: 'nullable',
    claimed_until: 'required',
    created_at: 'required',
    sha256: 'required',
    size_bytes: 'required',
    tasks: 'required',
    first_task_id: 'required',
    last_task_id: 'required',
    last_entry_id: 'required',
    charged: 'required',
    refunded: 'required',
  },
  archived_usage: {
    account_id: 'required',
    day: 'required',
    product: 'required',
    api_key_id: 'required',
    succeeded: 'required',
    failed: 'required',
    cancelled: 'required',
    charged: 'required',
    refunded: 'required',
  },
  archived_spending: { limits_id: 'required', day: 'required', spent: 'required' },
  archived_costs: {
    day: 'required',
    product: 'required',
    provider: 'required',
    results: 'required',
    charged: 'required',
    known: 'required',
    known_charged: 'required',
    known_cost: 'required',
  },
  idempotency_keys: {
    account_id: 'required',
    idempotency_key: 'required',
    fingerprint: 'required',
    task_id: 'required',
    created_at: 'required',
  },
  usage_days: {
    account_id: 'required',
    day: 'required',
    product: 'required',
    api_key_id: 'required',
    succeeded: 'required',
    failed: 'required',
    cancelled: 'required',
    charged: 'required',
  },
  uploads: {
    id: 'required',
    account_id: 'required',
    status: 'required',
    content_type: 'required',
    size_bytes: 'nullable',
    width: 'nullable',
    height: 'nullable',
    object_key: 'nullable',
    error_code: 'nullable',
    created_at: 'required',
    expires_at: 'required',
    verified_at: 'nullable',
    last_used_at: 'required',
    claimed_by: 'nullable',
    claimed_until: 'nullable',
  },
  upload_usage: { account_id: 'required', uploads_kept: 'required', bytes_kept: 'required' },
  provider_health: {
    provider: 'required',
    failures: 'required',
    down_until: 'required',
    failing_since: 'nullable',
    down_since: 'nullable',
  },
  provider_starts: { provider: 'required', next_start_at: 'required' },
  pauses: {
    kind: 'required',
    name: 'required',
    actor: 'required',
    reason: 'required',
    paused_at: 'required',
  },
  task_retries: { task_id: 'required', retry_id: 'required' },
  credits: { id: 'required', account_id: 'required', amount: 'required', created_at: 'required' },
  debits: { id: 'required', account_id: 'required', amount: 'required', created_at: 'required' },
  rate_limits: {
    account_id: 'required',
    window_started_at: 'required',
    requests_left: 'required',
    latest_at: 'required',
    clock_ahead_ms: 'required',
    gap_ms: 'required',
    gaps: 'required',
    gaps_bytes: 'required',
    span_ms: 'required',
    spare_ms: 'required',
  },
  sweep_runs: {
    sweep: 'required',
    due_at: 'required',
    ended_at: 'nullable',
    found: 'nullable',
    position: 'nullable',
  },
  compared_results: {
    account_id: 'required',
    up_to: 'required',
    bytes: 'required',
    part_up_to: 'required',
    part_bytes: 'required',
    missing_bytes: 'nullable',
  },
  audit_entries: {
    id: 'required',
    action_id: 'required',
    created_at: 'required',
    actor: 'required',
    action: 'required',
    account_id: 'nullable',
    subject: 'required',
    details: 'required',
  },
  engine_calls: {
    task_id: 'required',
    id: 'required',
    attempt: 'required',
    provider: 'required',
    started_at: 'required',
    ended_at: 'required',
    outcome: 'required',
    reason: 'nullable',
  },
  gate_checks: {
    id: 'required',
    subject_id: 'required',
    gate: 'required',
    stage: 'required',
    version: 'required',
    asked_at: 'required',
    answered_at: 'nullable',
    verdict: 'nullable',
    reason: 'nullable',
  },
  account_deletions: {
    account_id: 'required',
    begun_at: 'required',
    ended_at: 'nullable',
    uploads: 'required',
    upload_bytes: 'required',
    results: 'required',
    result_bytes: 'required',
    tasks: 'required',
    idempotency_keys: 'required',
    api_keys: 'required',
    audit_entries: 'required',
  },
  schema_migrations: { name: 'required', applied_at: 'required' },
}

test('tables.ts names exactly the tables and columns of the migrated database, and which may be null', async () => {
  const database = openDatabase({ url: (await createTestDatabase()).url })
  try {
    await migrate(database)
    const found = await database.read((db) => db.introspection.getTables())
    const live = Object.fromEntries(
      found.map((table) => [
        table.name,
        Object.fromEntries(
          table.columns.map((column) => [
            column.name,
            // SQLite does not say NOT NULL of a rowid, which never is null.
            column.isNullable && !column.isAutoIncrementing ? 'nullable' : 'required',
          ]),
        ),
      ]),
    )
    expect(live).toEqual(columns)
  } finally {
    await database.close()
  }
})

test('every whole number arrives as a bigint, so that no amount passes through a double', async () => {
  const database = openDatabase({ url: (await createTestDatabase()).url })
  try {
    await migrate(database)
    const micros = 9_007_199_254_740_993n
    const id = '0000000000000000000000aa'
    await database.transaction((tx) =>
      tx.db.insertInto('accounts').values({ id, balance: micros, reserved: 0n, created_at: 0n }).execute(),
    )
    const row = await database.read((db) => db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow())
    expect(row).toMatchObject({ id, balance: micros, reserved: 0n, created_at: 0n })
    expect(database.dialect.name).toBe(testDialect())
  } finally {
    await database.close()
  }
})

test('the database’s clock is read in whole milliseconds and moved by the offset alone', async () => {
  let offsetMs = 0
  const { url } = await createTestDatabase()
  const database = openDatabase({ url, clockOffsetMs: () => offsetMs })
  try {
    const first = await database.nowMs()
    expect(Number.isInteger(first)).toBe(true)
    expect(Math.abs(first - Date.now())).toBeLessThan(60_000)
    offsetMs = 86_400_000
    const second = await database.nowMs()
    expect(second - first).toBeGreaterThanOrEqual(86_400_000)
    expect(second - first).toBeLessThan(86_460_000)
    const inTransaction = await database.transaction(async (tx) => tx.nowMs)
    expect(inTransaction).toBeGreaterThanOrEqual(second)
  } finally {
    await database.close()
  }
})
