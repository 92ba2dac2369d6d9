import { workerData } from 'node:worker_threads'
import { runSweep } from './run-sweep.ts'
import { sweeps } from './sweeps.ts'

/** The thread of one run of a sweep, which has the name of its job. */
const { name }: { readonly name: string } = workerData.job
const sweep = sweeps[name]
if (sweep === undefined) throw new Error(`There is no sweep ${name}.`)
await runSweep(sweep.run)
