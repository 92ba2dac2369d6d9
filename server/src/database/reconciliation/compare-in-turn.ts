import { sql } from 'kysely'
import {
  addPart,
  beginPart,
  type ComparedResults,
  partEndsBeforeMs,
  readComparedResults,
  restart,
  startOfTime,
} from '../accounts/compared-results.ts'
import type { Database } from '../database.ts'
import { findPartEnd } from '../tasks/account-tasks.ts'
import {
  bytesOfPart,
  type ComparedStorage,
  disagreementOf,
  missingBytesOf,
  readStorage,
  type Storage,
  withoutMissing,
} from './account-storage.ts'
import type { Chunk } from './chunks.ts'

/**
 * Compares the storage of one account, about `rows` of its tasks at a time, from where an earlier call has got to. The
 * newest part is read at one moment with the sum of those before and what was counted. A difference counts if it is the
 * same twice, because a process of an older version changes results without the sum.
 */
export async function* compareInTurn(
  database: Database,
  account: Chunk,
  rows: number,
): AsyncGenerator<ComparedStorage> {
  const unfinished = { found: [], upTo: account.after, results: rows }
  for (;;) {
    const compared = await readComparedResults(database, account.upTo)
    if (compared.partUpToMs > compared.upToMs) {
      await addUpPart(database, compared)
      yield unfinished
      continue
    }
    const partUpToMs = await findNextPart(database, compared, rows)
    if (partUpToMs !== undefined) {
      await beginPart(database, compared, partUpToMs)
      continue
    }
    const storage = await readWithSum(database, account, compared)
    if (storage === undefined) continue
    const missing = missingBytesOf(storage)
    const isFirst = missing !== 0n && compared.upToMs !== startOfTime && compared.missingBytes === undefined
    if (!(await restart(database, compared, isFirst ? missing : null))) return
    if (isFirst) {
      yield unfinished
      continue
    }
    const isSame = compared.upToMs === startOfTime || compared.missingBytes === missing
    const found = disagreementOf(isSame ? storage : withoutMissing(storage))
    yield { found, upTo: account.upTo, results: rows }
    return
  }
}

/** Where the next part ends; undefined if all that is left can be read at once. */
async function findNextPart(
  database: Database,
  { accountId, upToMs }: ComparedResults,
  rows: number,
): Promise<bigint | undefined> {
  const endMs = await database.read((db) => findPartEnd(db, { accountId, afterMs: upToMs, rows }))
  const latestMs = (await database.nowMs()) - partEndsBeforeMs
  return endMs !== undefined && endMs <= latestMs ? endMs : undefined
}

async function addUpPart(database: Database, compared: ComparedResults): Promise<void> {
  const { accountId, upToMs, partUpToMs } = compared
  const part = { accountId, afterMs: upToMs, upToMs: partUpToMs }
  const { rows } = await database.readLongRunning((db) =>
    sql<{ bytes: bigint | string }>`
      select ${bytesOfPart(database.dialect, part)} - part_bytes as bytes from compared_results
      where account_id = ${accountId} and up_to = ${upToMs} and part_up_to = ${partUpToMs}`.execute(db),
  )
  if (rows[0] !== undefined) await addPart(database, compared, BigInt(rows[0].bytes))
}

/** undefined if another process has gone on from there. */
async function readWithSum(
  database: Database,
  account: Chunk,
  { upToMs, partUpToMs }: ComparedResults,
): Promise<Storage | undefined> {
  const older = sql`(select bytes from compared_results
    where account_id = accounts.id and up_to = ${upToMs} and part_up_to = ${partUpToMs})`
  const [row] = await readStorage(database, account, { acceptedAfterMs: upToMs, older })
  return row?.stored_bytes === null ? undefined : row
}
