import { EventEmitter } from 'node:events'
import { makeWorkerUtils, run } from 'graphile-worker'
import { quickestGraphile, silentGraphile } from '../support/drain-graphile.ts'
import { startPostgresServer } from './postgres-server.ts'
import type { QueueModule } from './queue-under-test.ts'

/**
 * It unlocks the jobs of a dead worker after four hours, and has no setting for that; its documentation has whoever
 * knows that a worker is dead call `forceUnlockWorkers`.
 */
export const { startServer, startWorker }: QueueModule = {
  startServer: () =>
    startPostgresServer(async (postgres, url, { recovery }) => {
      const utils = await makeWorkerUtils({ connectionString: url, logger: silentGraphile })
      await utils.migrate()
      let added = 0
      return {
        url,
        async fill(count) {
          await utils.addJobs(
            Array.from({ length: count }, () => {
              added += 1
              return { identifier: 'job', payload: { key: String(added) } }
            }),
          )
        },
        async add() {
          added += 1
          const key = String(added)
          await utils.addJob('job', { key })
          return key
        },
        count: () =>
          utils.withPgClient(async (client) => {
            const { rows } = await client.query<{ all: string; failed: string }>(
              `select count(*) as all, count(*) filter (where attempts >= max_attempts and locked_at is null) as failed
               from graphile_worker._private_jobs`,
            )
            const failed = Number(rows[0]?.failed)
            return { open: Number(rows[0]?.all) - failed, failed }
          }),
        holdSnapshot: () => postgres.holdSnapshot(url),
        leftovers: () => postgres.countRows(url),
        ...(recovery === 'quickest' && {
          releaseDead: (names: readonly string[]) => utils.forceUnlockWorkers([...names]),
        }),
        async [Symbol.asyncDispose]() {
          await utils.release()
        },
      }
    }),
  async startWorker({ url, work, slots, run: runJob, tellName }) {
    const events = new EventEmitter()
    events.on('worker:create', ({ worker }) => tellName(worker.workerId))
    const settings = work === 'drain' ? quickestGraphile : { concurrentJobs: slots, maxPoolSize: slots + 2 }
    await run({
      preset: { worker: { ...settings, connectionString: url } },
      events,
      logger: silentGraphile,
      noHandleSignals: true,
      taskList: { job: (payload) => runJob((payload as { key: string }).key) },
    })
  },
}
