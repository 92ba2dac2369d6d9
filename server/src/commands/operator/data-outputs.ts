import { type AccountDataView, type DeletionReceipt, keptOfAccount } from '../../operator/deletion-views.ts'
import type { Block } from '../look/blocks.ts'
import { timeText } from '../look/text.ts'
import { countOf, fieldsOf, formatBytes, sentences } from './table.ts'

/** What a deletion would delete. */
export function printPreview({ accountId, balance, stored, deletion }: AccountDataView): Block[] {
  return sentences(
    deletion?.endedAt == null
      ? `Nothing is deleted yet. Of ${accountId} there are stored:`
      : `Its data was deleted; the deletion ended ${timeText(deletion.endedAt)}. Of ${accountId} there are stored since:`,
    `  ${countOf(stored.uploads, 'upload')} (${formatBytes(stored.uploadBytes)} verified)`,
    `  ${countOf(stored.results, 'result')} (${formatBytes(stored.resultBytes)})`,
    `  ${countOf(stored.tasks, 'task with its prompt', 'tasks with their prompts')}`,
    `  ${countOf(stored.idempotencyKeys, 'idempotency key')}`,
    `  ${countOf(stored.apiKeys, 'API key')} to revoke and to remove the name of`,
    '  its name and reference, also in audit entries',
    ...keptText(),
    ...(deletion === null || deletion.endedAt !== null
      ? []
      : [`A deletion began ${timeText(deletion.begunAt)} and has not ended.`]),
    Number(balance) > 0
      ? {
          text: `Its balance of ${balance} USD is left. Pay it back first:`,
          command: `debit-account ${accountId} --amount ${balance}`,
        }
      : `Its balance is ${balance} USD.`,
    { text: 'This cannot be undone. To delete:', command: `delete-account-data ${accountId} --yes` },
  )
}

export function printReceipt(receipt: DeletionReceipt): Block[] {
  const { accountId, begunAt, endedAt, balance, deleted, unreferencedObjects } = receipt
  return [
    ...sentences(`Receipt: the data of the account ${accountId} is deleted.`),
    fieldsOf(
      ['Begun', timeText(begunAt)],
      ['Ended', endedAt === null ? '-' : timeText(endedAt)],
      ['Balance', `${balance} USD left`],
    ),
    ...sentences(
      'Deleted:',
      `  ${countOf(deleted.uploads.count, 'upload')} (${countOf(deleted.uploads.bytes, 'byte')})`,
      `  ${countOf(deleted.resultFiles.count, 'file')} of results (${countOf(deleted.resultFiles.bytes, 'byte')})`,
      `  the prompts and messages of ${countOf(deleted.tasksScrubbed, 'task')}`,
      `  ${countOf(deleted.idempotencyKeys, 'idempotency key')}`,
      `  ${countOf(deleted.apiKeysRevoked, 'API key')} revoked, without ${deleted.apiKeysRevoked === 1 ? 'its name' : 'their names'}`,
      `  its name and reference, also in ${countOf(deleted.auditEntriesRedacted, 'audit entry', 'audit entries')}`,
      ...keptText(),
      ...(unreferencedObjects === null
        ? []
        : [`${unreferencedObjects.what}, are deleted by ${timeText(unreferencedObjects.deletedBy)}.`]),
      'Backups, logs and the engines have copies of their own: see "A customer asks for deletion" at /docs/accounts.',
    ),
  ]
}

function keptText(): string[] {
  return ['Kept:', ...keptOfAccount.map(({ what, why }) => `  ${what}. ${why}`)]
}
