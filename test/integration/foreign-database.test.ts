import { readFile, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { createConnection } from 'mysql2/promise'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/src/database/database.ts'
import { ForeignDatabaseError } from '../../server/src/database/dialect/foreign-database.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { createTestDatabase, testDialect } from '../support/test-database.ts'

const fileOf = (url: string) => url.slice('sqlite:'.length)

/** What another program has in its database. */
async function createTable(url: string, statement: string): Promise<void> {
  if (testDialect() === 'sqlite') {
    const database = new DatabaseSync(fileOf(url))
    database.exec(statement)
    database.close()
  } else await queryMysql(url, statement)
}

/** The whole file, or the names of all tables. */
async function contentOf(url: string): Promise<unknown> {
  return testDialect() === 'sqlite' ? readFile(fileOf(url)) : queryMysql(url, 'show tables')
}

async function queryMysql(url: string, statement: string): Promise<unknown> {
  const connection = await createConnection(url)
  const [rows] = await connection.query(statement)
  await connection.end()
  return rows
}

describe("another program's database is refused and stays as it is", () => {
  test.each([
    ['tables, and no record of migrations', 'create table users (id integer primary key)', 'users'],
    [
      'a record of its own migrations',
      'create table schema_migrations (version varchar(255) primary key)',
      'schema_migrations',
    ],
  ])('with %s', async (_what, statement, table) => {
    const { url } = await createTestDatabase()
    await createTable(url, statement)
    const before = await contentOf(url)
    const database = openDatabase({ url })
    onTestFinished(() => database.close())
    const refused = await migrate(database).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ForeignDatabaseError)
    expect(String(refused)).toContain(`tables of another program (${table}), and nothing was changed`)
    expect(await contentOf(url)).toEqual(before)
  })
})

test('a database whose migration ended right after its record was made is completed', async () => {
  const { url } = await createTestDatabase()
  await createTable(
    url,
    'create table schema_migrations (name varchar(100) not null primary key, applied_at bigint not null)',
  )
  const database = openDatabase({ url })
  onTestFinished(() => database.close())
  expect(await migrate(database)).not.toEqual([])
})

test.skipIf(testDialect() === 'mysql')('an empty file is an empty database', async () => {
  const { url } = await createTestDatabase()
  await writeFile(fileOf(url), '')
  const database = openDatabase({ url })
  onTestFinished(() => database.close())
  expect(await migrate(database)).not.toEqual([])
})
