// What it costs to archive half a million tasks, and to restore one archive. Run it with `npm run bench -- archive`.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RowDataPacket } from 'mysql2/promise'
import { listArchives } from '../../server/src/database/archive/task-archives.ts'
import { closePeriods } from '../../server/src/database/reconciliation/close-periods.ts'
import { findNewestEntry } from '../../server/src/database/reconciliation/ledger-periods.ts'
import { noParameters } from '../../server/src/database/tasks/stored-results.ts'
import { createFolderObjectStore } from '../../server/src/storage/folder-store/folder-object-store.ts'
import { archiveTasks } from '../../server/src/use-cases/archive/archive-tasks.ts'
import { compareArchives } from '../../server/src/use-cases/archive/compare-archives.ts'
import { restoreArchive } from '../../server/src/use-cases/archive/restore-archive.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber } from './support/figures.ts'
import { fillFinishedTasks } from './support/fill-tasks.ts'
import { givenSize, sized } from './support/options.ts'

const count = givenSize('tasks') ?? sized(500_000, 50_000)

await using mysql = await startBenchMysql()
await using made = await createBenchDatabase(mysql, 'archive')
const { database, bare } = made
const folder = await mkdtemp(join(tmpdir(), 'mediagen-archive-'))
const objectStore = createFolderObjectStore({ folder, publicUrl: '', secret: '', nowMs: Date.now })
const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  say(`${what}: ${formatNumber((performance.now() - startedAt) / 1000)} s`)
  return result
}

async function sizeOf(): Promise<string> {
  const [rows] = await bare.query<RowDataPacket[]>(
    `select table_name as name, data_length + index_length as bytes from information_schema.tables
     where table_schema = 'archive' and table_name in ('tasks', 'ledger_entries')`,
  )
  return rows.map(({ name, bytes }) => `${name} ${formatNumber(Number(bytes) / count)} B a task`).join(', ')
}

await timed('filled', () => fillFinishedTasks(bare, { count, accountIds: made.accountIds }))
for (let done = 0; done < count; done += 50_000)
  await bare.query(
    `update tasks set parameters = ?, output = '[]', removed_at = completed_at, removed_code = 'RESULT_EXPIRED', scrubbed_at = completed_at
     where scrubbed_at is null limit 50000`,
    [noParameters],
  )
await bare.query('update accounts set result_bytes = 0')
await bare.query('analyze table tasks, ledger_entries')
await timed('closed', async () => closePeriods(database, await database.read(findNewestEntry)))
say(await sizeOf())
await bare.query(`set global log_output = 'TABLE', long_query_time = 0.02, slow_query_log = 1`)
const archived = await timed('archived', () => archiveTasks({ database, objectStore }, { endedMs: 0 }))
say(JSON.stringify(archived))
const [slow] = await bare.query<RowDataPacket[]>(
  'select time_to_sec(query_time) + microsecond(query_time) / 1e6 as s, left(sql_text, 100) as text from mysql.slow_log order by query_time desc limit 5',
)
for (const { s, text } of slow) say(`${Number(s).toFixed(3)} s  ${String(text).replaceAll(/\s+/g, ' ')}`)
const archives = await database.read(listArchives)
const bytes = archives.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
const tasks = archives.reduce((sum, archive) => sum + archive.tasks, 0)
say(`${archives.length} archives, ${formatNumber(bytes / tasks)} B a task`)
await timed('read again', async () => say(JSON.stringify(await compareArchives({ database, objectStore }))))
const [first] = archives
if (first !== undefined)
  await timed(`restored ${first.tasks}`, () => restoreArchive({ database, objectStore }, first.id))
await rm(folder, { recursive: true })
