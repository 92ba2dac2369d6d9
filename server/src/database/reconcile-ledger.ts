import { sql } from 'kysely'
import type { Database } from './database.js'
import { keptBytesSum } from './uploads/upload-usage.js'

/** One place where the books do not agree; empty is the only good answer. */
export interface Disagreement {
  /**
   * An account's balance or what it has reserved, a task's entries, the place where a task waits to be gone on with, or
   * what an account's uploads take up.
   */
  readonly kind: 'balance' | 'reserved' | 'task' | 'work' | 'storage'
  readonly accountId: string
  readonly taskId?: string
  /** Micro-dollars, what a task's entries should be, where it should be found, or uploads and their bytes. */
  readonly expected: string
  readonly actual: string
}

/** Rows of one statement, so that none holds a snapshot for long, which would keep the database from clearing up behind us. */
interface ChunkSizes {
  readonly accounts: number
  readonly tasks: number
}
const chunkSizesDefault: ChunkSizes = { accounts: 100, tasks: 2_000 }

/**
 * Holds every account against its ledger and every task against its entries: balance is credits less reservations plus
 * refunds, reserved is reservations less charges and refunds, an open task has its reservation alone and an ended one the
 * closing entry that its status demands, each of the task's cost. And every task against the work: one that waits is in the
 * queue, one that runs has a lease or is in the queue again, one that has ended is in neither; else its money would stay
 * reserved for ever. And every account's count of what it keeps against its READY uploads. Each account and each task is
 * seen at one moment, in one statement with all that belongs to it.
 */
export async function findDisagreements(
  database: Database,
  limit = 1000,
  chunkSizes = chunkSizesDefault,
): Promise<Disagreement[]> {
  const found: Disagreement[] = []
  for await (const chunk of chunksOf(database, 'accounts', chunkSizes.accounts)) {
    found.push(...(await compareAccounts(database, chunk)))
    if (found.length >= limit) return found.slice(0, limit)
  }
  for await (const chunk of chunksOf(database, 'tasks', chunkSizes.tasks)) {
    found.push(...(await compareTasks(database, chunk)))
    if (found.length >= limit) return found.slice(0, limit)
  }
  // Last, for what it finds is no money.
  for await (const chunk of chunksOf(database, 'accounts', chunkSizes.accounts)) {
    found.push(...(await compareStorage(database, chunk)))
    if (found.length >= limit) return found.slice(0, limit)
  }
  return found
}

/** Ids after the first and up to the last. */
interface Chunk {
  readonly after: string
  readonly upTo: string
}

/** The whole table by its primary key, as it was when we began: what is added meanwhile is for the next time. */
async function* chunksOf(
  database: Database,
  table: 'accounts' | 'tasks',
  rows: number,
): AsyncGenerator<Chunk> {
  const end = await database.readAtLength((db) =>
    db
      .selectFrom(table)
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirst(),
  )
  const last = end?.id ?? ''
  for (let after = ''; after < last; ) {
    const row = await database.readAtLength((db) =>
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

async function compareAccounts(database: Database, { after, upTo }: Chunk): Promise<Disagreement[]> {
  const { rows } = await database.readAtLength((db) =>
    sql<{ id: string; balance: bigint; reserved: bigint; ledger_balance: unknown; ledger_reserved: unknown }>`
      select * from (
        select a.id, a.balance, a.reserved,
          coalesce(sum(case e.kind when 'credit' then e.amount when 'refund' then e.amount when 'reserve' then -e.amount else 0 end), 0) as ledger_balance,
          coalesce(sum(case e.kind when 'reserve' then e.amount when 'charge' then -e.amount when 'refund' then -e.amount else 0 end), 0) as ledger_reserved
        from accounts a left join ledger_entries e on e.account_id = a.id
        where a.id > ${after} and a.id <= ${upTo}
        group by a.id, a.balance, a.reserved
      ) books
      where balance <> ledger_balance or reserved <> ledger_reserved
      order by id`.execute(db),
  )
  return rows.flatMap((row) => {
    const pairs = [
      { kind: 'balance' as const, actual: String(row.balance), expected: String(row.ledger_balance) },
      { kind: 'reserved' as const, actual: String(row.reserved), expected: String(row.ledger_reserved) },
    ]
    return pairs
      .filter((pair) => pair.actual !== pair.expected)
      .map((pair) => ({ ...pair, accountId: row.id }))
  })
}

async function compareStorage(database: Database, { after, upTo }: Chunk): Promise<Disagreement[]> {
  const { rows } = await database.readAtLength((db) =>
    sql<{ id: string; expected: string; actual: string }>`
      select * from (
        select a.id, concat(coalesce(u.uploads_kept, 0), ' uploads, ', coalesce(u.bytes_kept, 0), ' bytes') as actual,
          (select concat(count(*), ' uploads, ', ${keptBytesSum}, ' bytes')
            from uploads where account_id = a.id and status = 'READY') as expected
        from accounts a left join upload_usage u on u.account_id = a.id
        where a.id > ${after} and a.id <= ${upTo}
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

/** Names statuses and movements itself on purpose: read from the table of moves, it would not find a fault of that table. */
async function compareTasks(database: Database, { after, upTo }: Chunk): Promise<Disagreement[]> {
  const { rows } = await database.readAtLength((db) =>
    sql<TaskBooks>`
      select * from (
        select t.id, t.account_id, t.status, t.cost, o.amount as opened, c.kind as closing,
          case when o.amount is null or o.amount <> t.cost or (c.amount is not null and c.amount <> t.cost)
            or coalesce(c.kind, 'none') <> case t.status
              when 'SUCCEEDED' then 'charge' when 'FAILED' then 'refund' when 'CANCELLED' then 'refund' else 'none' end
            then 0 else 1 end as entries_agree,
          case when case t.status
              when 'QUEUED' then q.task_id is not null and l.task_id is null
              when 'PROCESSING' then (q.task_id is null) <> (l.task_id is null)
              else q.task_id is null and l.task_id is null end
            then 1 else 0 end as work_agrees,
          case when q.task_id is null then 0 else 1 end as queued,
          case when l.task_id is null then 0 else 1 end as leased
        from tasks t
        left join ledger_entries o on o.task_id = t.id and o.phase = 1
        left join ledger_entries c on c.task_id = t.id and c.phase = 2
        left join task_queue q on q.product = t.type and q.position = t.queue_position and q.task_id = t.id
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
