import { sql } from 'kysely'
import type { Database } from '../../server/src/database/database.ts'
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

/** The money and the open tasks of these accounts, in one statement and so in one snapshot. */
export async function readAccounts(
  database: Database,
  accountIds: readonly string[],
): Promise<Read['found']> {
  const ids = sql.join(accountIds)
  const { rows } = await database.read((db) =>
    sql<Row>`
      select 'account' as what, id as account, null as id, null as task, null as word, balance as a, reserved as b
      from accounts where id in (${ids})
      union all
      select 'entry', account_id, id, task_id, kind, amount, 0 from ledger_entries where account_id in (${ids})
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
  const entries = rows.flatMap(({ what, id, task, word, a }): Entry[] =>
    what === 'entry' ? [{ id: String(id), task, kind: word as EntryKind, amount: Number(a) }] : [],
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

/** All tasks and idempotency keys. */
export async function readFinal(database: Database): Promise<Final['found']> {
  const tasks = await database.read((db) =>
    db.selectFrom('tasks').select(['id', 'account_id', 'status']).execute(),
  )
  const keys = await database.read((db) =>
    db.selectFrom('idempotency_keys').select(['account_id', 'idempotency_key', 'task_id']).execute(),
  )
  return {
    tasks: tasks.map(({ id, account_id, status }) => ({ id, account: account_id, status })),
    keys: keys.map(({ account_id, idempotency_key, task_id }) => ({
      account: account_id,
      key: idempotency_key,
      task: task_id,
    })),
  }
}
