import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { packagePath } from '../../core/package/package-path.ts'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { requireSchemaInRange } from './schema-range.ts'

const migrationsFolder = packagePath('migrations')
/** Maximum wait for another process that is migrating. */
const lockSecondsDefault = 120
/** A statement ends with a semicolon at the end of a line; our statements contain no other such semicolon. */
const statementEnd = /;[ \t]*(?:\r?\n|$)/

/**
 * Applies every numbered migration that is not recorded yet, in order, forward only. Safe to run from many
 * processes: one holds the lock, the others wait and then find nothing to do. Returns what it applied. Throws
 * if another process has not finished after so many seconds, a SchemaTooNewError if the schema is beyond this
 * version, and a ForeignDatabaseError, before any change, if the tables are another program's. On SQLite all or
 * none are applied.
 */
export async function migrate(
  database: Database,
  { lockSeconds = lockSecondsDefault }: { readonly lockSeconds?: number } = {},
): Promise<string[]> {
  const { dialect } = database
  const files = await listMigrations(dialect.migrationsFolder)
  return database.migrate((db) =>
    db
      .connection()
      .execute((connection) =>
        dialect.migrate(connection, lockSeconds, (locked) =>
          applyMissing(locked, dialect.migrationsFolder, files),
        ),
      ),
  )
}

/** Names of migrations that the database lacks; empty if the schema is current. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const files = await listMigrations(database.dialect.migrationsFolder)
  const applied = new Set(await database.read(appliedMigrations))
  return files.filter((name) => !applied.has(name))
}

/** Throws a SchemaTooNewError if this version cannot run with what later ones have made of the schema. */
export async function requireSchemaForVersion(database: Database): Promise<void> {
  requireSchemaInRange(await database.read(appliedMigrations))
}

async function applyMissing(db: Kysely<Tables>, folder: string, files: string[]): Promise<string[]> {
  await sql`create table if not exists schema_migrations (name varchar(100) not null primary key, applied_at bigint not null)`.execute(
    db,
  )
  const recorded = await appliedMigrations(db)
  requireSchemaInRange(recorded)
  const applied = new Set(recorded)
  const missing = files.filter((name) => !applied.has(name))
  for (const name of missing) {
    const text = await readFile(join(migrationsFolder, folder, `${name}.sql`), 'utf8')
    for (const statement of text.split(statementEnd)) {
      if (statement.trim() !== '') await sql.raw(statement).execute(db)
    }
    await db
      .insertInto('schema_migrations')
      .values({ name, applied_at: BigInt(Date.now()) })
      .execute()
  }
  return missing
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  return rows.map((row) => row.name)
}

async function listMigrations(folder: string): Promise<string[]> {
  const files = await readdir(join(migrationsFolder, folder))
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort()
}
