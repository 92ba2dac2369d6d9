import { toTimestamp } from '../domain/clock.js'
import { taskStatuses } from '../domain/task-states.js'
import type { AccountStatement } from '../use-cases/administer-accounts.js'
import type { CommandAnswer } from './command.js'
import { formatBytes, formatTable } from './table.js'

/** What show-account prints of an account. */
export function answerStatement(statement: AccountStatement): CommandAnswer {
  const { account, ledger, tasks, uploads, limits, apiKeys } = statement
  const createdAt = toTimestamp(account.createdAtMs)
  const counts = taskStatuses.map((status) => [status, tasks.get(status) ?? 0] as const)
  const keys = apiKeys.map(({ keyId, createdAtMs, revokedAtMs }) => ({
    keyId,
    createdAt: toTimestamp(createdAtMs),
    revokedAt: revokedAtMs === undefined ? null : toTimestamp(revokedAtMs),
  }))
  return {
    json: {
      accountId: account.id,
      balance: account.balance,
      reserved: account.reserved,
      currency: 'USD',
      createdAt,
      ledger,
      tasks: Object.fromEntries(counts),
      uploads: { kept: uploads.uploadsKept, bytesKept: uploads.bytesKept, open: uploads.open },
      limits,
      apiKeys: keys,
    },
    text: [
      `Account   ${account.id}, opened ${createdAt}`,
      `Balance   ${account.balance} USD available, ${account.reserved} USD reserved`,
      `Ledger    credited ${ledger.credited}, charged ${ledger.charged}, refunded ${ledger.refunded} (${ledger.entries} entries)`,
      `Tasks     ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}`,
      `Uploads   ${uploads.uploadsKept} kept (${formatBytes(uploads.bytesKept)} of space), ${uploads.open} open`,
      `Limits    ${limits.generationRequestsPerMinute} generations a minute, ${limits.openUploadsMax} uploads open, ${formatBytes(limits.keptUploadsBytesMax)} of uploads kept`,
      formatTable(
        ['KEY ID', 'ISSUED', 'REVOKED'],
        keys.map((key) => [key.keyId, key.createdAt, key.revokedAt ?? '-']),
      ),
    ].join('\n'),
  }
}
