import { reconcileLedger } from '../use-cases/sweeps.js'
import { runSweep } from './run-job.js'

await runSweep(async (core) => {
  await reconcileLedger(core)
})
