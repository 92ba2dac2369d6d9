import { sweepUploads } from '../use-cases/sweeps/sweeps.ts'
import { runSweep } from './run-sweep.ts'

await runSweep(async (storage) => {
  const expired = await sweepUploads(storage)
  if (expired > 0) storage.logger.info({ expired }, 'uploads expired')
})
