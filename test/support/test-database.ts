import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { inject } from 'vitest'
import { memoryFolderIfRoom } from './mysql-data.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which database the project's tests run on; a project that provides none runs on SQLite. */
    databaseDialect?: DatabaseDialect
    /** The server of the run; present where the dialect is mysql. */
    mysqlUrl?: string
  }
}

export type DatabaseDialect = 'sqlite' | 'mysql'

/** An empty database of a test's own, without tables: the test migrates it. */
export interface TestDatabase {
  /** For DATABASE_URL: `sqlite:/…/test.sqlite` or `mysql://…/NAME`. */
  readonly url: string
  /** Removes it with everything in it. Calling it again does nothing. */
  drop(): Promise<void>
}

const databasesOfThisFile: TestDatabase[] = []

/** The dialect that this project's tests run on. */
export function testDialect(): DatabaseDialect {
  return inject('databaseDialect') ?? 'sqlite'
}

/** An empty database on the project's dialect; dropped after the file's last hook at the latest. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const database = testDialect() === 'mysql' ? await createMysqlDatabase() : await createSqliteDatabase()
  databasesOfThisFile.push(database)
  return database
}

/** Drops every database this file has made. The set-up file of the projects calls it after each test file. */
export async function dropTestDatabases(): Promise<void> {
  await Promise.all(databasesOfThisFile.splice(0).map((database) => database.drop()))
}

async function createSqliteDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(memoryFolderIfRoom(), 'mediagen-sqlite-'))
  return {
    url: `sqlite:${join(folder, 'test.sqlite')}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}

async function createMysqlDatabase(): Promise<TestDatabase> {
  const server = inject('mysqlUrl')
  if (server === undefined) throw new Error('no MySQL was started for this project: see vitest.config.ts')
  const name = `mediagen_test_${randomBytes(6).toString('hex')}`
  await runOnServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnServer(server, `DROP DATABASE IF EXISTS ${name}`) }
}

async function runOnServer(server: string, statement: string): Promise<void> {
  const connection = await createConnection(server)
  try {
    await connection.query(statement)
  } finally {
    await connection.end()
  }
}
