import type { Database } from '../../../server/src/database/database.ts'

const countedTables = [
  'accounts',
  'tasks',
  'task_queue',
  'task_leases',
  'ledger_entries',
  'idempotency_keys',
  'uploads',
  'audit_entries',
] as const

/** How many rows each table holds, for tests that nothing (or just this) was written. */
export async function countRows(database: Database): Promise<Record<(typeof countedTables)[number], number>> {
  const counts = {
    accounts: 0,
    tasks: 0,
    task_queue: 0,
    task_leases: 0,
    ledger_entries: 0,
    idempotency_keys: 0,
    uploads: 0,
    audit_entries: 0,
  }
  for (const table of countedTables) {
    const { count } = await database.read((db) =>
      db
        .selectFrom(table)
        .select((row) => row.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow(),
    )
    counts[table] = Number(count)
  }
  return counts
}
