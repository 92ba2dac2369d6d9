import { reconcileLedger } from '../use-cases/sweeps.js'
import { report, runJob } from './run-job.js'

await runJob(async (core) => {
  const disagreements = await reconcileLedger(core)
  report({ kind: 'disagreements', count: disagreements.length })
})
