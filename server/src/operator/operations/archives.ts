import { dayMs } from '../../core/domain/utc-day.ts'
import { viewArchive } from '../archives.ts'
import { parseId, required, wholeNumber } from './fields.ts'
import { operation } from './operation.ts'

/** A month after the end of a task, and a hundred years. */
const [archivedDaysMin, archivedDaysMax] = [31, 36_500]

/** Tasks that leave the database, and come back. */
export const archiveOperations = [
  operation({
    command: 'archive-tasks',
    help: 'Moves old tasks and their ledger entries to files of the object store, once their prompts are erased',
    input: {
      endedDays: required(
        '--ended-days <days>',
        `tasks that ended so many days ago, at least ${archivedDaysMin}`,
        wholeNumber(archivedDaysMin, archivedDaysMax),
      ),
    },
    run: (operator, { endedDays }) => operator.archiveTasks(endedDays * dayMs),
  }),
  operation({
    command: 'list-archives',
    help: 'Lists the files of archived tasks, with what is in them',
    input: {},
    run: async (operator) => ({ archives: (await operator.listArchives()).map(viewArchive) }),
  }),
  operation({
    command: 'restore-archive',
    help: 'Puts the tasks of an archive back into the database; repeat it if it was interrupted',
    input: { archiveId: required('<archive>', 'the ID of the archive', parseId) },
    run: (operator, { archiveId }) => operator.restoreArchive(archiveId),
  }),
] as const
