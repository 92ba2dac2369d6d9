import type { RowDataPacket } from 'mysql2/promise'
import { readConfig } from '../../../server/src/config/config.ts'
import type { ObjectStore, StoredObject } from '../../../server/src/core/ports/object-store.ts'
import { sweeps } from '../../../server/src/jobs/sweeps.ts'
import { createLogger } from '../../../server/src/wiring/wire-storage.ts'
import type { GrownDatabase } from './grown-database.ts'

/** Whose results the store has; as many in every database, so that its part of a round is as long. */
const objectsMax = 9_000
/** The oldest ones, each time. */
const tasksOfRetention = 20

const hourMs = 3_600_000

/** The service's own sweeps in a grown database, each of which is due whenever it is run. */
export async function openSweeps({
  url,
  bare,
  database,
}: GrownDatabase): Promise<(name: string, options?: { readonly withStorage?: boolean }) => Promise<void>> {
  const [oldest] = await bare.query<RowDataPacket[]>(`select id from tasks order by id limit ${objectsMax}`)
  const objectStore = storeOf(oldest.map(({ id }) => String(id)))
  const config = readConfig({ DATABASE_URL: url, SIGNING_SECRET: 'a secret of the benchmark, long enough' })
  const logger = createLogger({ logLevel: 'warn' })
  const retentionMs = async (): Promise<number> => {
    const [rows] = await bare.query<RowDataPacket[]>(
      `select completed_at from tasks
       where id > (select coalesce(position, '') from sweep_runs where sweep = 'scrub-tasks')
       order by id limit 1 offset ${tasksOfRetention - 1}`,
    )
    return (await database.nowMs()) - Number(rows[0]?.completed_at) - 1
  }
  return async (name, { withStorage = false } = {}) => {
    const sweep = sweeps[name]
    if (sweep === undefined) throw new Error(`There is no sweep ${name}.`)
    await bare.query('update sweep_runs set due_at = if(sweep = ?, ?, 0)', [
      'reconcile-storage',
      withStorage ? 0 : (await database.nowMs()) + hourMs,
    ])
    const keptMs = name === 'apply-retention' ? await retentionMs() : undefined
    await sweep.run({
      config: {
        ...config,
        signingSecret: config.signingSecret ?? '',
        resultRetentionMs: keptMs,
        taskRetentionMs: keptMs,
      },
      logger,
      database,
      objectStore,
      signedFiles: undefined,
      close: async () => undefined,
    })
  }
}

/** A store that only lists, the results of these tasks. */
function storeOf(taskIds: readonly string[]): ObjectStore {
  const keys = taskIds.map((id) => `results/${id}/1/0.png`)
  const none = (): never => {
    throw new Error('No sweep asks for this.')
  }
  return {
    async *list(prefix, after = ''): AsyncGenerator<StoredObject> {
      for (const key of keys) if (key.startsWith(prefix) && key > after) yield { key, lastModifiedMs: 0 }
    },
    delete: async () => undefined,
    check: async () => undefined,
    signUpload: none,
    signDownload: none,
    head: none,
    readRange: none,
    read: none,
    copy: none,
    put: none,
  }
}
