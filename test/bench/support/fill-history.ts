import { DatabaseSync } from 'node:sqlite'
import type { Pool } from 'mysql2/promise'

/** Rows of one INSERT … SELECT: a transaction that stays small next to the redo log. */
const chunkRows = 100_000
const slotsPerStatement = 1_000
const costMicros = 20_000
const dayMs = 24 * 60 * 60 * 1000
const historyMs = 30 * dayMs

/** Where the rows are made: a connection that nobody else uses, and what its SQL spells in its own way. */
export interface Filler extends AsyncDisposable {
  run(statement: string): Promise<unknown>
  /** 24 characters in the order of creation. */
  readonly idOf: string
  /** Division of whole numbers. */
  readonly div: string
  concat(...parts: readonly string[]): string
}

/**
 * Adds tasks of the last 30 days, one in ten of them a video, with the usage of their accounts. The slots are
 * the accounts that order in turn, again and again; an account that has several orders as much more. There are no
 * ledger entries, which no request for a history reads. Five million take some minutes.
 */
export async function fillHistory(
  filler: Filler,
  { count, slots }: { readonly count: number; readonly slots: readonly string[] },
): Promise<void> {
  const { run, idOf, div } = filler
  await run('create table slots (slot int primary key, account_id char(24) not null)')
  for (let from = 0; from < slots.length; from += slotsPerStatement) {
    const values = slots
      .slice(from, from + slotsPerStatement)
      .map((id, index) => `(${from + index}, '${id}')`)
    await run(`insert into slots values ${values.join(', ')}`)
  }
  await run('create table numbers (i int primary key)')
  await run('insert into numbers values (1)')
  const rows = Math.min(count, chunkRows)
  for (let made = 1; made < rows; made *= 2)
    await run(`insert into numbers select i + ${made} from numbers where i + ${made} <= ${rows}`)
  const startMs = Date.now() - historyMs
  const stepMs = Math.floor(historyMs / count)
  for (let done = 0; done < count; done += chunkRows) {
    await run('begin')
    await run(`
      insert into tasks (id, account_id, type, tier, status, parameters, cost, created_at, started_at, completed_at,
        queue_position, attempt, epoch, provider, output)
      select ${idOf}, account_id, ${typeOf(div, slots.length)}, '1k', 'SUCCEEDED', ${parameters}, ${costMicros}, at_ms,
        at_ms + 100, at_ms + 900, at_ms, 1, 1, 'studio',
        ${filler.concat(`'[{"key":"results/'`, idOf, `'/1/0.png","contentType":"image/png","sizeBytes":1234567}]'`)}
      from (select i + ${done} as n, ${startMs} + ${stepMs} * (i + ${done}) as at_ms from numbers
            where i <= ${count - done}) as made
      join slots on slot = n % ${slots.length} order by n`)
    await run('commit')
  }
  await run(`
    insert into usage_days (account_id, day, product, api_key_id, succeeded, failed, cancelled, charged)
    select account_id, completed_at ${div} ${dayMs}, type, '', count(*), 0, 0, sum(cost) from tasks group by 1, 2, 3`)
  await run('drop table numbers')
  await run('drop table slots')
}

/** The tenth of each account, whether it has one slot or every fifth. */
function typeOf(div: string, slots: number): string {
  return `case when (n ${div} ${slots} + n ${div} 5) % 10 = 0 then 'video.generate' else 'image.generate' end`
}

const parameters = `'{"prompt":"a lighthouse in a storm, oil on canvas","aspectRatio":"1:1","widthPx":1024,"heightPx":1024}'`

export async function openMysqlFiller(pool: Pool): Promise<Filler> {
  const connection = await pool.getConnection()
  await connection.query('set session foreign_key_checks = 0, session unique_checks = 0')
  // The usage is summed up in memory: a temporary file in a shared folder goes when another server starts.
  const bytes = 2 ** 30
  await connection.query(`set session tmp_table_size = ${bytes}, session max_heap_table_size = ${bytes}`)
  return {
    run: (statement) => connection.query(statement),
    idOf: `lower(concat(lpad(hex(at_ms), 12, '0'), lpad(hex(n), 12, '0')))`,
    div: 'div',
    concat: (...parts) => `concat(${parts.join(', ')})`,
    async [Symbol.asyncDispose]() {
      connection.destroy() // its settings must not reach anybody else
    },
  }
}

/** Without the flushes that would make a commit last, and with the statistics of a database in use. */
export function openSqliteFiller(file: string): Filler {
  const connection = new DatabaseSync(file)
  connection.exec('pragma synchronous = off; pragma cache_size = -1000000')
  return {
    run: async (statement) => connection.exec(statement),
    idOf: `printf('%012x%012x', at_ms, n)`,
    div: '/',
    concat: (...parts) => parts.join(' || '),
    async [Symbol.asyncDispose]() {
      connection.close()
    },
  }
}
