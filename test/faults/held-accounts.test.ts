import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newAccountId, newTaskId } from '../../server/src/core/domain/ids.ts'
import { listHeldTurns } from '../../server/src/database/queue/held-tasks.ts'
import { openTestService } from '../support/service.ts'

const accounts = 1_100
const heldOfEach = 40

test('the next turns of more than a thousand accounts are all found, by a few rows for each and none of the tasks behind', async () => {
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
    for (let turn = 0; turn < heldOfEach; turn += 1) {
      const held = ids.map((id) => ({
        account_id: id,
        product: 'image.generate' as const,
        task_id: newTaskId(turn + 1),
        position: BigInt(turn),
      }))
      await db.insertInto('held_tasks').values(held).execute()
    }
  })
  await service.database.transaction(({ db }) => sql`analyze table held_tasks, accounts`.execute(db))

  const { turns, read } = await service.database.transaction(async ({ db }) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ Value: string }>`show session status like 'Handler_read%'`.execute(db)
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
    }
    const earlier = await rowsRead()
    const found = await listHeldTurns(db, service.database.dialect, { tasksRunningMax: 1 })
    return { turns: found, read: (await rowsRead()) - earlier }
  })
  expect(turns.map(({ accountId }) => accountId).toSorted()).toEqual(ids.toSorted())
  expect(turns.every(({ position }) => position === 0)).toBe(true)
  expect(read).toBeLessThan(10 * accounts)
})
