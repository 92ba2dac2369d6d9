import type { Commands } from '../../operator/operations/operations.ts'
import type { Block } from '../look/blocks.ts'
import { countOf, sentences, tableOf } from './table.ts'

export function printDisagreements(view: Commands['reconcile-ledger']['view']): Block[] {
  const { agrees, disagreements, newestEntryAt, closed, archived } = view
  const proof = sentences(
    ...(newestEntryAt === null ? [] : [`The newest ledger entry is from ${newestEntryAt}.`]),
    ...(closed === undefined ? [] : [proofText(closed)]),
    ...(archived === undefined ? [] : archivedTexts(archived)),
  )
  if (agrees) return [...sentences('Balances, ledger, tasks and uploads agree.'), ...proof]
  if (disagreements.length === 0)
    return [
      ...sentences('No disagreement was found, but files of archives are missing or changed.'),
      ...proof,
    ]
  return [
    tableOf(
      ['WHAT', 'ACCOUNT', 'TASK', 'EXPECTED>', 'ACTUAL>'],
      disagreements.map((found) => [
        found.kind,
        found.accountId,
        found.taskId ?? '-',
        found.expected,
        found.actual,
      ]),
    ),
    ...sentences('Amounts are in millionths of a US dollar: 1000000 is 1 USD.'),
    ...proof,
  ]
}

function proofText({
  periods,
  lastEntry,
  provenSince,
}: NonNullable<Commands['reconcile-ledger']['view']['closed']>): string {
  const closed = `The ledger of every account is closed up to entry ${lastEntry}, in ${countOf(periods, 'period')}.`
  return provenSince === null
    ? `${closed} Workers found a disagreement in one of them.`
    : `${closed} Workers have read all of them since ${provenSince} and found nothing.`
}

type ArchivedPast = NonNullable<Commands['reconcile-ledger']['view']['archived']>

/** What was read of the archives, and what was not. */
function archivedTexts(view: ArchivedPast): string[] {
  const { archives, tasks, read, unreadable, withoutManifest } = view
  const past = `${countOf(tasks, 'task')} in ${countOf(archives, 'archive')}`
  if (!read)
    return [`Not read: the files of ${past}, of which only the sums were compared; --archives reads them.`]
  const lost = [...unreadable, ...withoutManifest].map(({ what }) => what)
  return [
    ...lost,
    unreadable.length === 0
      ? `The files of ${past} were read as well.`
      : 'Sums of archived tasks were not compared with the files.',
  ]
}
