import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/src/database/database.ts'
import { migrate, pendingMigrations } from '../../server/src/database/schema/migrate.ts'
import { createTestDatabase, testDialect } from '../support/test-database.ts'

const builtService = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

let folder: string
let names: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-migrations-'))
  const files = await readdir(new URL(`../../server/migrations/${testDialect()}/`, import.meta.url))
  names = files.map((file) => file.replace(/\.sql$/, '')).sort()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `mediagen-server migrate` as a process of its own and returns its exit code and what it printed. */
function migrateInProcess(url: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [builtService, 'migrate'], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: url,
        DATA_DIR: folder,
        SIGNING_SECRET: 'a secret of the tests, long enough for the rule',
        LOG_LEVEL: 'error',
      },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

test('ten processes that migrate a fresh database at once apply each migration once', async () => {
  expect(existsSync(builtService), 'server/dist is missing: build first (npm test does)').toBe(true)
  const { url } = await createTestDatabase()
  const runs = await Promise.all(Array.from({ length: 10 }, () => migrateInProcess(url)))
  expect(
    runs.map(({ code }) => code),
    runs.map(({ output }) => output).join(''),
  ).toEqual(Array(10).fill(0))
  const applied = runs.flatMap(({ output }) => output.match(/\d{4}-[a-z-]+/g) ?? [])
  expect(applied.sort()).toEqual(names)

  const database = openDatabase({ url })
  try {
    const rows = await database.read((db) => db.selectFrom('schema_migrations').select('name').execute())
    expect(rows.map(({ name }) => name).sort()).toEqual(names)
  } finally {
    await database.close()
  }
})

test('migrating again applies nothing and leaves the data alone', async () => {
  const database = openDatabase({ url: (await createTestDatabase()).url })
  try {
    expect(await migrate(database)).toEqual(names)
    expect(await pendingMigrations(database)).toEqual([])
    const account = { id: '0000000000000000000000aa', balance: 7n, reserved: 0n, created_at: 1n }
    await database.transaction((tx) => tx.db.insertInto('accounts').values(account).execute())
    expect(await migrate(database)).toEqual([])
    const rows = await database.read((db) => db.selectFrom('accounts').selectAll().execute())
    expect(rows).toMatchObject([account])
  } finally {
    await database.close()
  }
})

test.skipIf(testDialect() === 'sqlite')(
  'a migration that was interrupted before it was recorded can be rerun safely',
  async () => {
    const database = openDatabase({ url: (await createTestDatabase()).url })
    try {
      await migrate(database)
      const last = names.slice(-3)
      await database.transaction((tx) =>
        tx.db.deleteFrom('schema_migrations').where('name', 'in', last).execute(),
      )
      expect(await pendingMigrations(database)).toEqual(last)
      expect(await migrate(database)).toEqual(last)
    } finally {
      await database.close()
    }
  },
)

describe.skipIf(testDialect() === 'mysql')('on SQLite', () => {
  const account = { id: '0000000000000000000000aa', balance: 7n, reserved: 0n, created_at: 1n }
  let database: Database
  beforeEach(async () => {
    database = openDatabase({ url: (await createTestDatabase()).url })
    await migrate(database)
    await database.transaction((tx) => tx.db.insertInto('accounts').values(account).execute())
    await insertKey(account.id)
  })
  afterEach(() => database.close())

  const insertKey = (accountId: string) =>
    database.readLongRunning((db) =>
      sql`insert into api_keys (id, account_id, key_hash, created_at)
        values (${randomUUID().slice(0, 12)}, ${accountId}, ${randomBytes(32)}, 1)`.execute(db),
    )

  /** Runs statements as `migrate` runs those of a file. */
  const migrateBy = (...statements: string[]) =>
    database.readLongRunning((db) =>
      db.connection().execute((connection) =>
        database.dialect.migrate(connection, 1, async (locked) => {
          for (const statement of statements) await sql.raw(statement).execute(locked)
        }),
      ),
    )

  const rebuild = [
    'create table accounts_rebuilt as select * from accounts where false',
    'drop table accounts',
    'alter table accounts_rebuilt rename to accounts',
  ]

  test('a migration can rebuild a table that rows of others refer to', async () => {
    const { rows } = await database.readLongRunning((db) =>
      sql<{ sql: string }>`select sql from sqlite_master where name = 'accounts'`.execute(db),
    )
    const create = (rows[0]?.sql ?? '').replace(/accounts/, 'accounts_rebuilt')
    await migrateBy(create, 'insert into accounts_rebuilt select * from accounts', ...rebuild.slice(1))
    expect(await database.read((db) => db.selectFrom('accounts').selectAll().execute())).toMatchObject([
      account,
    ])
    await insertKey(account.id)
    await expect(insertKey('0000000000000000000000bb')).rejects.toThrow('FOREIGN KEY')
  })

  test('migrations that leave rows without what they refer to change nothing', async () => {
    await expect(migrateBy('delete from accounts')).rejects.toThrow('leaves rows of api_keys without')
    expect(await database.read((db) => db.selectFrom('accounts').selectAll().execute())).toMatchObject([
      account,
    ])
    await expect(insertKey('0000000000000000000000bb')).rejects.toThrow('FOREIGN KEY')
  })

  test('a migration that fails in the middle changes nothing', async () => {
    await expect(migrateBy(...rebuild.slice(0, 2), 'no statement')).rejects.toThrow('syntax error')
    expect(await database.read((db) => db.selectFrom('accounts').selectAll().execute())).toMatchObject([
      account,
    ])
    expect(await migrate(database)).toEqual([])
  })
})

test.skipIf(testDialect() === 'sqlite')(
  'a migration that another process blocks reports it, and applies nothing',
  async () => {
    const { url } = await createTestDatabase()
    const [holder, database] = [openDatabase({ url }), openDatabase({ url })]
    try {
      await holder.readLongRunning((db) =>
        db.connection().execute(async (connection) => {
          // Other files of the suite migrate on the same server, each for a moment.
          await holder.dialect.migrate(connection, 30, () =>
            expect(migrate(database, { lockSeconds: 0 })).rejects.toThrow(
              'Another process has been migrating',
            ),
          )
        }),
      )
      await expect(pendingMigrations(database)).rejects.toThrow()
      expect(await migrate(database)).toEqual(names)
    } finally {
      await Promise.all([holder.close(), database.close()])
    }
  },
)

test('both databases have the same migrations by name', async () => {
  const other = testDialect() === 'mysql' ? 'sqlite' : 'mysql'
  const files = await readdir(new URL(`../../server/migrations/${other}/`, import.meta.url))
  expect(files.map((file) => file.replace(/\.sql$/, '')).sort()).toEqual(names)
  expect(names.every((name) => /^\d{4}-[a-z-]+?(-needs-\d+\.\d+\.\d+)?$/.test(name))).toBe(true)
})
