// How much of a disk an ended task takes, and how long the reconciliation that reads all of them: what bounds
// one database in the end. Run it with `npm run bench -- rows`; it takes about three minutes.

import type { Pool, RowDataPacket } from 'mysql2/promise'
import { findDisagreements } from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber } from './support/figures.ts'
import { fillFinishedTasks } from './support/fill-tasks.ts'
import { sized } from './support/options.ts'
import { createReport, noneOf } from './support/report.ts'

const sizes = [sized(250_000, 50_000), sized(1_000_000, 100_000)]
/** What each task keeps for ever, and for as long as its idempotency key is remembered. */
const tables = ['tasks', 'ledger_entries', 'idempotency_keys']

const report = createReport('rows')
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'rows_bench')
const { bare, accountIds } = database

/** Data and indexes of a table, by the pages that it has. */
async function bytesOf(pool: Pool, table: string): Promise<number> {
  await pool.query(`analyze table ${table}`)
  const [rows] = await pool.query<RowDataPacket[]>(
    'select data_length + index_length as bytes from information_schema.tables where table_schema = database() and table_name = ?',
    [table],
  )
  return Number(rows[0]?.bytes)
}

let filled = 0
let disagreements = 0
for (const size of sizes) {
  await fillFinishedTasks(bare, { count: size - filled, accountIds })
  filled = size
  const bytes: string[] = []
  let sum = 0
  for (const table of tables) {
    const each = (await bytesOf(bare, table)) / size
    if (table !== 'idempotency_keys') sum += each
    bytes.push(`${table} ${formatNumber(each)}`)
  }
  report.add({
    what: `bytes of the database for each of ${formatNumber(size)} ended tasks, indexes included`,
    measured: `${formatNumber(sum)} for ever (${bytes.join(', ')})`,
  })
  const startedAt = performance.now()
  disagreements += (await findDisagreements(database.database)).length
  const seconds = (performance.now() - startedAt) / 1_000
  report.add({
    what: `reconciliation of ${formatNumber(size)} ended tasks`,
    measured: `${formatNumber(seconds)} s, ${formatNumber(size / seconds)} tasks a second`,
  })
}
report.add(noneOf('disagreements', disagreements))
report.write([mysql.version])
