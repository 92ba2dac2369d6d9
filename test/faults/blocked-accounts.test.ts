import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newAccountId, newTaskId, taskIdTimeMs } from '../../server/src/core/domain/ids.ts'
import { listReturnable } from '../../server/src/database/queue/running-limits.ts'
import { openTestService } from '../support/service.ts'

const accounts = 1_100
const blockedOfEach = 40

test('the blocked tasks of more than a thousand accounts that may return are all found, by a few rows for each and none of the tasks behind', async () => {
  await using stack = new AsyncDisposableStack()
  const service = await openTestService()
  stack.defer(() => service.close())
  const ids = Array.from({ length: accounts }, (_, index) => newAccountId(index + 1))
  await service.database.transaction(async ({ db, nowMs }) => {
    const row = { balance: 0n, reserved: 0n, created_at: BigInt(nowMs) }
    await db
      .insertInto('accounts')
      .values(ids.map((id) => ({ ...row, id })))
      .execute()
    for (let time = 1; time <= blockedOfEach; time += 1) {
      const blocked = ids.map((id) => ({
        account_id: id,
        product: 'image.generate' as const,
        task_id: newTaskId(time),
        position: 0n,
      }))
      await db.insertInto('held_tasks').values(blocked).execute()
    }
  })
  await service.database.transaction(({ db }) => sql`analyze table held_tasks, accounts`.execute(db))

  const { returnable, read } = await service.database.transaction(async ({ db }) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ Value: string }>`show session status like 'Handler_read%'`.execute(db)
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
    }
    const earlier = await rowsRead()
    const found = await listReturnable(db, service.database.dialect, { tasksRunningMax: 1 })
    return { returnable: found, read: (await rowsRead()) - earlier }
  })
  expect(returnable.map(({ accountId }) => accountId).toSorted()).toEqual(ids.toSorted())
  expect(returnable.every(({ id }) => taskIdTimeMs(id) === 1)).toBe(true)
  expect(read).toBeLessThan(10 * accounts)
})
