import { toTimestamp, toTimestampOrNull } from '../core/domain/clock.ts'
import { unreferencedMsMax } from '../use-cases/sweeps/sweep-objects.ts'
import type { AccountDataStatement, DeletionState } from './delete-account-data.ts'

/** What commands print with --json and the operator's page receives about the deletion of an account's data. */

export type AccountDataView = ReturnType<typeof viewAccountData>
export type DeletionReceipt = ReturnType<typeof viewDeletion>

/** What a deletion leaves, and why. */
export const keptOfAccount = [
  {
    what: 'The ledger, credits, debits and balance; usage by day, product and key; spending by key',
    why: 'Accounting: they are compared with each other, and hold ids, amounts, counts and times alone.',
  },
  {
    what: 'Of each task its id, product, tier, status, engine, error code, cost, key and times',
    why: 'Accounting: ledger and usage are compared with them.',
  },
  {
    what: 'Of each key its id, times, limits and the hash of its secret; all are revoked',
    why: 'Usage refers to keys by their ids; a hash says nothing about the customer.',
  },
  {
    what: 'Audit entries, with "deleted" for names, references and reasons',
    why: 'They prove what operators did, this deletion included.',
  },
] as const

export function viewAccountData({ account, stored, deletion }: AccountDataStatement) {
  return {
    accountId: account.id,
    balance: account.balance.toString(),
    stored,
    kept: keptOfAccount,
    deletion: deletion === undefined ? null : viewDeletion({ ...deletion, balance: account.balance }),
  }
}

/** The receipt of a deletion that has ended; of another one, what it has deleted so far. */
export function viewDeletion({ accountId, begunAtMs, endedAtMs, deleted, balance }: DeletionState) {
  return {
    accountId,
    begunAt: toTimestamp(begunAtMs),
    endedAt: toTimestampOrNull(endedAtMs),
    deleted: {
      uploads: { count: deleted.uploads, bytes: deleted.uploadBytes },
      resultFiles: { count: deleted.results, bytes: deleted.resultBytes },
      tasksScrubbed: deleted.tasks,
      idempotencyKeys: deleted.idempotencyKeys,
      apiKeysRevoked: deleted.apiKeys,
      auditEntriesRedacted: deleted.auditEntries,
    },
    kept: keptOfAccount,
    balance: balance.toString(),
    unreferencedObjects:
      endedAtMs === undefined
        ? null
        : {
            what: 'Files that no row names, which a process that hung may have written since',
            deletedBy: toTimestamp(endedAtMs + unreferencedMsMax),
          },
  }
}
