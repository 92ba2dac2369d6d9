import { sweepUploads } from '../use-cases/sweeps.js'
import { runJob } from './run-job.js'

await runJob(async (core) => {
  const expired = await sweepUploads(core)
  if (expired > 0) core.logger.info({ expired }, 'uploads expired')
})
