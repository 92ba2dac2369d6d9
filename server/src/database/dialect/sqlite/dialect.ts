import {
  type Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { productNames } from '../../../core/domain/products.ts'
import type { Tables } from '../../tables.ts'
import type { Timeouts } from '../../timeouts.ts'
import type { DatabaseDialect, PrimaryKey } from '../dialect.ts'
import { SqliteDriver } from './driver.ts'
import { eraseDeleted } from './erase-deleted.ts'
import { classifySqliteError } from './errors.ts'

/**
 * SQLite through node:sqlite: WAL with synchronous=FULL, because NORMAL may lose acknowledged commits on
 * power loss. It never waits for a lock: that would block the thread, and with it reads and every response. A
 * busy database is an error, and the caller tries again after a pause.
 */
export function sqliteDialect(file: string, { fileLockMs }: Pick<Timeouts, 'fileLockMs'>): DatabaseDialect {
  const driver = new SqliteDriver(file)
  return {
    name: 'sqlite',
    kysely: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    kyselyLongRunning: undefined, // No statement has a time limit here.
    kyselyUnlimited: undefined,
    nowMs: sql<bigint>`cast(unixepoch('subsec') * 1000 as integer)`,
    requireWritable: (db) => driver.writes.require(() => sql`pragma user_version = 0`.execute(db)),
    skipLocked: sql``,
    forUpdate: sql``,
    forShare: sql``,
    insertMissing: sql`insert or ignore into`,
    addToExisting: (columns) =>
      sql`on conflict do update set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${sql.ref(`excluded.${name}`)}`))}`,
    outputBytes: sql<bigint>`(select coalesce(sum(files.value ->> 'sizeBytes'), 0)
      from json_each(tasks.output) as files)`,
    effectId: sql<string | null>`tasks.parameters ->> '$.effect.id'`,
    firstBlockedTasks,
    deleteByKeys,
    isForManyProcesses: false,
    groupCommitConcurrency: 1,
    migrationsFolder: 'sqlite',
    migrate,
    eraseDeleted: () => (file === ':memory:' ? Promise.resolve() : eraseDeleted(file, fileLockMs)),
    classify: classifySqliteError,
    // Short, because a writer of this service holds the lock for milliseconds.
    retryPauses: { msMin: 1, msMore: 4, msMax: 50 },
    lockWaitMsMax: fileLockMs,
    connectionUse: () => undefined,
  }
}

async function migrate<T>(
  connection: Kysely<Tables>,
  _waitSeconds: number,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  // Has no effect within a transaction.
  await sql`pragma foreign_keys = off`.execute(connection)
  try {
    return await connection.transaction().execute(async (tx) => {
      const result = await work(tx)
      const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(tx)
      if (rows[0] !== undefined)
        throw new Error(
          `A migration leaves rows of ${rows[0].table} without the row that they refer to; nothing was changed.`,
        )
      return result
    })
  } finally {
    await sql`pragma foreign_keys = on`.execute(connection)
  }
}

/** From one account to the next by the index: SQLite reads every row of a group. */
const firstBlockedTasks = sql`
  with recursive holders (account_id) as (
    select min(account_id) from held_tasks
    union all
    select (select min(held_tasks.account_id) from held_tasks where held_tasks.account_id > holders.account_id)
    from holders where holders.account_id is not null
  )
  select holders.account_id, products.product, (
    select min(held_tasks.task_id) from held_tasks
    where held_tasks.account_id = holders.account_id and held_tasks.product = products.product
  ) as task_id
  from holders join (${sql.join(
    productNames.map((product) => sql`select ${sql.lit(product)} as product`),
    sql` union all `,
  )}) products
  where holders.account_id is not null`

function deleteByKeys(table: string, keys: readonly PrimaryKey[]): RawBuilder<unknown> {
  const [first = {}] = keys
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const rows = sql.join(keys.map((key) => sql`(${sql.join(Object.values(key))})`))
  return sql`delete from ${sql.table(table)} where (${columns}) in (values ${rows})`
}
