import { sql } from 'kysely'
import { storedBytesOf } from '../accounts/result-bytes.ts'
import type { Database } from '../database.ts'
import { keptBytesSum } from '../uploads/kept-uploads.ts'
import type { Chunk } from './chunks.ts'
import type { Disagreement } from './disagreement.ts'

/** Compares the space that accounts take with their READY uploads and their results. */
export async function compareStorage(database: Database, { after, upTo }: Chunk): Promise<Disagreement[]> {
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
