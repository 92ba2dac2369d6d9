import type { ProductName } from '../../core/domain/products.ts'
import type { Task } from '../../core/domain/tasks/task.ts'
import type { Reader } from '../tables.ts'

/** Held tasks, for operators. */

/** The place of a held task; the next page begins after it. */
export interface HeldPlace {
  readonly accountId: string
  readonly product: ProductName
  readonly taskId: string
}

/** Held tasks, account by account and product by product, each oldest first. */
export async function listHeldPlaces(
  db: Reader,
  { after, limit }: { readonly after?: HeldPlace | undefined; readonly limit: number },
): Promise<HeldPlace[]> {
  const rows = await db
    .selectFrom('held_tasks')
    .select(['account_id', 'product', 'task_id'])
    .$if(after !== undefined, (query) =>
      query
        .where('account_id', '>=', after?.accountId ?? '')
        .where((row) =>
          row.or([
            row('account_id', '>', after?.accountId ?? ''),
            row('product', '>', after?.product ?? 'image.generate'),
            row.and([
              row('product', '=', after?.product ?? 'image.generate'),
              row('task_id', '>', after?.taskId ?? ''),
            ]),
          ]),
        ),
    )
    .orderBy('account_id')
    .orderBy('product')
    .orderBy('task_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ accountId: row.account_id, product: row.product, taskId: row.task_id }))
}

/** Ids of an account's held tasks of one product, oldest first. */
export async function listHeldTaskIds(
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

/** Whether a waiting task is held: its account runs as many tasks as it may. */
export async function isHeld(db: Reader, task: Pick<Task, 'id' | 'type' | 'accountId'>): Promise<boolean> {
  const row = await db
    .selectFrom('held_tasks')
    .select('task_id')
    .where('account_id', '=', task.accountId)
    .where('product', '=', task.type)
    .where('task_id', '=', task.id)
    .executeTakeFirst()
  return row !== undefined
}
