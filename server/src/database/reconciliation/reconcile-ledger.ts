import { sql } from 'kysely'
import { storedBytesOf } from '../accounts/result-bytes.ts'
import { openTasksSum } from '../accounts/task-limits.ts'
import type { Database } from '../database.ts'
import { keptBytesSum } from '../uploads/kept-uploads.ts'
import { compareSpending } from './reconcile-spending.ts'

/** One disagreement in the books; an empty list is the only good result. */
export interface Disagreement {
  /**
   * `balance` and `reserved`: the amounts of an account; `task`: a task's entries; `work`: a task's queue row and
   * lease; `usage`: what an account's usage sums up to; `spending`: what the orders of a key have cost; `storage`:
   * the space of an account's uploads and results; `open`: how many open tasks an account has.
   */
  readonly kind: 'balance' | 'reserved' | 'usage' | 'open' | 'task' | 'work' | 'spending' | 'storage'
  readonly accountId: string
  readonly taskId?: string
  /** Micro-dollars, counts, a task's expected entries, or where it should be queued. */
  readonly expected: string
  readonly actual: string
}

/**
 * Rows per statement: a long-held snapshot would keep the database from purging old row versions. Few accounts,
 * because a statement reads all of their ledger, and the database ends it after a minute.
 */
interface ChunkSizes {
  readonly accounts: number
  readonly tasks: number
}
const chunkSizesDefault: ChunkSizes = { accounts: 10, tasks: 2_000 }

interface ReconciliationOptions {
  /** The storage of uploads and results reads tasks once more, in the order of accounts. @default both */
  readonly of?: 'books' | 'storage'
  readonly chunkSizes?: ChunkSizes
}

/**
 * Compares every account with its ledger and every task with its entries. Balance is credits minus
 * debits and reservations plus refunds; reserved is reservations minus charges and refunds; an open task has only its
 * reservation, an ended one also the closing entry of its status, each of the task's cost. Also compares
 * every task with the work: a waiting task is in the queue, a running one has a lease or is queued again,
 * an ended one neither; otherwise its money would stay reserved for ever. And every account's usage and count
 * of open tasks with its ledger, the spending of every key with its unrefunded tasks, and every
 * account's storage with its READY uploads and its results. Each account and each task is read in one statement with
 * all that belongs to it, so at one moment.
 */
export async function findDisagreements(
  database: Database,
  { limit = 1000, ...options }: ReconciliationOptions & { readonly limit?: number } = {},
): Promise<Disagreement[]> {
  const found: Disagreement[] = []
  for await (const chunk of disagreementsByChunk(database, options)) {
    found.push(...chunk)
    if (found.length >= limit) return found.slice(0, limit)
  }
  return found
}

/** The same chunk by chunk, with nothing for most: for callers that stop after some time. */
export async function* disagreementsByChunk(
  database: Database,
  { of, chunkSizes = chunkSizesDefault }: ReconciliationOptions = {},
): AsyncGenerator<Disagreement[]> {
  if (of !== 'storage') {
    for await (const chunk of chunksOf(database, 'accounts', chunkSizes.accounts))
      yield await compareAccounts(database, chunk)
    for await (const chunk of chunksOf(database, 'tasks', chunkSizes.tasks))
      yield await compareTasks(database, chunk)
    for await (const chunk of chunksOf(database, 'key_limits', chunkSizes.accounts))
      yield await compareSpending(database, chunk)
  }
  // Last, because its findings are not money.
  if (of !== 'books') {
    for await (const chunk of chunksOf(database, 'accounts', chunkSizes.accounts))
      yield await compareStorage(database, chunk)
  }
}

/** Ids after the first, up to and including the last. */
interface Chunk {
  readonly after: string
  readonly upTo: string
}

/**
 * The whole table by primary key, as of the start; rows added meanwhile are left to the next run. These reads
 * are short, so that a database that hangs is noticed at once.
 */
async function* chunksOf(
  database: Database,
  table: 'accounts' | 'tasks' | 'key_limits',
  rows: number,
): AsyncGenerator<Chunk> {
  const end = await database.read((db) =>
    db
      .selectFrom(table)
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirstOrThrow(),
  )
  const last = end.id ?? ''
  for (let after = ''; after < last; ) {
    const row = await database.read((db) =>
      db
        .selectFrom(table)
        .select('id')
        .where('id', '>', after)
        .where('id', '<=', last)
        .orderBy('id')
        .limit(1)
        .offset(rows - 1)
        .executeTakeFirst(),
    )
    const chunk = { after, upTo: row?.id ?? last }
    yield chunk
    after = chunk.upTo
  }
}

interface AccountBooks {
  readonly id: string
  readonly balance: bigint
  readonly reserved: bigint
  readonly ledger_balance: unknown
  readonly ledger_reserved: unknown
  readonly ledger_usage: string
  readonly counted_usage: string
  readonly tasks_open: bigint
  readonly ledger_open: unknown
}

async function compareAccounts(database: Database, { after, upTo }: Chunk): Promise<Disagreement[]> {
  const { rows } = await database.readLongRunning((db) =>
    sql<AccountBooks>`
      select * from (
        select a.id, a.balance, a.reserved, a.tasks_open, ${openTasksSum} as ledger_open,
          coalesce(sum(case e.kind when 'credit' then e.amount when 'refund' then e.amount when 'reserve' then -e.amount when 'debit' then -e.amount else 0 end), 0) as ledger_balance,
          coalesce(sum(case e.kind when 'reserve' then e.amount when 'charge' then -e.amount when 'refund' then -e.amount else 0 end), 0) as ledger_reserved,
          concat(coalesce(sum(case e.kind when 'charge' then e.amount else 0 end), 0), ' by ',
            coalesce(sum(case e.kind when 'charge' then 1 else 0 end), 0), ' charges, ',
            coalesce(sum(case e.kind when 'refund' then 1 else 0 end), 0), ' refunds') as ledger_usage,
          (select concat(coalesce(sum(u.charged), 0), ' by ', coalesce(sum(u.succeeded), 0), ' charges, ',
              coalesce(sum(u.failed + u.cancelled), 0), ' refunds')
            from usage_days u where u.account_id = a.id) as counted_usage
        from accounts a left join ledger_entries e on e.account_id = a.id
        where a.id > ${after} and a.id <= ${upTo}
        group by a.id, a.balance, a.reserved, a.tasks_open
      ) books
      where balance <> ledger_balance or reserved <> ledger_reserved or counted_usage <> ledger_usage
        or tasks_open <> ledger_open
      order by id`.execute(db),
  )
  return rows.flatMap((row) => {
    const pairs = [
      { kind: 'balance' as const, actual: String(row.balance), expected: String(row.ledger_balance) },
      { kind: 'reserved' as const, actual: String(row.reserved), expected: String(row.ledger_reserved) },
      { kind: 'usage' as const, actual: row.counted_usage, expected: row.ledger_usage },
      { kind: 'open' as const, actual: String(row.tasks_open), expected: String(row.ledger_open) },
    ]
    return pairs
      .filter((pair) => pair.actual !== pair.expected)
      .map((pair) => ({ ...pair, accountId: row.id }))
  })
}

async function compareStorage(database: Database, { after, upTo }: Chunk): Promise<Disagreement[]> {
  const { rows } = await database.readLongRunning((db) =>
    sql<{ id: string; expected: string; actual: string }>`
      select * from (
        select id,
          concat(coalesce(uploads_kept, 0), ' uploads, ', coalesce(bytes_kept, 0), ' bytes, results ',
            result_bytes, ' bytes') as actual,
          concat((select concat(count(*), ' uploads, ', ${keptBytesSum}, ' bytes')
            from uploads where account_id = accounts.id and status = 'READY'), ', results ',
            ${storedBytesOf(database.dialect)}, ' bytes') as expected
        from accounts left join upload_usage on upload_usage.account_id = accounts.id
        where id > ${after} and id <= ${upTo}
      ) storage
      where actual <> expected
      order by id`.execute(db),
  )
  return rows.map(({ id, expected, actual }) => ({ kind: 'storage', accountId: id, expected, actual }))
}

interface TaskBooks {
  readonly id: string
  readonly account_id: string
  readonly status: string
  readonly cost: bigint
  readonly opened: unknown
  readonly closing: string | null
  readonly entries_agree: bigint
  readonly work_agrees: bigint
  readonly queued: bigint
  readonly leased: bigint
}

/**
 * Names statuses and movements itself on purpose: derived from the table of moves, it would not find an error
 * in that table.
 */
async function compareTasks(database: Database, { after, upTo }: Chunk): Promise<Disagreement[]> {
  const { rows } = await database.readLongRunning((db) =>
    sql<TaskBooks>`
      select * from (
        select t.id, t.account_id, t.status, t.cost, o.amount as opened, c.kind as closing,
          case when o.amount is null or o.amount <> t.cost or (c.amount is not null and c.amount <> t.cost)
            or coalesce(c.kind, 'none') <> case t.status
              when 'SUCCEEDED' then 'charge' when 'FAILED' then 'refund' when 'CANCELLED' then 'refund' else 'none' end
            then 0 else 1 end as entries_agree,
          case when case t.status
              when 'QUEUED' then (q.task_id is null) <> (h.task_id is null) and l.task_id is null
              when 'PROCESSING' then (q.task_id is null) <> (l.task_id is null) and h.task_id is null
              else q.task_id is null and l.task_id is null and h.task_id is null end
            then 1 else 0 end as work_agrees,
          (q.task_id is not null) + (h.task_id is not null) as queued,
          case when l.task_id is null then 0 else 1 end as leased
        from tasks t
        left join ledger_entries o on o.task_id = t.id and o.phase = 1
        left join ledger_entries c on c.task_id = t.id and c.phase = 2
        left join task_queue q on q.product = t.type and q.position = t.queue_position and q.task_id = t.id
        left join held_tasks h on h.account_id = t.account_id and h.product = t.type and h.task_id = t.id
        left join task_leases l on l.task_id = t.id
        where t.id > ${after} and t.id <= ${upTo}
      ) books
      where entries_agree = 0 or work_agrees = 0
      order by id`.execute(db),
  )
  return rows.flatMap((row) => {
    const task = { accountId: row.account_id, taskId: row.id }
    const found: Disagreement[] = []
    if (row.entries_agree === 0n) {
      const actual = `opened ${String(row.opened)}, closed by ${row.closing ?? 'nothing'}`
      found.push({ kind: 'task', ...task, expected: `${row.status} of ${row.cost}`, actual })
    }
    if (row.work_agrees === 0n) {
      found.push({ kind: 'work', ...task, expected: expectedPlace(row.status), actual: actualPlace(row) })
    }
    return found
  })
}

function expectedPlace(status: string): string {
  if (status === 'QUEUED') return 'QUEUED, in the queue'
  if (status === 'PROCESSING') return 'PROCESSING, with a lease or in the queue again'
  return `${status}, neither in the queue nor with a lease`
}

function actualPlace({ queued, leased }: Pick<TaskBooks, 'queued' | 'leased'>): string {
  if (queued === 1n) return leased === 1n ? 'in the queue and with a lease' : 'in the queue'
  return leased === 1n ? 'with a lease' : 'neither in the queue nor with a lease'
}
