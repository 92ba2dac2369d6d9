import { sweepIdempotencyKeys } from '../use-cases/sweeps/sweeps.ts'
import { runSweep } from './run-sweep.ts'

await runSweep(async (storage) => {
  const purged = await sweepIdempotencyKeys(storage, storage.config.idempotencyRememberedMs)
  if (purged > 0) storage.logger.info({ purged }, 'idempotency keys deleted')
})
