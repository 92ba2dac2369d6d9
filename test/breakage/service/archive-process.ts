/** One archiving of all old tasks, or the restoring of all archives, as a test's process: see `process-parts.ts`. */
import { listArchives } from '../../../server/src/database/archive/task-archives.ts'
import { archiveTasks } from '../../../server/src/use-cases/archive/archive-tasks.ts'
import { restoreArchive } from '../../../server/src/use-cases/archive/restore-archive.ts'
import { settings, wireProcessParts } from './process-parts.ts'

const parts = await wireProcessParts('work')
process.send?.({ kind: 'ready' })
if (settings.restores === true) {
  for (const { id, state } of await parts.database.read(listArchives))
    if (state !== 'RESTORED') await restoreArchive(parts, id)
} else await archiveTasks(parts, { endedMs: settings.endedMs ?? 0, tasksPerArchive: 2 })
process.exit(0)
