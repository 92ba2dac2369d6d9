import type { ProductName } from '../../core/domain/products.ts'
import type { BlockedTask } from '../queue/blocked-tasks.ts'
import type { Reader } from '../tables.ts'

/** Blocked tasks, for operators. */

/** Blocked tasks, account by account and product by product, each oldest first; those `after` one. */
export async function listBlockedTasks(
  db: Reader,
  { after, limit }: { readonly after?: BlockedTask | undefined; readonly limit: number },
): Promise<BlockedTask[]> {
  const rows = await db
    .selectFrom('held_tasks')
    .select(['account_id', 'product', 'task_id'])
    .$if(after !== undefined, (query) =>
      query
        .where('account_id', '>=', after?.accountId ?? '')
        .where((row) =>
          row.or([
            row('account_id', '>', after?.accountId ?? ''),
            row('product', '>', after?.type ?? 'image.generate'),
            row.and([
              row('product', '=', after?.type ?? 'image.generate'),
              row('task_id', '>', after?.id ?? ''),
            ]),
          ]),
        ),
    )
    .orderBy('account_id')
    .orderBy('product')
    .orderBy('task_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.task_id, type: row.product, accountId: row.account_id }))
}

/** Ids of an account's blocked tasks of one product, oldest first. */
export async function listBlockedTaskIds(
  db: Reader,
  request: {
    readonly accountId: string
    readonly product: ProductName
    readonly after?: string | undefined
    readonly limit: number
  },
): Promise<string[]> {
  const rows = await db
    .selectFrom('held_tasks')
    .select('task_id')
    .where('account_id', '=', request.accountId)
    .where('product', '=', request.product)
    .where('task_id', '>', request.after ?? '')
    .orderBy('task_id')
    .limit(request.limit)
    .execute()
  return rows.map((row) => row.task_id)
}

/** Whether a waiting task is blocked: its account runs as many tasks as it may. */
export async function isBlocked(db: Reader, task: BlockedTask): Promise<boolean> {
  const row = await db
    .selectFrom('held_tasks')
    .select('task_id')
    .where('account_id', '=', task.accountId)
    .where('product', '=', task.type)
    .where('task_id', '=', task.id)
    .executeTakeFirst()
  return row !== undefined
}
