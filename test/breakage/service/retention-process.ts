/** One run of the sweeps of old results and tasks as a test's process: see `process-parts.ts`. */
import { expireResults, scrubOldTasks } from '../../../server/src/use-cases/sweeps/retention.ts'
import { settings, wireProcessParts } from './process-parts.ts'

const parts = await wireProcessParts('work')
process.send?.({ kind: 'ready' })
// Whatever has ended is old enough, so that no clock need be set.
if (settings.scrubs === true) await scrubOldTasks(parts, 0)
else await expireResults(parts, 0)
process.exit(0)
