import { sql } from 'kysely'
import { startOfTime } from '../accounts/compared-results.ts'
import type { Database } from '../database.ts'
import { partsOfAccount } from '../tasks/account-tasks.ts'
import {
  bytesOfPart,
  type ComparedStorage,
  disagreementOf,
  missingBytesOf,
  readStorage,
  type Storage,
  withoutMissing,
} from './account-storage.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import { compareInTurn } from './compare-in-turn.ts'

/** Whose results are counted by one statement. */
const accountsPerChunk = 100
/** Added up by one statement, in half a second. */
export const resultsPerStatementDefault = 50_000

/**
 * Compares the space that accounts take with their READY uploads and their results, in the order of their ids, after
 * one of them. `inTurn` writes how far it has got within a large account, from where the next call goes on; otherwise
 * it only reads.
 */
export async function* compareStorage(
  database: Database,
  {
    after = '',
    resultsPerStatement = resultsPerStatementDefault,
    inTurn = false,
  }: {
    readonly after?: string
    readonly resultsPerStatement?: number | undefined
    readonly inTurn?: boolean
  } = {},
): AsyncGenerator<ComparedStorage> {
  for await (const chunk of chunksOf(database, 'accounts', accountsPerChunk, { after }))
    for (const { results, ...part } of await splitAccounts(database, chunk, resultsPerStatement)) {
      const isLarge = results > resultsPerStatement
      if (isLarge && inTurn) yield* compareInTurn(database, part, resultsPerStatement)
      else {
        const rows = isLarge
          ? await readLargeAccount(database, part, resultsPerStatement)
          : await readStorage(database, part)
        yield { found: rows.flatMap(disagreementOf), upTo: part.upTo, results }
      }
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

/** A difference counts if it is the same twice: what an account keeps may change while it is read in parts. */
async function readLargeAccount(database: Database, account: Chunk, rows: number): Promise<Storage[]> {
  const first = await readInParts(database, account, rows)
  if (first.every((row) => missingBytesOf(row) === 0n)) return first
  const second = await readInParts(database, account, rows)
  return second.map((row, index) => {
    const before = first[index]
    const isSame = before !== undefined && missingBytesOf(before) === missingBytesOf(row)
    return isSame ? row : withoutMissing(row)
  })
}

/** The newest part at one moment with what was counted, because its tasks may end meanwhile. */
async function readInParts(database: Database, account: Chunk, rows: number): Promise<Storage[]> {
  let [afterMs, older] = [startOfTime, 0n]
  for await (const upToMs of partsOfAccount(database, account.upTo, rows)) {
    older += await addUp(database, { accountId: account.upTo, afterMs, upToMs })
    afterMs = upToMs
  }
  return readStorage(database, account, { acceptedAfterMs: afterMs, older: sql`${older}` })
}

async function addUp(
  database: Database,
  part: { readonly accountId: string; readonly afterMs: bigint; readonly upToMs: bigint },
): Promise<bigint> {
  const { rows } = await database.readLongRunning((db) =>
    sql<{ bytes: bigint | string }>`select ${bytesOfPart(database.dialect, part)} as bytes`.execute(db),
  )
  return BigInt(rows[0]?.bytes ?? 0)
}
