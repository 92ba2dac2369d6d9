import { reconcileLedger } from '../use-cases/sweeps.js'
import { runSweep } from './run-sweep.js'

await runSweep(async (storage) => {
  await reconcileLedger(storage)
})
