import { type RawBuilder, type Selectable, sql } from 'kysely'
import { taskMoves } from '../../core/domain/tasks/task-states.ts'
import type { Tx } from '../database.ts'
import { deleteGateChecks } from '../gate-checks.ts'
import { insertRows } from '../insert-rows.ts'
import { deletePermits } from '../queue/permits.ts'
import type { Reader, Tables } from '../tables.ts'
import { deleteEngineCalls } from '../tasks/engine-calls.ts'
import { noParameters } from '../tasks/stored-results.ts'

/**
 * A task that has been scrubbed, with its ledger entries: what an archive has of it. A task is whole in one place,
 * in the tables or in an archive, with all its entries.
 */

/** The columns that scrubbing empties; no archive has them. */
const emptied = ['parameters', 'provider_job', 'error_message', 'traceparent', 'output'] as const

/** All other columns, in the order in which a line of an archive has them. */
const kept = {
  id: 'text',
  account_id: 'text',
  api_key_id: 'text',
  key_limits_id: 'text',
  type: 'text',
  tier: 'text',
  status: 'text',
  cost: 'integer',
  created_at: 'integer',
  started_at: 'integer',
  completed_at: 'integer',
  queue_position: 'integer',
  attempt: 'integer',
  epoch: 'integer',
  provider: 'text',
  error_code: 'text',
  cancel_at: 'integer',
  removed_at: 'integer',
  removed_code: 'text',
  scrubbed_at: 'integer',
  engine_called_at: 'integer',
  progress: 'integer',
  passed_over: 'text',
  engine_cost: 'integer',
} as const satisfies Record<Exclude<keyof Tables['tasks'], (typeof emptied)[number]>, 'text' | 'integer'>

type KeptColumn = keyof typeof kept
const keptColumns = Object.keys(kept) as KeptColumn[]

/** The output of a task whose files are removed. */
const noFiles = '[]'

type Entry = Pick<Selectable<Tables['ledger_entries']>, 'id' | 'phase' | 'kind' | 'amount' | 'created_at'>

export interface ArchivedTask {
  readonly task: Pick<Selectable<Tables['tasks']>, KeptColumn>
  /** The reservation and the settlement, in this order. */
  readonly entries: readonly Entry[]
}

/** The version of the lines below. A column that a line lacks is NULL. */
export const archiveSchemaVersion = 1

/** One line of JSON. Whole numbers are strings, so that none passes through a double; NULL is left out. */
export function lineOf({ task, entries }: ArchivedTask): string {
  return JSON.stringify({ ...task, entries }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : (value ?? undefined),
  )
}

/** Reads a line of an archive whose SHA-256 is known to be right. */
export function parseLine(line: string): ArchivedTask {
  const { entries, ...task } = JSON.parse(line) as {
    readonly entries: readonly Readonly<Record<keyof Entry, string>>[]
  } & Readonly<Partial<Record<KeptColumn, string>>>
  const columns = keptColumns.map((name) => [name, columnOf(name, task[name])] as const)
  return {
    task: Object.fromEntries(columns) as ArchivedTask['task'],
    entries: entries.map(({ id, phase, kind, amount, created_at }) => ({
      id: BigInt(id),
      phase: BigInt(phase),
      kind: kind as Entry['kind'],
      amount: BigInt(amount),
      created_at: BigInt(created_at),
    })),
  }
}

function columnOf(name: KeptColumn, text: string | undefined): string | bigint | null {
  if (text === undefined) return null
  return kept[name] === 'integer' ? BigInt(text) : text
}

/**
 * Those of these tasks that may be archived: ended and scrubbed, so that nothing is left that a customer or an engine
 * wrote, and with both their entries.
 */
export async function listArchivable(db: Reader, taskIds: readonly string[]): Promise<ArchivedTask[]> {
  return listWhole(db, taskIds, sql``)
}

/** The same, locked until the transaction ends. Waits for another transaction that has one of them. */
export async function lockArchivable(tx: Tx, taskIds: readonly string[]): Promise<ArchivedTask[]> {
  return listWhole(tx.db, taskIds, tx.dialect.forUpdate)
}

async function listWhole(
  db: Reader,
  taskIds: readonly string[],
  end: RawBuilder<unknown>,
): Promise<ArchivedTask[]> {
  if (taskIds.length === 0) return []
  const rows = await db
    .selectFrom('tasks')
    .select([...keptColumns, ...emptied])
    .where('id', 'in', taskIds)
    .where('completed_at', 'is not', null)
    .where('scrubbed_at', 'is not', null)
    .orderBy('id')
    .modifyEnd(end)
    .execute()
  const entries = await listEntries(db, taskIds)
  return rows.flatMap(({ parameters, provider_job, error_message, traceparent, output, ...task }) => {
    const isEmpty =
      parameters === noParameters &&
      [provider_job, error_message, traceparent].every((text) => text === null) &&
      (output ?? noFiles) === noFiles
    const own = entries.get(`${task.id} ${task.account_id}`) ?? []
    return isEmpty && own.length === 2 ? [{ task, entries: own }] : []
  })
}

/** By task and account, which an entry has both. */
async function listEntries(db: Reader, taskIds: readonly string[]): Promise<Map<string, Entry[]>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select(['account_id', 'task_id', 'id', 'phase', 'kind', 'amount', 'created_at'])
    .where('task_id', 'in', taskIds)
    .orderBy('task_id')
    .orderBy('phase')
    .execute()
  const byTask = new Map<string, Entry[]>()
  for (const { account_id, task_id, ...entry } of rows) {
    const key = `${task_id} ${account_id}`
    byTask.set(key, [...(byTask.get(key) ?? []), entry])
  }
  return byTask
}

/** Deletes locked tasks with their entries and whatever else has their ids. */
export async function deleteArchived(tx: Tx, tasks: readonly ArchivedTask[]): Promise<void> {
  const ids = tasks.map(({ task }) => task.id)
  const phases = [0, 1].map((index) => tasks.flatMap(({ entries }) => entries[index]?.id ?? []))
  await deleteGateChecks(tx, ids)
  await deleteEngineCalls(tx, ids)
  await deletePermits(tx, ids)
  // Full keys lock no rows beside these, in two statements so that none has more than a thousand values.
  for (const entryIds of phases)
    await tx.dialect
      .deleteByKeys(
        'ledger_entries',
        entryIds.map((id) => ({ id })),
      )
      .execute(tx.db)
  await tx.dialect
    .deleteByKeys(
      'tasks',
      ids.map((id) => ({ id })),
    )
    .execute(tx.db)
}

/** Inserts those that are not in the tables, as they were before they were archived. Returns them. */
export async function insertArchived(tx: Tx, tasks: readonly ArchivedTask[]): Promise<ArchivedTask[]> {
  const present = await findPresent(
    tx.db,
    tasks.map(({ task }) => task.id),
  )
  const missing = tasks.filter(({ task }) => !present.has(task.id))
  if (missing.length === 0) return []
  await insertRows(
    tx.db,
    'tasks',
    missing.map(({ task }) => ({
      ...task,
      parameters: noParameters,
      output: task.status === taskMoves.succeed.to ? noFiles : null,
      provider_job: null,
      error_message: null,
      traceparent: null,
    })),
  )
  await insertRows(
    tx.db,
    'ledger_entries',
    missing.flatMap(({ task, entries }) =>
      entries.map((entry) => ({ ...entry, task_id: task.id, account_id: task.account_id })),
    ),
  )
  return missing
}

/** Which of these tasks are in the tables. */
export async function findPresent(db: Reader, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('tasks').select('id').where('id', 'in', taskIds).execute()
  return new Set(rows.map(({ id }) => id))
}
