import { sweepIdempotencyKeys } from '../use-cases/sweeps.js'
import { runJob } from './run-job.js'

await runJob(async (core) => {
  const purged = await sweepIdempotencyKeys(core, core.config.idempotencyRememberedMs)
  if (purged > 0) core.logger.info({ purged }, 'idempotency keys forgotten')
})
