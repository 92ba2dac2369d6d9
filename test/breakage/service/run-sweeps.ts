import { setTimeout as sleep } from 'node:timers/promises'
import { expireResults } from '../../../server/src/use-cases/sweeps/retention.ts'
import { sweepIdempotencyKeys, sweepUploads } from '../../../server/src/use-cases/sweeps/sweeps.ts'
import { sweepUnusedUploads } from '../../../server/src/use-cases/sweeps/unused-uploads.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import type { Exclusively } from './one-at-a-time.ts'
import type { SweepSettings } from './process-parts.ts'

/** Runs the sweeps of a worker again and again, as its jobs do at longer intervals. */
export async function runSweeps(
  parts: Parts,
  {
    everyMs,
    keysRememberedMs,
    resultsKeptMs,
    exclusively,
  }: Omit<SweepSettings, 'lockFile'> & { readonly exclusively: Exclusively },
): Promise<never> {
  const { database, logger } = parts
  const sweeps = [
    () => sweepUploads(parts),
    () => exclusively(() => sweepUnusedUploads(parts, 0)),
    () => sweepIdempotencyKeys(parts, keysRememberedMs),
    async () => {
      // Due at once and not in an hour.
      await database.autocommit((db) =>
        db.updateTable('sweep_runs').set({ due_at: 0n }).where('sweep', '=', 'expire-results').execute(),
      )
      await expireResults(parts, resultsKeptMs)
    },
  ]
  for (;;) {
    for (const sweep of sweeps)
      await sweep().catch((error: unknown) =>
        logger.warn({ err: error }, 'sweep failed; the next one goes on'),
      )
    await sleep(everyMs)
  }
}
