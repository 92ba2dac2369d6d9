import { findDisagreements } from '../../../server/src/database/reconcile-ledger.ts'
import { sweepObjects } from '../../../server/src/use-cases/sweep-objects.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import type { CountingEngine } from './counting-engine.ts'

/** Later than any time until which an unreferenced object must be kept. */
const afterGraceMs = 3 * 60 * 60 * 1000

/**
 * Everything that must be true once the service is at rest, whatever happened before. Each sentence of the
 * result is a broken promise; an empty list is the only good result.
 */
export async function findBrokenPromises(
  parts: Parts,
  engine: Pick<CountingEngine, 'submissions'>,
): Promise<string[]> {
  return [
    ...(await findUnsettledTasks(parts)),
    ...(await findDisagreements(parts.database)).map(
      (found) => `the books disagree: ${JSON.stringify(found)}`,
    ),
    ...findDoubleSubmissions(engine),
    ...(await findStrayObjects(parts)),
  ]
}

async function findUnsettledTasks({ database }: Parts): Promise<string[]> {
  const open = await database.read((db) =>
    db
      .selectFrom('tasks')
      .select(['id', 'status'])
      .where('status', 'in', ['QUEUED', 'PROCESSING'])
      .limit(10)
      .execute(),
  )
  const closings = await database.read((db) =>
    db
      .selectFrom('ledger_entries')
      .select(['task_id', (row) => row.fn.countAll<bigint>().as('entries')])
      .where('task_id', 'is not', null)
      .groupBy('task_id')
      .having((row) => row.fn.countAll(), '<>', 2n)
      .limit(10)
      .execute(),
  )
  const leftovers = await Promise.all(
    (['task_queue', 'task_leases'] as const).map((table) =>
      database.read((db) => db.selectFrom(table).select('task_id').limit(10).execute()),
    ),
  )
  return [
    ...open.map(({ id, status }) => `task ${id} is ${status} for ever`),
    ...closings.map(({ task_id, entries }) => `task ${task_id} has ${entries} ledger entries`),
    ...leftovers.flat().map(({ task_id }) => `ended task ${task_id} is still queued or leased`),
  ]
}

function findDoubleSubmissions({ submissions }: Pick<CountingEngine, 'submissions'>): string[] {
  return [...submissions]
    .filter(([key, count]) => key.startsWith('once ') && count > 1)
    .map(([key, count]) => `submitted ${count} times: ${key}`)
}

/**
 * Sweeps as if hours had passed; then every object belongs to a task or an upload, and each of these has its
 * objects.
 */
async function findStrayObjects({ database, objectStore }: Parts): Promise<string[]> {
  const later = { ...database, nowMs: async () => (await database.nowMs()) + afterGraceMs }
  await sweepObjects({ database: later, objectStore })
  const tasks = await database.read((db) =>
    db.selectFrom('tasks').select('output').where('output', 'is not', null).execute(),
  )
  const uploads = await database.read((db) =>
    db.selectFrom('uploads').select('object_key').where('object_key', 'is not', null).execute(),
  )
  const referenced = new Set([
    ...tasks.flatMap(({ output }) => JSON.parse(output ?? '[]').map((media: { key: string }) => media.key)),
    ...uploads.flatMap(({ object_key }) => (object_key === null ? [] : [object_key])),
  ])
  const stored = new Set<string>()
  for (const prefix of ['uploads/', 'inputs/', 'results/']) {
    for await (const { key } of objectStore.list(prefix)) stored.add(key)
  }
  return [
    ...[...stored].filter((key) => !referenced.has(key)).map((key) => `nothing refers to ${key}`),
    ...[...referenced].filter((key) => !stored.has(key)).map((key) => `${key} is missing`),
  ]
}
