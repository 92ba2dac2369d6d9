import { findDisagreements } from '../../../server/src/database/reconciliation/reconcile-ledger.ts'
import { sweepObjects } from '../../../server/src/use-cases/sweeps/sweep-objects.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import { readOpen } from './at-rest.ts'

/** Later than any time until which an unreferenced object must be kept. */
const afterGraceMs = 3 * 60 * 60 * 1000

/**
 * Everything that must be true once the service is at rest, whatever happened before: every task has ended, is settled
 * and has left the queue, the money is what the ledger says, and no object is missing or left over. Each sentence is a
 * broken promise; an empty list is the only good result.
 */
export async function findBrokenPromises(parts: Parts): Promise<string[]> {
  const open = await readOpen(parts.database)
  const disagreements = await findDisagreements(parts.database)
  return [
    ...open.map(({ id, status }) => `task ${id} is ${status} for ever`),
    ...disagreements.map((found) => `the books disagree: ${JSON.stringify(found)}`),
    ...(await findStrayObjects(parts)),
  ]
}

/**
 * Sweeps as if hours had passed; then every object belongs to a task or an upload, and each of these has its
 * objects.
 */
async function findStrayObjects({ database, objectStore }: Parts): Promise<string[]> {
  const later = { ...database, nowMs: async () => (await database.nowMs()) + afterGraceMs }
  // Due and from the beginning, whatever a worker has swept an hour ago.
  const rewound = { due_at: 0n, position: '' }
  await database.autocommit((db) =>
    db.updateTable('sweep_runs').set(rewound).where('sweep', '=', 'sweep-objects').execute(),
  )
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
