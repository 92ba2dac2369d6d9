import type { Pool, PoolConnection } from 'mysql2/promise'

/**
 * Fills an empty database as a service leaves it that has run for years: tasks that ended in each way, both ledger
 * entries of each, usage, spending of keys with limits, failed calls of engines, the idempotency keys that are still
 * remembered, and audit entries. The last month is alike whatever the number of tasks, so that two databases differ in
 * their past alone. The books agree afterwards, once the accounts are credited.
 */
export interface Past {
  readonly tasks: number
  /** How many of them are of the last month. */
  readonly ofLastMonth: number
  /** The first has a tenth of all tasks, and three tenths of the last month, so that its lists are full in any. */
  readonly accounts: readonly PastAccount[]
  /** Called with what is filled next. */
  readonly onProgress?: (next: string) => void
}

export interface PastAccount {
  readonly accountId: string
  readonly keyId: string
  /** Whether its key has limits, so that what it spends is counted. */
  readonly isLimited: boolean
}

const dayMs = 24 * 60 * 60 * 1000
/** A little more than any month. */
const monthMs = 32 * dayMs
/** How far back the older tasks go. */
const pastMs = 700 * dayMs
const chunkRows = 100_000
/** Who orders in turn: places of the older tasks, then as many of the last month. */
const places = 1_000
const imageMicros = 20_000
const videoMicros = 400_000
const resultBytes = 1_234_567
/** The limit of their space bounds uploads, however old an account is. */
const uploadsOfAccount = 40
const uploadBytes = 234_567

/** A million takes some three minutes. */
export async function fillPast(pool: Pool, past: Past): Promise<void> {
  const connection = await pool.getConnection()
  try {
    // The rows refer to each other by construction; checking that would double the time.
    await connection.query('set session foreign_key_checks = 0, session unique_checks = 0')
    const bytes = 2 ** 28
    await connection.query(`set session tmp_table_size = ${bytes}, session max_heap_table_size = ${bytes}`)
    await createNumbers(connection, past)
    for (const [what, statement] of statementsOf(past)) {
      if (!statement.includes(':first')) {
        past.onProgress?.(what)
        await connection.query(statement)
        continue
      }
      for (let first = 0; first < past.tasks; first += chunkRows) {
        if (first % (10 * chunkRows) === 0) past.onProgress?.(`${what} from ${first}`)
        await connection.query(statement.replaceAll(':first', String(first)))
      }
    }
    await connection.query('drop table numbers, places')
  } finally {
    connection.destroy() // its settings must not reach anybody else
  }
}

function statementsOf({ tasks, ofLastMonth }: Past): [string, string][] {
  const older = tasks - ofLastMonth
  // No task is of the future, however long it took.
  const nowMs = Date.now() - dayMs / 24
  const monthStartMs = nowMs - monthMs
  const pastStartMs = monthStartMs - pastMs
  // The first month is as sparse as the last, so that what is done to the oldest tasks is alike, too.
  const ofFirstMonth = older > 2 * ofLastMonth ? ofLastMonth : 0
  const between = older - ofFirstMonth
  const betweenStartMs = pastStartMs + (ofFirstMonth === 0 ? 0 : monthMs)
  const betweenStepMs = between === 0 ? 0 : (monthStartMs - betweenStartMs) / between
  const stepMs = monthMs / ofLastMonth
  const madeWhere = (where: string) => `
    select n, account_id, key_id, limits_id, at_ms, ended,
      if(kind < 10, 'video.generate', 'image.generate') as product,
      if(kind < 10, ${videoMicros}, ${imageMicros}) as cost,
      if(kind < 10, 60000, 4000) as took_ms,
      concat(lpad(lower(conv(at_ms, 10, 36)), 9, '0'), lpad(lower(conv(n, 10, 36)), 6, '0'), left(md5(n), 9)) as id
    from (
      select n, n * 7919 % 101 as kind,
        case when n * 104729 % 97 < 88 then 'SUCCEEDED' when n * 104729 % 97 < 93 then 'FAILED'
          else 'CANCELLED' end as ended,
        case when n > ${older} then ${monthStartMs} + floor((n - ${older}) * ${stepMs})
          when n <= ${ofFirstMonth} then ${pastStartMs} + floor(n * ${stepMs})
          else ${betweenStartMs} + floor((n - ${ofFirstMonth}) * ${betweenStepMs}) end as at_ms,
        account_id, key_id, limits_id
      from (select :first + i as n from numbers) as numbers
      straight_join places on place = if(n > ${older}, ${places}, 0) + n * 31 % ${places}
      where n <= ${tasks} and ${where}
    ) as numbered`
  const made = madeWhere('true')
  return [
    [
      'tasks',
      `insert into tasks (id, account_id, api_key_id, key_limits_id, type, tier, status, parameters, cost, created_at,
         started_at, completed_at, queue_position, attempt, epoch, provider, output, error_code, error_message,
         engine_cost)
       select id, account_id, key_id, limits_id, product, '1k', ended,
         '{"prompt":"a lighthouse in a storm, oil on canvas","aspectRatio":"1:1","widthPx":1024,"heightPx":1024}',
         cost, at_ms, if(ended = 'CANCELLED', null, at_ms + 100), at_ms + took_ms, at_ms, 1, 1,
         if(n % 3 = 0, 'fal', 'studio'),
         if(ended = 'SUCCEEDED', concat('[{"key":"results/', id, '/1/0.png","contentType":"image/png","sizeBytes":',
           ${resultBytes}, '}]'), null),
         if(ended = 'FAILED', if(n % 2 = 0, 'GENERATION_FAILED', 'INVALID_INPUT'), null),
         if(ended = 'FAILED', 'The engine has failed.', null), cost div 2
       from (${made}) as made`,
    ],
    [
      'ledger entries',
      `insert into ledger_entries (account_id, task_id, phase, kind, amount, created_at)
       select account_id, id, phase,
         if(phase = 1, 'reserve', if(ended = 'SUCCEEDED', 'charge', 'refund')), cost,
         if(phase = 1, at_ms, at_ms + took_ms)
       from (${made}) as made straight_join (select 1 as phase union all select 2) as phases`,
    ],
    [
      'idempotency keys',
      `insert into idempotency_keys (account_id, idempotency_key, fingerprint, task_id, created_at)
       select account_id, concat('order-', md5(n)), unhex(sha2(n, 256)), id, at_ms
       from (${madeWhere(`n > ${older}`)}) as made where at_ms > ${nowMs - dayMs}`,
    ],
    [
      'usage',
      `insert into usage_days (account_id, day, product, api_key_id, succeeded, failed, cancelled, charged)
       select account_id, (at_ms + took_ms) div ${dayMs} as day, product, key_id, sum(ended = 'SUCCEEDED'),
         sum(ended = 'FAILED'), sum(ended = 'CANCELLED'), sum(if(ended = 'SUCCEEDED', cost, 0))
       from (${made}) as made group by account_id, day, product, key_id
       on duplicate key update succeeded = succeeded + values(succeeded), failed = failed + values(failed),
         cancelled = cancelled + values(cancelled), charged = charged + values(charged)`,
    ],
    [
      'limits of keys',
      'insert into key_limits (id) select distinct limits_id from places where limits_id is not null',
    ],
    [
      'spending of keys',
      `insert into key_spending (limits_id, day, spent)
       select limits_id, at_ms div ${dayMs} as day, sum(if(ended = 'SUCCEEDED', cost, 0))
       from (${made}) as made where limits_id is not null group by limits_id, day
       on duplicate key update spent = spent + values(spent)`,
    ],
    [
      'spending of keys in total',
      'insert into key_spending (limits_id, day, spent) select limits_id, 0, sum(spent) from key_spending group by limits_id',
    ],
    [
      'calls of engines',
      `insert into engine_calls (task_id, id, attempt, provider, started_at, ended_at, outcome, reason)
       select id, id, 1, 'fal', at_ms + 100, at_ms + 1100, 'unavailable', '503 Service Unavailable'
       from (${madeWhere('n % 100 = 0')}) as made`,
    ],
    [
      'audit entries',
      `insert into audit_entries (action_id, created_at, actor, action, subject, details)
       select id, at_ms, 'an operator', 'sign-in', '192.0.2.1', '{}' from (${madeWhere('n % 500 = 0')}) as made`,
    ],
    [
      'uploads',
      `insert into uploads (id, account_id, status, content_type, size_bytes, width, height, object_key, created_at,
         expires_at, verified_at, last_used_at)
       select concat(lpad(lower(hex(${monthStartMs} + i)), 12, '0'), left(md5(concat(id, i)), 20)), id, 'READY',
         'image/png', ${uploadBytes}, 1024, 1024, concat('inputs/', id, i), ${monthStartMs} + i, ${monthStartMs} + 900000,
         ${monthStartMs} + 60000, ${monthStartMs} + 60000 + i
       from accounts join numbers where i <= ${uploadsOfAccount}`,
    ],
    [
      'kept uploads',
      `insert into upload_usage (account_id, uploads_kept, bytes_kept)
       select id, ${uploadsOfAccount}, ${uploadsOfAccount * uploadBytes} from accounts`,
    ],
    [
      'results and keys of the accounts',
      `update accounts left join (
         select account_id, sum(succeeded) as results from usage_days group by account_id
       ) as used on used.account_id = accounts.id
       join places on places.account_id = accounts.id
       join api_keys on api_keys.id = places.key_id
       set result_bytes = ${resultBytes} * coalesce(results, 0), api_keys.limits_id = places.limits_id`,
    ],
  ]
}

/** What the accounts were charged for all of it, which their balances do not have yet. */
export async function chargePast(pool: Pool): Promise<void> {
  await pool.query(`update accounts join (
      select account_id, sum(charged) as charged from usage_days group by account_id
    ) as used on used.account_id = accounts.id set balance = balance - charged`)
}

/** MySQL has no sequence to select from. */
async function createNumbers(connection: PoolConnection, { tasks, accounts }: Past): Promise<void> {
  const rows = Math.min(tasks, chunkRows)
  await connection.query('drop table if exists numbers, places')
  await connection.query('create table numbers (i int primary key)')
  await connection.query('insert into numbers values (1)')
  for (let made = 1; made < rows; made *= 2)
    await connection.query(`insert into numbers select i + ${made} from numbers where i + ${made} <= ${rows}`)
  await connection.query(
    `create table places (place int primary key, account_id char(24) character set ascii collate ascii_bin not null,
       key_id char(12) character set ascii collate ascii_bin not null,
       limits_id char(12) character set ascii collate ascii_bin)`,
  )
  const [first, ...others] = accounts
  const values = Array.from({ length: 2 * places }, (_, place) => {
    const tenths = place < places ? 1 : 3
    const account = place % 10 < tenths ? first : others[place % others.length]
    if (account === undefined) throw new RangeError('Two accounts at least.')
    return [place, account.accountId, account.keyId, account.isLimited ? account.keyId : null]
  })
  await connection.query('insert into places values ?', [values])
}
