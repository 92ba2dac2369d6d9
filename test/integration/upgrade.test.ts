import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findAccount } from '../../server/src/database/accounts/accounts.ts'
import { type Database, openDatabase } from '../../server/src/database/database.ts'
import { findDisagreements } from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { findKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { findUpload } from '../../server/src/database/uploads/uploads.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { createLogger } from '../../server/src/wiring/wire-storage.ts'
import { createTestDatabase, testDialect } from '../support/test-database.ts'

const accountId = 'a'.repeat(24)

/** A database as it was before the migration with that number. */
async function databaseBefore(number: string): Promise<Database> {
  const database = openDatabase({ url: (await createTestDatabase()).url })
  onTestFinished(() => database.close())
  const folder = new URL(`../../server/migrations/${testDialect()}/`, import.meta.url)
  const run = (statement: string) => database.readLongRunning((db) => sql.raw(statement).execute(db))
  await run(
    'create table schema_migrations (name varchar(100) not null primary key, applied_at bigint not null)',
  )
  for (const file of (await readdir(folder)).sort().filter((name) => name < number)) {
    const text = await readFile(new URL(file, folder), 'utf8')
    for (const statement of text.split(/;[ \t]*\n/)) if (statement.trim() !== '') await run(statement)
    await run(`insert into schema_migrations values ('${file.replace('.sql', '')}', 0)`)
  }
  await run(`insert into accounts (id, balance, reserved, created_at) values ('${accountId}', 0, 0, 0)`)
  return database
}

/** Writes a READY upload as the version before 0014 did. */
const insertReady = (database: Database, id: string, sizeBytes: number) =>
  database.readLongRunning((db) =>
    sql`insert into uploads (id, account_id, status, content_type, size_bytes, width, height, object_key, created_at,
        expires_at, verified_at)
      values (${id.padStart(32, '0')}, ${accountId}, 'READY', 'image/png', ${sizeBytes}, 40, 30, ${id}, 1, 2, 3)`.execute(
      db,
    ),
  )

const usageOf = (database: Database) => database.read((db) => findKeptUploads(db, accountId))

describe('an upgrade to bounded uploads', () => {
  test('counts the kept uploads, leaves each unchanged, and starts its time without use now', async () => {
    const database = await databaseBefore('0014')
    await insertReady(database, '1', 100)
    await insertReady(database, '2', 5_000)
    const before = await database.nowMs()
    expect(await migrate(database)).toContain('0014-upload-usage')
    expect(await usageOf(database)).toEqual({ uploadsKept: 2, bytesKept: 4_096 + 5_000 })
    expect(await findDisagreements(database)).toEqual([])
    const upload = await database.read((db) => findUpload(db, accountId, '2'.padStart(32, '0')))
    expect(upload).toMatchObject({ status: 'READY', sizeBytes: 5_000, objectKey: '2', verifiedAtMs: 3 })
    // MySQL writes it to the second.
    expect(upload?.lastUsedAtMs).toBeGreaterThan(before - 1_000)
    expect(upload?.lastUsedAtMs).toBeLessThanOrEqual(await database.nowMs())
  })

  test.skipIf(testDialect() === 'sqlite')(
    'still accepts uploads kept by a process of the previous version, which the next reconciliation counts',
    async () => {
      const database = await databaseBefore('0014')
      await migrate(database)
      await insertReady(database, '3', 5_000)
      expect(await usageOf(database)).toEqual({ uploadsKept: 0, bytesKept: 0 })
      expect(await reconcileLedger({ database, logger: createLogger({ logLevel: 'silent' }) })).toEqual([])
      expect(await usageOf(database)).toEqual({ uploadsKept: 1, bytesKept: 5_000 })
    },
  )
})

describe('an upgrade to the storage of results', () => {
  /** Writes a task that has succeeded as the version before 0028 did. */
  const insertTask = (database: Database, id: string, sizes: readonly number[]) =>
    database.readLongRunning((db) =>
      sql`insert into tasks (id, account_id, type, tier, status, parameters, cost, created_at, completed_at,
          queue_position, attempt, epoch, output)
        values (${id.padStart(24, '0')}, ${accountId}, 'image.generate', 'standard', 'SUCCEEDED', '{}', 0, 1, 2, 1, 1, 1,
          ${JSON.stringify(sizes.map((sizeBytes) => ({ key: id, contentType: 'image/png', sizeBytes })))})`.execute(
        db,
      ),
    )

  test('counts the results that are stored', async () => {
    const database = await databaseBefore('0028')
    await insertTask(database, '1', [3_000_000_000, 5])
    await insertTask(database, '2', [7])
    await migrate(database)
    const account = await database.read((db) => findAccount(db, accountId))
    expect(account?.resultBytes).toBe(3_000_000_012)
  })
})

describe('an upgrade to debits', () => {
  test('keeps every ledger entry, takes debits from then on, and still no kind that is unknown', async () => {
    const database = await databaseBefore('0026')
    const insert = (kind: string) =>
      database.readLongRunning((db) =>
        sql`insert into ledger_entries (account_id, kind, amount, created_at)
          values (${accountId}, ${kind}, 5, 1)`.execute(db),
      )
    await insert('credit')
    const entries = () => database.read((db) => db.selectFrom('ledger_entries').selectAll().execute())
    const before = await entries()
    expect(await migrate(database)).toContain('0026-account-labels-and-debits')
    expect(await entries()).toEqual(before)
    await insert('debit')
    expect(await insert('gift').catch((error: unknown) => database.classify(error))).toBe('check')
    expect(await findDisagreements(database)).toEqual([])
    expect((await entries()).map(({ id }) => id)).toEqual([before[0]?.id, (before[0]?.id ?? 0n) + 1n])
  })
})
