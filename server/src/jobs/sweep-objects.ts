import { sweepObjects } from '../use-cases/sweep-objects.js'
import { runSweep } from './run-job.js'

await runSweep(async (core) => {
  const deleted = await sweepObjects(core)
  if (deleted > 0) core.logger.info({ deleted }, 'orphaned objects deleted')
})
