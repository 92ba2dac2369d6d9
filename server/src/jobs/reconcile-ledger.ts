import { reconcileLedger } from '../use-cases/sweeps/sweeps.ts'
import { runSweep } from './run-sweep.ts'

await runSweep(async (storage) => {
  await reconcileLedger(storage)
})
