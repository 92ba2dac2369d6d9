import { sweepOldTasks } from '../use-cases/archive/archive-tasks.ts'
import { requireAgreeingClocks } from '../use-cases/sweeps/agreeing-clocks.ts'
import { eraseScrubbed, expireResults, scrubOldTasks } from '../use-cases/sweeps/retention.ts'
import { sweepObjects } from '../use-cases/sweeps/sweep-objects.ts'
import { reconcileLedger, sweepIdempotencyKeys, sweepUploads } from '../use-cases/sweeps/sweeps.ts'
import { sweepFailedUploads, sweepUnusedUploads } from '../use-cases/sweeps/unused-uploads.ts'
import type { Storage } from '../wiring/wire-storage.ts'

/** A job that the scheduler repeats, each time in a thread of its own. */
interface Sweep {
  /** From the start of the process to the first run. */
  readonly timeout: string
  /** From one run to the next. */
  readonly interval: string
  readonly run: (storage: Storage) => Promise<void>
}

/** Every sweep, by the name of its job. */
export const sweeps: Readonly<Record<string, Sweep>> = {
  'expire-uploads': {
    timeout: '20s',
    interval: '5m',
    run: onAgreeingClocks(async (storage) => {
      const expired = await sweepUploads(storage)
      if (expired > 0) storage.logger.info({ expired }, 'uploads expired')
    }),
  },
  'delete-unused-uploads': {
    timeout: '3m',
    interval: '1h',
    run: onAgreeingClocks(async (storage) => {
      const { uploadRetentionMs } = storage.config
      const failed = await sweepFailedUploads(storage)
      if (failed > 0) storage.logger.info({ failed }, 'invalid and expired uploads deleted')
      const deleted =
        uploadRetentionMs === undefined ? 0 : await sweepUnusedUploads(storage, uploadRetentionMs)
      if (deleted > 0) storage.logger.info({ deleted }, 'unused uploads deleted')
    }),
  },
  'apply-retention': {
    timeout: '4m',
    interval: '1h',
    run: onAgreeingClocks(async (storage) => {
      const { resultRetentionMs, taskRetentionMs } = storage.config
      const removed = resultRetentionMs === undefined ? 0 : await expireResults(storage, resultRetentionMs)
      if (removed) storage.logger.info({ removed }, 'old results removed')
      if (taskRetentionMs === undefined) return
      const scrubbed = await scrubOldTasks(storage, taskRetentionMs)
      if (scrubbed) storage.logger.info({ scrubbed }, 'old tasks scrubbed')
      await eraseScrubbed(storage)
    }),
  },
  'archive-tasks': {
    timeout: '6m',
    interval: '1h',
    run: onAgreeingClocks(async (storage) => {
      const { taskArchiveMs } = storage.config
      if (taskArchiveMs === undefined) return
      const done = await sweepOldTasks(storage, { endedMs: taskArchiveMs })
      if (done?.kind === 'archived' && done.archives > 0)
        storage.logger.info({ archives: done.archives, tasks: done.tasks }, 'old tasks archived')
    }),
  },
  'purge-idempotency-keys': {
    timeout: '40s',
    interval: '30m',
    run: onAgreeingClocks(async (storage) => {
      const purged = await sweepIdempotencyKeys(storage, storage.config.idempotencyRememberedMs)
      if (purged > 0) storage.logger.info({ purged }, 'idempotency keys deleted')
    }),
  },
  'reconcile-ledger': {
    timeout: '1m',
    interval: '15m',
    async run(storage) {
      await reconcileLedger(storage)
    },
  },
  'sweep-objects': {
    timeout: '2m',
    interval: '1h',
    run: onAgreeingClocks(async (storage) => {
      const deleted = await sweepObjects(storage)
      if (deleted) storage.logger.info({ deleted }, 'orphaned objects deleted')
    }),
  },
}

/** For what erases by age, which a wrong clock would erase too soon. */
function onAgreeingClocks(run: Sweep['run']): Sweep['run'] {
  return async (storage) => {
    await requireAgreeingClocks(storage)
    await run(storage)
  }
}
