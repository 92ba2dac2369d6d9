import { sql } from 'kysely'
import { storedBytesOf } from '../accounts/result-bytes.ts'
import type { Database } from '../database.ts'
import { partsOfAccount, tasksByCreation } from '../tasks/account-tasks.ts'
import { keptBytesSum } from '../uploads/kept-uploads.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import type { Disagreement } from './disagreement.ts'

/** Whose results are counted by one statement. */
const accountsPerChunk = 100
/** Added up by one statement, in half a second. */
export const resultsPerStatementDefault = 50_000

/** What was compared at once. */
interface ComparedStorage {
  readonly found: readonly Disagreement[]
  /** The last of the accounts. */
  readonly upTo: string
  readonly results: number
}

/**
 * Compares the space that accounts take with their READY uploads and their results, in the order of their ids, after
 * one of them.
 */
export async function* compareStorage(
  database: Database,
  {
    after = '',
    resultsPerStatement = resultsPerStatementDefault,
  }: { readonly after?: string; readonly resultsPerStatement?: number | undefined } = {},
): AsyncGenerator<ComparedStorage> {
  for await (const chunk of chunksOf(database, 'accounts', accountsPerChunk, { after }))
    for (const { results, ...part } of await splitAccounts(database, chunk, resultsPerStatement)) {
      const rows =
        results > resultsPerStatement
          ? await readLargeAccount(database, part, resultsPerStatement)
          : await readAccounts(database, part, startOfTime)
      yield { found: rows.flatMap(disagreementOf), upTo: part.upTo, results }
    }
}

/** Parts of the accounts with few enough results to add up at once, or with one account. */
async function splitAccounts(
  database: Database,
  { after, upTo }: Chunk,
  resultsMax: number,
): Promise<(Chunk & { readonly results: number })[]> {
  const rows = await database.readLongRunning((db) =>
    db
      .selectFrom('accounts')
      .leftJoin('usage_days', 'usage_days.account_id', 'accounts.id')
      .select((row) => ['accounts.id', row.fn.sum<bigint | string | null>('succeeded').as('results')])
      .where('accounts.id', '>', after)
      .where('accounts.id', '<=', upTo)
      .groupBy('accounts.id')
      .orderBy('accounts.id')
      .execute(),
  )
  const parts: (Chunk & { readonly results: number })[] = []
  for (const row of rows) {
    const results = Number(row.results ?? 0)
    const last = parts.at(-1)
    if (last !== undefined && last.results + results <= resultsMax)
      parts.splice(-1, 1, { ...last, upTo: row.id, results: last.results + results })
    else parts.push({ after: last?.upTo ?? after, upTo: row.id, results })
  }
  return parts
}

interface Storage {
  readonly id: string
  readonly uploads: string
  readonly counted_uploads: string
  readonly result_bytes: bigint
  readonly stored_bytes: bigint | string
}

const startOfTime = -1n

/** At one moment, of the results those of tasks that were accepted after a time. */
async function readAccounts(
  database: Database,
  { after, upTo }: Chunk,
  acceptedAfterMs: bigint,
): Promise<Storage[]> {
  const { rows } = await database.readLongRunning((db) =>
    sql<Storage>`
      select id, result_bytes, ${storedBytesOf(database.dialect, acceptedAfterMs)} as stored_bytes,
        concat(coalesce(uploads_kept, 0), ' uploads, ', coalesce(bytes_kept, 0), ' bytes') as counted_uploads,
        (select concat(count(*), ' uploads, ', ${keptBytesSum}, ' bytes')
          from uploads where account_id = accounts.id and status = 'READY') as uploads
      from accounts left join upload_usage on upload_usage.account_id = accounts.id
      where id > ${after} and id <= ${upTo}
      order by id`.execute(db),
  )
  return rows
}

/** A difference counts if it is the same twice: what an account keeps may change while it is read in parts. */
async function readLargeAccount(database: Database, account: Chunk, rows: number): Promise<Storage[]> {
  const first = await readInParts(database, account, rows)
  if (first.every((row) => missingBytesOf(row) === 0)) return first
  const second = await readInParts(database, account, rows)
  return second.map((row, index) => {
    const before = first[index]
    const isSame = before !== undefined && missingBytesOf(before) === missingBytesOf(row)
    return isSame ? row : { ...row, stored_bytes: row.result_bytes }
  })
}

/** The newest part at one moment with what was counted, because its tasks may end meanwhile. */
async function readInParts(database: Database, account: Chunk, rows: number): Promise<Storage[]> {
  let [afterMs, older] = [startOfTime, 0n]
  for await (const upToMs of partsOfAccount(database, account.upTo, rows)) {
    older += await addUp(database, { accountId: account.upTo, afterMs, upToMs })
    afterMs = upToMs
  }
  const [row] = await readAccounts(database, account, afterMs)
  return row === undefined ? [] : [{ ...row, stored_bytes: BigInt(row.stored_bytes) + older }]
}

async function addUp(
  database: Database,
  part: { readonly accountId: string; readonly afterMs: bigint; readonly upToMs: bigint },
): Promise<bigint> {
  const { accountId, afterMs, upToMs } = part
  const { rows } = await database.readLongRunning((db) =>
    sql<{ bytes: bigint | string }>`
      select coalesce(sum(${database.dialect.outputBytes}), 0) as bytes from ${tasksByCreation}
      where account_id = ${accountId} and created_at > ${afterMs} and created_at <= ${upToMs}
        and output is not null`.execute(db),
  )
  return BigInt(rows[0]?.bytes ?? 0)
}

function missingBytesOf({ stored_bytes, result_bytes }: Storage): number {
  return Number(BigInt(stored_bytes) - result_bytes)
}

function disagreementOf(row: Storage): Disagreement[] {
  const missingBytes = missingBytesOf(row)
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
