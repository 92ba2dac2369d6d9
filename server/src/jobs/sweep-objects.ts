import { sweepObjects } from '../use-cases/sweep-objects.js'
import { runJob } from './run-job.js'

await runJob(async (core) => {
  const deleted = await sweepObjects(core)
  if (deleted > 0) core.logger.info({ deleted }, 'orphaned objects deleted')
})
