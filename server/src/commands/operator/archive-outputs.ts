import type { Commands } from '../../operator/operations/operations.ts'
import type { Block } from '../look/blocks.ts'
import { timeText } from '../look/text.ts'
import { countOf, formatBytes, sentences, tableOf } from './table.ts'

export function printArchived({ archives, tasks }: Commands['archive-tasks']['view']): Block[] {
  return sentences(
    archives === 0
      ? 'No task is old enough, scrubbed and in a closed period of the ledger.'
      : `Archived ${countOf(tasks, 'task')} in ${countOf(archives, 'archive')}.`,
  )
}

export function printArchives({ archives }: Commands['list-archives']['view']): Block[] {
  return [
    tableOf(
      ['ARCHIVE', 'STATE', 'TASKS>', 'ACCEPTED FROM', 'TO', 'CHARGED USD>', 'SIZE>', 'FILE'],
      archives.map((archive) => [
        archive.archiveId,
        archive.state,
        String(archive.tasks),
        timeText(archive.acceptedFrom),
        timeText(archive.acceptedTo),
        archive.charged,
        formatBytes(archive.sizeBytes),
        archive.file,
      ]),
    ),
  ]
}

export function printRestored({ archiveId, tasks }: Commands['restore-archive']['view']): Block[] {
  return sentences(`Restored ${countOf(tasks, 'task')} of the archive ${archiveId}. Its file stays.`)
}
