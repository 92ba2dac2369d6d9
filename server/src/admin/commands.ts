import { BalanceLimitError } from '../domain/balance-limit-error.js'
import { toTimestamp } from '../domain/clock.js'
import { taskStatuses } from '../domain/task-states.js'
import { amountOption, daysOption, noPositionals, onlyPositional } from './arguments.js'
import { type AdminCommand, RefusedError } from './command.js'
import { formatBytes, formatTable } from './table.js'

const dayMs = 24 * 60 * 60_000
const keyNotice = 'The key is shown this once; only its hash is stored.'

/** Every admin command, in the order of the help. */
export const adminCommands: readonly AdminCommand[] = [
  {
    name: 'create-account',
    usage: '--balance AMOUNT',
    summary: 'Opens an account with a first credit and a first API key',
    options: ['balance'],
    async run(accounts, given) {
      noPositionals(given)
      const balance = amountOption(given, 'balance')
      const { accountId, keyId, apiKey } = await accounts.createAccount({ balance })
      return {
        json: { accountId, apiKey, keyId },
        text: `Account  ${accountId}\nBalance  ${balance} USD\nKey id   ${keyId}\nAPI key  ${apiKey}\n${keyNotice}`,
      }
    },
  },
  {
    name: 'credit-account',
    usage: 'ID --amount AMOUNT',
    summary: "Adds to an account's balance",
    options: ['amount'],
    async run(accounts, given) {
      const accountId = onlyPositional(given, 'The account ID')
      const amount = amountOption(given, 'amount')
      const { balance } = await accounts.creditAccount({ accountId, amount }).catch((error: unknown) => {
        throw error instanceof BalanceLimitError
          ? new RefusedError(`--amount ${amount}: ${error.message}`)
          : error
      })
      return {
        json: { accountId, credited: amount, balance },
        text: `Credited ${amount} USD; the balance of ${accountId} is now ${balance} USD.`,
      }
    },
  },
  {
    name: 'issue-api-key',
    usage: 'ID',
    summary: 'Issues one more API key for an account',
    options: [],
    async run(accounts, given) {
      const { accountId, keyId, apiKey } = await accounts.issueApiKey(onlyPositional(given, 'The account ID'))
      return {
        json: { accountId, apiKey, keyId },
        text: `Key id   ${keyId}\nAPI key  ${apiKey}\n${keyNotice}`,
      }
    },
  },
  {
    name: 'revoke-api-key',
    usage: 'KEYID',
    summary: 'Revokes an API key; it stops working within 5 seconds everywhere',
    options: [],
    async run(accounts, given) {
      const { keyId } = await accounts.revokeApiKey(onlyPositional(given, 'The KEYID'))
      return { json: { keyId, revoked: true }, text: `Revoked ${keyId}.` }
    },
  },
  {
    name: 'list-accounts',
    usage: '',
    summary: 'Lists all accounts with their balances',
    options: [],
    async run(accounts, given) {
      noPositionals(given)
      const rows = (await accounts.listAccounts()).map(({ id, balance, reserved, createdAtMs }) => ({
        accountId: id,
        balance,
        reserved,
        createdAt: toTimestamp(createdAtMs),
      }))
      return {
        json: { accounts: rows },
        text: formatTable(
          ['ACCOUNT', 'BALANCE USD>', 'RESERVED USD>', 'CREATED'],
          rows.map((row) => [row.accountId, row.balance.toString(), row.reserved.toString(), row.createdAt]),
        ),
      }
    },
  },
  {
    name: 'show-account',
    usage: 'ID',
    summary: "Shows an account's balance, reservations, ledger totals, tasks, uploads and keys",
    options: [],
    async run(accounts, given) {
      const { account, ledger, tasks, uploads, apiKeys } = await accounts.showAccount(
        onlyPositional(given, 'The account ID'),
      )
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
          createdAt: toTimestamp(account.createdAtMs),
          ledger,
          tasks: Object.fromEntries(counts),
          uploads: { kept: uploads.uploadsKept, bytesKept: uploads.bytesKept, open: uploads.open },
          apiKeys: keys,
        },
        text: [
          `Account   ${account.id}, opened ${toTimestamp(account.createdAtMs)}`,
          `Balance   ${account.balance} USD available, ${account.reserved} USD reserved`,
          `Ledger    credited ${ledger.credited}, charged ${ledger.charged}, refunded ${ledger.refunded} (${ledger.entries} entries)`,
          `Tasks     ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}`,
          `Uploads   ${uploads.uploadsKept} kept (${formatBytes(uploads.bytesKept)} of space), ${uploads.open} open`,
          formatTable(
            ['KEY ID', 'ISSUED', 'REVOKED'],
            keys.map((key) => [key.keyId, key.createdAt, key.revokedAt ?? '-']),
          ),
        ].join('\n'),
      }
    },
  },
  {
    name: 'delete-uploads',
    usage: 'ID --unused-days N',
    summary: "Frees an account's space: deletes its uploads that no generation has used for N days",
    options: ['unused-days'],
    async run(accounts, given) {
      const accountId = onlyPositional(given, 'The account ID')
      const unusedMs = daysOption(given, 'unused-days') * dayMs
      const { deleted, bytesFreed } = await accounts.deleteUploads({ accountId, unusedMs })
      return {
        json: { accountId, deleted, bytesFreed },
        text: `Deleted ${deleted} uploads of ${accountId}; that frees ${formatBytes(bytesFreed)} of its space.`,
      }
    },
  },
  {
    name: 'reconcile-ledger',
    usage: '',
    summary: 'Holds balances, ledger, tasks and uploads against each other; exits 1 on any disagreement',
    options: [],
    async run(accounts, given) {
      noPositionals(given)
      const disagreements = await accounts.findDisagreements()
      return {
        json: { agrees: disagreements.length === 0, disagreements },
        text:
          disagreements.length === 0
            ? 'Balances, ledger, tasks and uploads agree.'
            : formatTable(
                ['WHAT', 'ACCOUNT', 'TASK', 'EXPECTED', 'ACTUAL'],
                disagreements.map((found) => [
                  found.kind,
                  found.accountId,
                  found.taskId ?? '-',
                  found.expected,
                  found.actual,
                ]),
              ),
        exitCode: disagreements.length === 0 ? 0 : 1,
      }
    },
  },
]
