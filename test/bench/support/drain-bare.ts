import type { Pool, PoolConnection, RowDataPacket } from 'mysql2/promise'

const cost = 20_000
const dayMs = 24 * 60 * 60 * 1000

/**
 * Claims and settles so many waiting tasks by the statements that a careful person would write by hand:
 * batches of `batch` on `connections` connections at once, each claim from where the last one ended. Returns
 * milliseconds.
 */
export async function drainBare(
  pool: Pool,
  options: { readonly count: number; readonly batch: number; readonly connections: number },
): Promise<number> {
  const startedAt = performance.now()
  let left = options.count
  const work = async (): Promise<void> => {
    const connection = await pool.getConnection()
    let position = 0
    while (left > 0) {
      const claimed = await claim(connection, position, options.batch)
      left -= claimed.length
      if (claimed.length === 0) break
      position = Number(claimed[0]?.position)
      await settle(connection, claimed)
    }
    connection.release()
  }
  await Promise.all(Array.from({ length: options.connections }, work))
  return performance.now() - startedAt
}

async function claim(
  connection: PoolConnection,
  position: number,
  batch: number,
): Promise<readonly RowDataPacket[]> {
  const now = Date.now()
  await connection.query('begin')
  const [queued] = await connection.query<RowDataPacket[]>(
    `select position, task_id from task_queue where product = 'image.generate' and position >= ?
     order by position, task_id limit ? for update skip locked`,
    [position, batch],
  )
  if (queued.length === 0) {
    await connection.query('commit')
    return []
  }
  const ids = queued.map((row) => row.task_id)
  await connection.query(
    // Joined so, each row is found by its whole key; any list of keys scans a short queue and deadlocks.
    `delete q from (${queued.map(() => 'select ? as position, ? as task_id').join(' union all ')}) k
     straight_join task_queue q force index (primary)
     on q.product = 'image.generate' and q.position = k.position and q.task_id = k.task_id`,
    queued.flatMap((row) => [row.position, row.task_id]),
  )
  await connection.query(
    `update tasks set status = 'PROCESSING', started_at = coalesce(started_at, ?), attempt = attempt + 1, epoch = epoch + 1
     where id in (?) and status in ('QUEUED', 'PROCESSING')`,
    [now, ids],
  )
  const [tasks] = await connection.query<RowDataPacket[]>(
    'select *, queue_position as position from tasks where id in (?) order by id',
    [ids],
  )
  await connection.query('insert into task_leases (task_id, epoch, worker, lease_until) values ?', [
    tasks.map((task) => [task.id, task.epoch, 'bare', now + 30_000]),
  ])
  await connection.query('commit')
  return tasks
}

async function settle(connection: PoolConnection, tasks: readonly RowDataPacket[]): Promise<void> {
  const now = Date.now()
  const ids = tasks.map((task) => task.id)
  const sums = new Map<string, number>()
  for (const task of tasks) sums.set(task.account_id, (sums.get(task.account_id) ?? 0) + cost)
  await connection.query('begin')
  await connection.query(
    `update tasks set status = 'SUCCEEDED', completed_at = ?, output = case id ${'when ? then ? '.repeat(tasks.length)} end
     where id in (?) and status = 'PROCESSING' and epoch = 1`,
    [
      now,
      ...tasks.flatMap((task) => [
        task.id,
        JSON.stringify([
          { key: `results/${task.id}/1/0.png`, contentType: 'image/png', sizeBytes: 1_234_567 },
        ]),
      ]),
      ids,
    ],
  )
  await connection.query(
    'insert into ledger_entries (account_id, task_id, phase, kind, amount, created_at) values ?',
    [tasks.map((task) => [task.account_id, task.id, 2, 'charge', cost, now])],
  )
  await connection.query('delete task_leases from task_leases force index (primary) where task_id in (?)', [
    ids,
  ])
  await connection.query(
    `update accounts set reserved = reserved - case id ${'when ? then ? '.repeat(sums.size)} end where id in (?)`,
    [...[...sums].flat(), [...sums.keys()]],
  )
  const day = Math.floor(now / dayMs)
  await connection.query(
    `insert into usage_days (account_id, day, product, api_key_id, succeeded, failed, cancelled, charged) values ?
     on duplicate key update succeeded = succeeded + values(succeeded), charged = charged + values(charged)`,
    [[...sums].map(([account, sum]) => [account, day, 'image.generate', '', sum / cost, 0, 0, sum])],
  )
  await connection.query('commit')
}
