import { sql } from 'kysely'
import { createPool } from 'mysql2/promise'
import { expect, test } from 'vitest'
import { glanceAtTasksOfAccount } from '../../server/src/database/tasks/account-tasks.ts'
import { fillFinishedTasks } from '../bench/support/fill-tasks.ts'
import { openTestService } from '../support/service.ts'

test('a page from the middle of a large account reads its own rows alone', async () => {
  await using stack = new AsyncDisposableStack()
  const service = await openTestService()
  stack.defer(() => service.close())
  const { accountId } = await service.createAccount('1000.00')
  const pool = createPool(service.parts.config.databaseUrl)
  stack.defer(() => pool.end())
  await fillFinishedTasks(pool, { count: 20_000, accountIds: [accountId] })
  await pool.query('analyze table tasks')

  const read = await service.database.transaction(async ({ db }) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ Value: string }>`show session status like 'Handler_read%'`.execute(db)
      return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
    }
    const newest = await glanceAtTasksOfAccount(db, { accountId, limit: 5_000 })
    const earlier = await rowsRead()
    const page = await glanceAtTasksOfAccount(db, { accountId, before: newest.at(-1), limit: 100 })
    expect(page).toHaveLength(100)
    return (await rowsRead()) - earlier
  })
  expect(read).toBeLessThan(200)
})
