import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Chunk } from './chunks.ts'
import type { Disagreement } from './disagreement.ts'

/** Compares tasks with their entries of the ledger, and with the queue and the leases. */
export async function compareTasks(database: Database, { after, upTo }: Chunk): Promise<Disagreement[]> {
  return compareTasksWhere(database, sql`t.id > ${after} and t.id <= ${upTo}`)
}

/** The same for those up to a task that have ended since a time. */
export async function* compareEndedTasks(
  database: Database,
  {
    sinceMs,
    upToTaskId,
    rows,
  }: { readonly sinceMs: number; readonly upToTaskId: string; readonly rows: number },
): AsyncGenerator<Disagreement[]> {
  for (let after = BigInt(sinceMs); ; ) {
    const last = await database.read((db) =>
      db
        .selectFrom('tasks')
        .select('completed_at')
        .where('completed_at', '>', after)
        .orderBy('completed_at')
        .limit(1)
        .offset(rows - 1)
        .executeTakeFirst(),
    )
    const upTo = last?.completed_at ?? undefined
    const until = upTo === undefined ? sql`` : sql`and t.completed_at <= ${upTo}`
    yield await compareTasksWhere(database, sql`t.completed_at > ${after} ${until} and t.id <= ${upToTaskId}`)
    if (upTo === undefined) return
    after = upTo
  }
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
async function compareTasksWhere(database: Database, where: RawBuilder<unknown>): Promise<Disagreement[]> {
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
        where ${where}
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
