import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase, RolledBack, type Tx } from './database.ts'
import { DatabaseUnavailableError } from './database-unavailable-error.ts'
import { migrate } from './schema/migrate.ts'
import type { Timeouts } from './timeouts.ts'

/** More than any test needs, however busy the machine is. */
const longTimeouts: Timeouts = {
  statementMs: undefined,
  lockWaitSeconds: 1,
  retryMs: 60_000,
  waitMs: 60_000,
  allMs: undefined,
  fileLockMs: 60_000,
}
/** Short, for tests about giving up, but with time for a few tries. */
const shortTimeouts: Timeouts = { ...longTimeouts, retryMs: 500, fileLockMs: 500 }

let folder: string
let database: Database
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-database-'))
  database = openDatabase({ url: `sqlite:${join(folder, 'new', 'test.sqlite')}`, timeouts: longTimeouts })
  await migrate(database)
})
/** Reopens the same database for a test about giving up. */
async function shortenTimeouts(): Promise<void> {
  await database.close()
  database = openDatabase({ url: `sqlite:${join(folder, 'new', 'test.sqlite')}`, timeouts: shortTimeouts })
}

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** An error as node:sqlite throws it, by SQLite's result code. */
const sqliteError = (errcode: number) => Object.assign(new Error('from SQLite'), { errcode })
const busy = sqliteError(5)
const ioError = sqliteError(10)

async function accountIds(): Promise<string[]> {
  const rows = await database.read((db) => db.selectFrom('accounts').select('id').orderBy('id').execute())
  return rows.map(({ id }) => id)
}

function insertAccount(db: Tx['db'], id: string) {
  return db.insertInto('accounts').values({ id, balance: 0n, reserved: 0n, created_at: 0n }).execute()
}

/** Writes an account, then fails the given number of times. */
function writeAndFail(id: string, failures: readonly Error[]) {
  const seen: boolean[] = []
  const run = database.transaction(async (tx) => {
    await insertAccount(tx.db, id)
    const failure = failures[seen.length]
    seen.push(tx.mayHaveCommitted)
    if (failure !== undefined) throw failure
    return 'done'
  })
  return { run, seen }
}

describe('a transaction', () => {
  test('commits what it wrote and returns what it computed', async () => {
    await expect(writeAndFail('a', []).run).resolves.toBe('done')
    expect(await accountIds()).toEqual(['a'])
  })

  test('that was refused keeps nothing, returns the outcome, and is not rerun', async () => {
    let runs = 0
    const refused = database.transaction(async ({ db }) => {
      runs += 1
      await insertAccount(db, 'a')
      return new RolledBack('full')
    })
    expect(await refused).toBe('full')
    expect(runs).toBe(1)
    expect(await accountIds()).toEqual([])
  })

  test('is rerun as a whole after an error that rolled it back', async () => {
    const { run, seen } = writeAndFail('a', [busy, busy, busy, busy])
    await expect(run).resolves.toBe('done')
    expect(seen).toEqual([false, false, false, false, false])
    expect(await accountIds()).toEqual(['a'])
  })

  test('is known not to have committed if no COMMIT was sent, however the connection broke', async () => {
    const { run, seen } = writeAndFail('a', [busy, ioError, busy])
    await run
    expect(seen).toEqual([false, false, false, false])
  })

  test.each([
    ['that stays busy', busy],
    ['that stays away', ioError],
  ])('gives up on a database %s when its timeouts are used up, leaving nothing', async (_name, error) => {
    await shortenTimeouts()
    const { run, seen } = writeAndFail('a', Array(10_000).fill(error))
    await expect(run).rejects.toThrow(DatabaseUnavailableError)
    await expect(run).rejects.toMatchObject({ cause: error })
    expect(seen.length).toBeGreaterThan(2)
    expect(await accountIds()).toEqual([])
  })

  test('is rerun even if its first try alone took longer than its timeouts: the machine was slow, the database reachable', async () => {
    await shortenTimeouts()
    let tries = 0
    const run = database.transaction(async () => {
      tries += 1
      if (tries > 1) return 'done'
      starve(600)
      throw ioError
    })
    await expect(run).resolves.toBe('done')
  })

  test('rethrows any other error immediately, after a rollback', async () => {
    const { run, seen } = writeAndFail('a', [new RangeError('a bug')])
    await expect(run).rejects.toThrow(RangeError)
    expect(seen).toHaveLength(1)
    expect(await accountIds()).toEqual([])
  })

  test('sees the same database time from its beginning to its end', async () => {
    await database.transaction(async (tx) => {
      const { nowMs } = tx
      await accountWait()
      expect(tx.nowMs).toBe(nowMs)
    })
  })

  test('is serialised with concurrent ones, and none sees another half done', async () => {
    const id = 'counter'
    await writeAndFail(id, []).run
    await Promise.all(
      Array.from({ length: 50 }, () =>
        database.transaction(async (tx) => {
          const { balance } = await tx.db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow()
          await tx.db
            .updateTable('accounts')
            .set({ balance: balance + 1n })
            .execute()
        }),
      ),
    )
    const row = await database.read((db) =>
      db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow(),
    )
    expect(row.balance).toBe(50n)
  })
})

/** Blocks the event loop, as an overloaded machine does. */
function starve(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)
}

/** Lets other work run. */
function accountWait(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe('a read', () => {
  test('is retried, and gives up as a transaction does', async () => {
    let tries = 0
    const flaky = (failures: number) => async () => {
      tries += 1
      if (tries <= failures) throw busy
      return tries
    }
    expect(await database.read(flaky(2))).toBe(3)
    await shortenTimeouts()
    tries = 0
    await expect(database.read(flaky(10_000))).rejects.toThrow(DatabaseUnavailableError)
    expect(tries).toBeGreaterThan(2)
  })
})

describe('openDatabase', () => {
  test('connects to nothing until the first query', async () => {
    const nowhere = openDatabase({ url: 'mysql://127.0.0.1:1/none' })
    await nowhere.close()
  })

  test('reports that the database is unavailable when nothing listens at its address', async () => {
    const nowhere = openDatabase({ url: 'mysql://127.0.0.1:1/none' })
    await expect(nowhere.nowMs()).rejects.toThrow(DatabaseUnavailableError)
    await nowhere.close()
  })

  test('refuses an unknown scheme', () => {
    expect(() => openDatabase({ url: 'postgres://db' })).toThrow(TypeError)
  })
})

describe('an error of SQLite is classified', () => {
  const { classify } = openDatabase({ url: 'sqlite::memory:' })
  test.each([
    [5, 'retry'],
    [261, 'retry'],
    [517, 'retry'],
    [6, 'retry'],
    [1555, 'duplicate'],
    [2067, 'duplicate'],
    [275, 'check'],
    // The file, its disk or its memory: out of order, out of space, read-only, corrupt.
    [7, 'connection'],
    [8, 'connection'],
    [10, 'connection'],
    [11, 'connection'],
    [13, 'connection'],
    [14, 'connection'],
    [26, 'connection'],
    [778, 'connection'],
    // A number that this version of SQLite does not have.
    [99, 'connection'],
    // The statement: unknown table, foreign key, wrong type, too big, misuse.
    [1, 'refused'],
    [18, 'refused'],
    [20, 'refused'],
    [21, 'refused'],
    [787, 'refused'],
    [1299, 'refused'],
  ])('code %i: %s', (errcode, kind) => {
    expect(classify(sqliteError(errcode))).toBe(kind)
  })

  test('an error that is not from SQLite is classified as other', () => {
    expect(classify(new Error('anything'))).toBe('other')
    expect(classify('text')).toBe('other')
  })
})

describe('an error of MySQL is classified', () => {
  const { classify } = openDatabase({ url: 'mysql://host/database' })
  const mysqlError = (errno: number, sqlState: string) =>
    Object.assign(new Error('from MySQL'), { errno, sqlState })

  test.each([
    // Rolled back: deadlock (Galera’s conflicts, too), lock wait, MariaDB’s snapshot, a conflict in a group.
    [1213, '40001', 'retry'],
    [1205, 'HY000', 'retry'],
    [1020, 'HY000', 'retry'],
    [3101, '40000', 'retry'],
    [1062, '23000', 'duplicate'],
    [3819, 'HY000', 'check'],
    [4025, '23000', 'check'],
    // A group, a commit, a server that is offline, read-only or shutting down.
    [3100, 'HY000', 'connection'],
    [1180, 'HY000', 'connection'],
    [3032, 'HY000', 'connection'],
    [1290, 'HY000', 'connection'],
    [1836, 'HY000', 'connection'],
    [1792, '25006', 'connection'],
    [1053, '08S01', 'connection'],
    [1317, '70100', 'connection'],
    // Full disks and tables, and limits of time.
    [3, 'HY000', 'connection'],
    [20, 'HY000', 'connection'],
    [1021, 'HY000', 'connection'],
    [1026, 'HY000', 'connection'],
    [1114, 'HY000', 'connection'],
    [1969, '70100', 'connection'],
    [3024, 'HY000', 'connection'],
    // Limits of a server, which have the class of a wrong statement.
    [1040, '08004', 'connection'],
    [1203, '42000', 'connection'],
    [1226, '42000', 'connection'],
    [1461, '42000', 'connection'],
    // A password that has changed, or must be.
    [1045, '28000', 'connection'],
    [1698, '28000', 'connection'],
    [1820, 'HY000', 'connection'],
    // Galera without a quorum, Vitess without a tablet, TiDB without its schema or a region.
    [1047, '08S01', 'connection'],
    [1105, 'HY000', 'connection'],
    [8028, 'HY000', 'connection'],
    [9005, 'HY000', 'connection'],
    // A number that no server has, and one without a state.
    [59_999, 'HY000', 'connection'],
    [59_999, '', 'connection'],
    // Our mistake, or a right that we lack.
    [1064, '42000', 'refused'],
    [1054, '42S22', 'refused'],
    [1146, '42S02', 'refused'],
    [1142, '42000', 'refused'],
    [1406, '22001', 'refused'],
    [1048, '23000', 'refused'],
    [1452, '23000', 'refused'],
    [1242, '21000', 'refused'],
  ])('%i, %s: %s', (errno, sqlState, kind) => {
    expect(classify(mysqlError(errno, sqlState))).toBe(kind)
  })

  test.each([
    { code: 'PROTOCOL_SEQUENCE_TIMEOUT', syscall: 'query' },
    { code: 'PROTOCOL_CONNECTION_LOST', fatal: true },
    { code: 'ECONNREFUSED', syscall: 'connect', errno: -111 },
    { code: 'ECONNRESET', syscall: 'read' },
    { code: 'ETIMEDOUT', syscall: 'connect' },
    { ...mysqlError(1044, '42000'), fatal: true },
  ])('%j: connection', (fields) => {
    expect(classify(Object.assign(new Error('from MySQL'), fields))).toBe('connection')
  })

  test('and a closed pool is a broken connection', () => {
    expect(classify(new Error('Pool is closed.'))).toBe('connection')
  })

  test('an error that is not from MySQL is classified as other', () => {
    expect(classify(new RangeError('a bug'))).toBe('other')
    expect(classify('text')).toBe('other')
  })
})

test('an error for which SQLite has rolled back by itself reaches the caller, and the next transaction works', async () => {
  const run = database.transaction(async (tx) => {
    await sql`rollback`.execute(tx.db)
    throw new Error('the disk is full')
  })
  await expect(run).rejects.toThrow('the disk is full')
  expect(await writeAndFail('0000000000000000000000aa', []).run).toBe('done')
})
