/** Runs in a copy of the project with a plant in it: records one history and prints the verdicts as JSON. */
import { runHistory } from './run.ts'
import type { DatabaseName } from './service.ts'

const [database = '', durationMs = '', seed = '', often] = process.argv.slice(2)
const { verdicts } = await runHistory({
  database: database as DatabaseName,
  durationMs: Number(durationMs),
  seed: Number(seed),
  often,
})
process.stdout.write(JSON.stringify(verdicts))
