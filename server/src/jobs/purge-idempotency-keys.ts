import { sweepIdempotencyKeys } from '../use-cases/sweeps.js'
import { runSweep } from './run-job.js'

await runSweep(async (core) => {
  const purged = await sweepIdempotencyKeys(core, core.config.idempotencyRememberedMs)
  if (purged > 0) core.logger.info({ purged }, 'idempotency keys deleted')
})
