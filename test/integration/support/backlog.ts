import { newTaskId } from '../../../server/src/core/domain/ids.ts'
import type { Database } from '../../../server/src/database/database.ts'

const rowsPerStatement = 250

/** Writes tasks that wait, accepted now: the newest of the service, and more than any list of the newest has. */
export async function plantBacklog(database: Database, accountId: string, count = 5_000): Promise<void> {
  const nowMs = await database.nowMs()
  for (let done = 0; done < count; done += rowsPerStatement) {
    const values = Array.from({ length: Math.min(rowsPerStatement, count - done) }, () => ({
      id: newTaskId(nowMs + 1),
      account_id: accountId,
      type: 'image.generate' as const,
      tier: '1k',
      status: 'QUEUED' as const,
      parameters: '{"prompt":"x","widthPx":1,"heightPx":1}',
      cost: 0n,
      created_at: BigInt(nowMs),
      queue_position: BigInt(nowMs),
      attempt: 0n,
      epoch: 0n,
    }))
    await database.transaction((tx) => tx.db.insertInto('tasks').values(values).execute())
  }
}
