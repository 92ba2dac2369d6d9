import { sweepUploads } from '../use-cases/sweeps.js'
import { runSweep } from './run-job.js'

await runSweep(async (core) => {
  const expired = await sweepUploads(core)
  if (expired > 0) core.logger.info({ expired }, 'uploads expired')
})
