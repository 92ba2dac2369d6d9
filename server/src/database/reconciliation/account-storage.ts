import { type RawBuilder, sql } from 'kysely'
import { startOfTime } from '../accounts/compared-results.ts'
import { storedBytesOf } from '../accounts/result-bytes.ts'
import type { Database } from '../database.ts'
import { tasksByCreation } from '../tasks/account-tasks.ts'
import { keptBytesSum } from '../uploads/kept-uploads.ts'
import type { Chunk } from './chunks.ts'
import type { Disagreement } from './disagreement.ts'

/** What was compared at once. */
export interface ComparedStorage {
  readonly found: readonly Disagreement[]
  /** The last of the accounts, or before one of which a part was added up. */
  readonly upTo: string
  readonly results: number
}

/** What an account has counted and what is there. */
export interface Storage {
  readonly id: string
  readonly uploads: string
  readonly counted_uploads: string
  readonly result_bytes: bigint
  readonly stored_bytes: bigint | string
}

/** At one moment, of the results those of tasks that were accepted after a time, and `older` bytes. */
export async function readStorage(
  database: Database,
  { after, upTo }: Chunk,
  {
    acceptedAfterMs = startOfTime,
    older = sql`0`,
  }: { readonly acceptedAfterMs?: bigint; readonly older?: RawBuilder<unknown> } = {},
): Promise<Storage[]> {
  const { rows } = await database.readLongRunning((db) =>
    sql<Storage>`
      select id, result_bytes, ${storedBytesOf(database.dialect, acceptedAfterMs)} + ${older} as stored_bytes,
        concat(coalesce(uploads_kept, 0), ' uploads, ', coalesce(bytes_kept, 0), ' bytes') as counted_uploads,
        (select concat(count(*), ' uploads, ', ${keptBytesSum}, ' bytes')
          from uploads where account_id = accounts.id and status = 'READY') as uploads
      from accounts left join upload_usage on upload_usage.account_id = accounts.id
      where id > ${after} and id <= ${upTo}
      order by id`.execute(db),
  )
  return rows
}

/** A subquery: what the results of an account add up to, those of tasks that were accepted within a time. */
export function bytesOfPart(
  dialect: Database['dialect'],
  part: { readonly accountId: string; readonly afterMs: bigint; readonly upToMs: bigint },
) {
  const { accountId, afterMs, upToMs } = part
  return sql<bigint | string>`(select coalesce(sum(${dialect.outputBytes}), 0) from ${tasksByCreation}
    where account_id = ${accountId} and created_at > ${afterMs} and created_at <= ${upToMs} and output is not null)`
}

/** By how much the account's count of the bytes of its results is too small. */
export function missingBytesOf({ stored_bytes, result_bytes }: Storage): bigint {
  return BigInt(stored_bytes) - result_bytes
}

/** The same as if the count of results were right. */
export function withoutMissing(row: Storage): Storage {
  return { ...row, stored_bytes: row.result_bytes }
}

export function disagreementOf(row: Storage): Disagreement[] {
  const missingBytes = Number(missingBytesOf(row))
  if (missingBytes === 0 && row.uploads === row.counted_uploads) return []
  return [
    {
      kind: 'storage',
      accountId: row.id,
      expected: `${row.uploads}, results ${row.stored_bytes} bytes`,
      actual: `${row.counted_uploads}, results ${row.result_bytes} bytes`,
      ...(missingBytes !== 0 && { missingBytes }),
    },
  ]
}
