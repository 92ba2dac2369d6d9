import { sweepUploads } from '../use-cases/sweeps.js'
import { runSweep } from './run-sweep.js'

await runSweep(async (storage) => {
  const expired = await sweepUploads(storage)
  if (expired > 0) storage.logger.info({ expired }, 'uploads expired')
})
