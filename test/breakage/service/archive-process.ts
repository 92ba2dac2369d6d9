/** One archiving of all old tasks as a test's process: see `process-parts.ts`. */
import { archiveTasks } from '../../../server/src/use-cases/archive/archive-tasks.ts'
import { settings, wireProcessParts } from './process-parts.ts'

const parts = await wireProcessParts('work')
process.send?.({ kind: 'ready' })
await archiveTasks(parts, { endedMs: settings.endedMs ?? 0, tasksPerArchive: 2 })
process.exit(0)
