import type { Pool, PoolConnection, RowDataPacket } from 'mysql2/promise'

/** Rows of one INSERT … SELECT: a transaction that stays small next to the redo log. */
const chunkRows = 100_000
const costMicros = 20_000
const resultBytes = 1_234_567
const dayMs = 24 * 60 * 60 * 1000
/** Between two tasks. */
const spacingMs = 500
/** At least; more of them go further back, so that none is of the future. */
const historyMs = 30 * dayMs

export interface Filling {
  readonly count: number
  readonly accountIds: readonly string[]
}

/**
 * Adds tasks that have ended long ago, with all that the service would have kept of each: both ledger
 * entries, the idempotency key and the usage. The books agree afterwards. A million takes about a minute.
 */
export async function fillFinishedTasks(pool: Pool, filling: Filling): Promise<void> {
  await fill(pool, filling, async (connection, from, to) => {
    await connection.query(
      `insert into tasks (id, account_id, type, tier, status, parameters, cost, created_at, started_at, completed_at,
         queue_position, attempt, epoch, provider, output)
       select ${idOf}, ${accountOf}, 'image.generate', '1k', 'SUCCEEDED', ${parameters}, ${costMicros}, ${timeOf},
         ${timeOf} + 100, ${timeOf} + 900, ${timeOf}, 1, 1, 'studio',
         concat('[{"key":"results/', ${idOf}, '/1/0.png","contentType":"image/png","sizeBytes":${resultBytes}}]')
       ${fromNumbers}`,
      { from, to },
    )
    for (const [phase, kind] of [
      [1, 'reserve'],
      [2, 'charge'],
    ]) {
      await connection.query(
        `insert into ledger_entries (account_id, task_id, phase, kind, amount, created_at)
         select ${accountOf}, ${idOf}, ${phase}, '${kind}', ${costMicros}, ${timeOf} ${fromNumbers}`,
        { from, to },
      )
    }
    await connection.query(
      `insert into idempotency_keys (account_id, idempotency_key, fingerprint, task_id, created_at)
       select ${accountOf}, concat('order-', left(sha2(n, 256), 32)), unhex(sha2(n, 256)), ${idOf}, ${timeOf} ${fromNumbers}`,
      { from, to },
    )
    await connection.query(
      `update accounts join (
         select ${accountOf} as account_id, count(*) as tasks ${fromNumbers} group by 1
       ) as filled on filled.account_id = accounts.id
       set balance = balance - ${costMicros} * tasks, result_bytes = result_bytes + ${resultBytes} * tasks`,
      { from, to },
    )
    await connection.query(
      `insert into usage_days (account_id, day, product, api_key_id, succeeded, failed, cancelled, charged)
       select ${accountOf}, (${timeOf} + 900) div ${dayMs} as day, 'image.generate', '', count(*), 0, 0,
         ${costMicros} * count(*) ${fromNumbers} group by ${accountOf}, day
       on duplicate key update succeeded = succeeded + values(succeeded), charged = charged + values(charged)`,
      { from, to },
    )
  })
}

/** Adds tasks that wait, with their queue rows and reservations, in the order of their positions. */
export async function fillQueuedTasks(pool: Pool, filling: Filling): Promise<void> {
  await fill(pool, filling, async (connection, from, to) => {
    await connection.query(
      `insert into tasks (id, account_id, type, tier, status, parameters, cost, created_at, queue_position, attempt, epoch)
       select ${idOf}, ${accountOf}, 'image.generate', '1k', 'QUEUED', ${parameters}, ${costMicros}, ${timeOf}, ${timeOf}, 0, 0
       ${fromNumbers}`,
      { from, to },
    )
    await connection.query(
      `insert into task_queue (product, position, task_id) select 'image.generate', ${timeOf}, ${idOf} ${fromNumbers}`,
      { from, to },
    )
    await connection.query(
      `insert into ledger_entries (account_id, task_id, phase, kind, amount, created_at)
       select ${accountOf}, ${idOf}, 1, 'reserve', ${costMicros}, ${timeOf} ${fromNumbers}`,
      { from, to },
    )
    await connection.query(
      `update accounts
       set balance = balance - ${costMicros} * (select count(*) from numbers where n between :from and :to and account_id = accounts.id),
         reserved = reserved + ${costMicros} * (select count(*) from numbers where n between :from and :to and account_id = accounts.id)`,
      { from, to },
    )
  })
}

// Each row of `numbers` is a task: its place in the order, its time and its account. The id has the service's
// own shape.
const idOf = `concat(lpad(lower(conv(at_ms, 10, 36)), 9, '0'), lower(lpad(conv(n, 10, 36), 6, '0')), left(sha2(n, 256), 9))`
const accountOf = 'account_id'
const timeOf = 'at_ms'
const parameters = `'{"prompt":"a lighthouse in a storm, oil on canvas","aspectRatio":"1:1","widthPx":1024,"heightPx":1024}'`
const fromNumbers = 'from numbers where n between :from and :to'

async function fill(
  pool: Pool,
  { count, accountIds }: Filling,
  insert: (connection: PoolConnection, from: number, to: number) => Promise<void>,
): Promise<void> {
  const connection = await pool.getConnection()
  connection.connection.config.namedPlaceholders = true
  try {
    // The rows refer to each other by construction; checking that would double the time.
    await connection.query('set session foreign_key_checks = 0, session unique_checks = 0')
    await createNumbers(connection, Math.min(count, chunkRows), accountIds)
    const [counted] = await connection.query<RowDataPacket[]>('select count(*) as first from tasks')
    const first = Number(counted[0]?.first)
    const startMs = Date.now() - Math.max(historyMs, spacingMs * (first + count))
    for (let done = 0; done < count; done += chunkRows) {
      const rows = Math.min(chunkRows, count - done)
      await connection.query(
        'update numbers set n = i + :offset, at_ms = :startMs + :spacingMs * (i + :offset)',
        {
          offset: first + done,
          startMs,
          spacingMs,
        },
      )
      await connection.query('begin')
      await insert(connection, first + done + 1, first + done + rows)
      await connection.query('commit')
    }
    await connection.query('drop table numbers')
  } finally {
    connection.destroy() // its settings must not reach anybody else
  }
}

/** A table of 1 … rows, made by doubling: MySQL has no sequence to select from. */
async function createNumbers(
  connection: PoolConnection,
  rows: number,
  accountIds: readonly string[],
): Promise<void> {
  await connection.query('drop table if exists numbers')
  await connection.query(
    `create table numbers (i int primary key, n bigint not null, at_ms bigint not null,
       account_id char(24) character set ascii collate ascii_bin not null)`,
  )
  await connection.query(`insert into numbers values (1, 1, 0, '')`)
  for (let made = 1; made < rows; made *= 2) {
    await connection.query(
      'insert into numbers select i + :made, i + :made, 0, account_id from numbers where i + :made <= :rows',
      { made, rows },
    )
  }
  await connection.query(
    `update numbers set account_id = elt(1 + mod(i, ${accountIds.length}), ${accountIds.map(() => '?').join(', ')})`,
    [...accountIds],
  )
}
