import { sweepObjects } from '../use-cases/sweep-objects.js'
import { runSweep } from './run-sweep.js'

await runSweep(async (storage) => {
  const deleted = await sweepObjects(storage)
  if (deleted > 0) storage.logger.info({ deleted }, 'orphaned objects deleted')
})
