import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, createConnection, createPool, type Pool, type RowDataPacket } from 'mysql2/promise'
import { startMysql } from '../../support/mysql.ts'
import type { MysqlOptions } from '../../support/mysql-data.ts'
import { findMysqlSource } from '../../support/mysql-source.ts'
import { processorMs } from './measured-process.ts'

/** Enough for the tables of millions of rows that the benchmarks make, as an operator would give it. */
const bufferPoolBytes = 2 * 1024 * 1024 * 1024

/** A MySQL of the benchmark's own, set as an operator would: a COMMIT is on the disk before it returns. */
export interface BenchMysql extends AsyncDisposable {
  /** Such as `MariaDB 10.11.14`. */
  readonly version: string
  /** Makes an empty database; returns its URL for DATABASE_URL. */
  createDatabase(name: string): Promise<string>
  /** The URL of a database that is there. */
  urlOf(name: string): string
  hasTable(database: string, table: string): Promise<boolean>
  /**
   * The processor time that the present connections to a database have taken, in milliseconds; of the whole server
   * where it does not tell which are whose, and 0 where its process cannot be seen from here.
   */
  processorMs(database: string): Promise<number>
  /** What the server has counted since its start, such as `Com_select` and `Innodb_deadlocks`. */
  counter(name: string): Promise<number>
  /**
   * Waits until what was loaded is on the disk, so that writing it back does not disturb what is measured
   * next.
   */
  settle(): Promise<void>
}

const settleMsMax = 60_000
const dirtyPagesMax = 1_000

/** `onDisk` keeps the data of a program on this machine out of memory, however much room there is. */
export async function startBenchMysql(options: Pick<MysqlOptions, 'onDisk'> = {}): Promise<BenchMysql> {
  const source = findMysqlSource()
  if (source === undefined) throw new Error('This benchmark needs MySQL: see MEDIAGEN_TEST_MYSQL_URL.')
  const server = await startMysql(source, options)
  const admin = await createConnection(server.url)
  if (source.kind !== 'given') await setUp(admin)
  const [rows] = await admin.query<RowDataPacket[]>('select version() as version')
  const version = String(rows[0]?.version)
  const pid = await findProcess(admin)
  const urlOf = (name: string): string => {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return url.href
  }
  const counter = async (name: string): Promise<number> => {
    const [counted] = await admin.query<RowDataPacket[]>('show global status like ?', [name])
    return Number(counted[0]?.Value)
  }
  return {
    version: version.includes('MariaDB') ? `MariaDB ${version.split('-')[0]}` : `MySQL ${version}`,
    async createDatabase(name) {
      await admin.query(`drop database if exists ${name}`)
      await admin.query(`create database ${name}`)
      return urlOf(name)
    },
    urlOf,
    async hasTable(database, table) {
      const [found] = await admin.query<RowDataPacket[]>(
        'select 1 from information_schema.tables where table_schema = ? and table_name = ?',
        [database, table],
      )
      return found.length > 0
    },
    async processorMs(database) {
      if (pid === undefined) return 0
      if (!version.includes('MariaDB')) return processorMs(pid)
      const [threads] = await admin.query<RowDataPacket[]>(
        'select tid from information_schema.processlist where db = ?',
        [database],
      )
      return processorMs(
        pid,
        threads.map(({ tid }) => String(tid)),
      )
    },
    counter,
    async settle() {
      await admin.query(
        'set global innodb_max_dirty_pages_pct = 0, global innodb_max_dirty_pages_pct_lwm = 0',
      )
      const startedAt = performance.now()
      while (performance.now() - startedAt < settleMsMax) {
        if ((await counter('Innodb_buffer_pool_pages_dirty')) < dirtyPagesMax) break
        await pause(500)
      }
      await admin.query('set global innodb_max_dirty_pages_pct = 90')
    },
    async [Symbol.asyncDispose]() {
      await admin.end()
      await server.stop()
    },
  }
}

/** undefined for a server on another machine, or in a container. */
async function findProcess(admin: Connection): Promise<number | undefined> {
  const [rows] = await admin.query<RowDataPacket[]>('select @@pid_file as file, @@datadir as folder')
  const file = resolve(String(rows[0]?.folder), String(rows[0]?.file))
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

/** The tests' own server gives up durability, and is small. */
async function setUp(admin: { query(sql: string): Promise<unknown> }): Promise<void> {
  await admin.query('set global innodb_flush_log_at_trx_commit = 1')
  await admin.query(`set global innodb_buffer_pool_size = ${bufferPoolBytes}`)
  // Not every version can change it while it runs; loading millions of rows then takes longer.
  await admin.query(`set global innodb_log_file_size = ${bufferPoolBytes / 4}`).catch(() => undefined)
}

/** Bare mysql2 as a careful person sets it up: READ COMMITTED, and no stack trace made for each statement. */
export function openBarePool(url: string, connections: number): Pool {
  const pool = createPool({ uri: url, connectionLimit: connections, trace: false, multipleStatements: false })
  pool.pool.on('connection', (connection) => {
    connection.query('set session transaction isolation level read committed')
  })
  return pool
}
