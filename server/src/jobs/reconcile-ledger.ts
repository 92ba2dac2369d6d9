import { reconcileLedger } from '../use-cases/sweeps.js'
import { report, runSweep } from './run-job.js'

await runSweep(async (core) => {
  const disagreements = await reconcileLedger(core)
  report({ kind: 'disagreements', count: disagreements.length, atMs: Date.now() })
})
