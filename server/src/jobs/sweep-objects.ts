import { sweepObjects } from '../use-cases/sweeps/sweep-objects.ts'
import { runSweep } from './run-sweep.ts'

await runSweep(async (storage) => {
  const deleted = await sweepObjects(storage)
  if (deleted > 0) storage.logger.info({ deleted }, 'orphaned objects deleted')
})
