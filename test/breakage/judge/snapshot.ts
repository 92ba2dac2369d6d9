import { sql } from 'kysely'
import type { ObjectStore } from '../../../server/src/core/ports/object-store.ts'
import type { Database } from '../../../server/src/database/database.ts'
import { parseStored } from '../../../server/src/database/stored-json.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import type { Outcome, Recorder } from './history.ts'
import type { AccountState, Entry, EntryKind, Final, Read, Status } from './service-history.ts'

interface Row {
  readonly what: 'account' | 'entry' | 'open'
  readonly account: string
  readonly id: string | number | bigint | null
  readonly task: string | null
  readonly word: string | null
  readonly a: bigint
  readonly b: bigint
}

const dayMs = 86_400_000n

/** Reads accounts as an operation of the history. */
export async function recordRead(
  recorder: Recorder,
  database: Database,
  accountIds: readonly string[],
): Promise<void> {
  await recorder.record('read', null, async (): Promise<Outcome> => {
    try {
      return { type: 'ok', value: await readAccounts(database, accountIds) }
    } catch (error) {
      return { type: 'fail', value: String(error) }
    }
  })
}

/** Reads everything that is left: the accounts, then the tasks. */
export async function recordFinal(
  recorder: Recorder,
  parts: Parts,
  accountIds: readonly string[],
): Promise<void> {
  await recordRead(recorder, parts.database, accountIds)
  const read = async () => ({ type: 'ok' as const, value: await readFinal(parts, accountIds) })
  await recorder.record('final', null, read)
}

/** The money and the open tasks of these accounts, in one statement and so in one snapshot. */
async function readAccounts(database: Database, accountIds: readonly string[]): Promise<Read['found']> {
  const ids = sql.join(accountIds)
  const { rows } = await database.read((db) =>
    sql<Row>`
      select 'account' as what, id as account, null as id, null as task, null as word, balance as a, reserved as b
      from accounts where id in (${ids})
      union all
      select 'entry', account_id, id, task_id, kind, amount, created_at from ledger_entries where account_id in (${ids})
      union all
      select 'open', account_id, null, null, status, count(*), 0 from tasks
      where account_id in (${ids}) and status in ('QUEUED', 'PROCESSING') group by account_id, status
    `.execute(db),
  )
  return Object.fromEntries(
    accountIds.map((id) => [id, stateOf(rows.filter(({ account }) => account === id))]),
  )
}

function stateOf(rows: readonly Row[]): AccountState {
  const account = rows.find(({ what }) => what === 'account')
  const entries = rows.flatMap(({ what, id, task, word, a, b }): Entry[] =>
    what === 'entry'
      ? [{ id: String(id), task, kind: word as EntryKind, amount: Number(a), day: Number(BigInt(b) / dayMs) }]
      : [],
  )
  const open = rows.flatMap(({ what, word, a }) =>
    what === 'open' ? [[word as Status, Number(a)] as const] : [],
  )
  return {
    balance: Number(account?.a),
    reserved: Number(account?.b),
    entries,
    open: Object.fromEntries(open),
  }
}

/** Their tasks, idempotency keys, and the results that ought to be there. */
async function readFinal(
  { database, objectStore }: Parts,
  accountIds: readonly string[],
): Promise<Final['found']> {
  const tasks = await database.read((db) =>
    db
      .selectFrom('tasks')
      .innerJoin('ledger_entries', (join) =>
        join.onRef('ledger_entries.task_id', '=', 'tasks.id').on('ledger_entries.kind', '=', 'reserve'),
      )
      .select(['tasks.id', 'tasks.account_id', 'status', 'error_code', 'parameters'])
      .select(['started_at', 'completed_at'])
      .select('ledger_entries.created_at as accepted_at')
      .where('tasks.account_id', 'in', accountIds)
      .execute(),
  )
  const keys = await database.read((db) =>
    db
      .selectFrom('idempotency_keys')
      .select(['account_id', 'idempotency_key', 'task_id'])
      .where('account_id', 'in', accountIds)
      .execute(),
  )
  const nowMs = await database.nowMs()
  return {
    nowMs,
    tasks: tasks.map((row) => ({
      id: row.id,
      account: row.account_id,
      status: row.status,
      error: row.error_code,
      body: parseStored<{ prompt: string }>(row.parameters).prompt,
      acceptedAtMs: Number(row.accepted_at),
      startedAtMs: timeOf(row.started_at),
      endedAtMs: timeOf(row.completed_at),
    })),
    resultsLost: await listLostResults(database, objectStore, accountIds),
    keys: keys.map(({ account_id, idempotency_key, task_id }) => ({
      account: account_id,
      key: idempotency_key,
      task: task_id,
    })),
  }
}

function timeOf(column: bigint | null): number | null {
  return column === null ? null : Number(column)
}

/** Read again after the bytes were not there, because a sweep may have removed them in between. */
async function listLostResults(
  database: Database,
  objectStore: Pick<ObjectStore, 'head'>,
  accountIds: readonly string[],
): Promise<string[]> {
  const read = (ids?: readonly string[]) =>
    database.read((db) =>
      db
        .selectFrom('tasks')
        .select(['id', 'output'])
        .where('status', '=', 'SUCCEEDED')
        .where('removed_at', 'is', null)
        .where('account_id', 'in', accountIds)
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .execute(),
    )
  const missing: string[] = []
  for (const { id, output } of await read()) {
    const media = parseStored<readonly { key: string }[]>(output ?? '[]')
    const heads = await Promise.all(media.map(({ key }) => objectStore.head(key)))
    if (heads.includes(undefined)) missing.push(id)
  }
  return missing.length === 0 ? [] : (await read(missing)).map(({ id }) => id)
}
