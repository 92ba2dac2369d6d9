import { Argument, Command } from 'commander'
import { BalanceLimitError } from '../../core/domain/balance-limit-error.ts'
import type { Usd } from '../../core/domain/usd.ts'
import type { Administration } from '../../operator/administration.ts'
import { viewAccount } from '../../operator/views.ts'
import { uploadsSparedMs } from '../../use-cases/unused-uploads.ts'
import { statementResult } from './account-statement.ts'
import {
  once,
  parseAmount,
  parseBalance,
  parseId,
  parseIdempotencyKey,
  parseUnusedDays,
} from './arguments.ts'
import { CommandError, type CommandResult, type RunWith } from './command.ts'
import { createInspectionCommands } from './inspection-commands.ts'
import { createKeyCommands, keyNotice } from './key-commands.ts'
import { limitsCommand } from './limits-command.ts'
import { formatBytes, formatTable } from './table.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const sparedUploads = `uploads of the last ${uploadsSparedMs / hourMs} hours are never deleted`

/** Every admin command, in the order of the help. */
export function createAdminCommands(runWith: RunWith): Command[] {
  return [
    new Command('create-account')
      .description('Opens an account with a first credit and a first API key')
      .requiredOption('--balance <amount>', 'the credit in USD, such as 12.50', once(parseBalance))
      .action(runWith(createAccount, { mayBeFirst: true })),
    new Command('credit-account')
      .description("Adds to an account's balance")
      .addArgument(accountArgument())
      .requiredOption('--amount <amount>', 'the credit in USD, such as 12.50', once(parseAmount))
      .option(
        '--idempotency-key <key>',
        'a name for this credit: repeated with the same one, it is given once',
        once(parseIdempotencyKey),
      )
      .action(runWith(creditAccount)),
    limitsCommand(runWith, accountArgument()),
    ...createKeyCommands(runWith),
    new Command('list-accounts')
      .description('Lists all accounts with their balances')
      .action(runWith(listAccounts)),
    new Command('show-account')
      .description("Shows an account's balance, reservations, ledger totals, tasks, uploads, limits and keys")
      .addArgument(accountArgument())
      .action(
        runWith(async (accounts, _, accountId) => statementResult(await accounts.showAccount(accountId))),
      ),
    new Command('delete-uploads')
      .description("Frees an account's space: deletes its uploads that no generation has used for some days")
      .addArgument(accountArgument())
      .requiredOption(
        '--unused-days <days>',
        `whole days without a use, from 0; ${sparedUploads}`,
        once(parseUnusedDays),
      )
      .action(runWith(deleteUploads)),
    new Command('reconcile-ledger')
      .description('Compares balances, ledger, tasks and uploads; exits 1 on any disagreement')
      .action(runWith(reconcileLedger)),
    ...createInspectionCommands(runWith),
  ]
}

function accountArgument(): Argument {
  return new Argument('<account>', 'the ID of the account').argParser(parseId)
}

async function createAccount(
  accounts: Administration,
  { balance }: { balance: Usd },
): Promise<CommandResult> {
  const { accountId, keyId, apiKey } = await accounts.createAccount({ balance })
  return {
    json: { accountId, apiKey, keyId },
    text: `Account  ${accountId}\nBalance  ${balance} USD\nKey id   ${keyId}\nAPI key  ${apiKey}\n${keyNotice}`,
  }
}

async function creditAccount(
  accounts: Administration,
  { amount, idempotencyKey }: { amount: Usd; idempotencyKey?: string },
  account: string,
): Promise<CommandResult> {
  const request = { accountId: account, amount, idempotencyKey }
  const { accountId, balance, replayed } = await accounts.creditAccount(request).catch((error: unknown) => {
    throw error instanceof BalanceLimitError
      ? new CommandError(`--amount ${amount}: ${error.message}`)
      : error
  })
  const done = replayed ? 'Credited before:' : 'Credited'
  return {
    json: { accountId, credited: amount, balance, ...(replayed && { replayed }) },
    text: `${done} ${amount} USD; the balance of ${accountId} is now ${balance} USD.`,
  }
}

async function listAccounts(accounts: Administration): Promise<CommandResult> {
  const rows = (await accounts.listAccounts()).map(viewAccount)
  return {
    json: { accounts: rows },
    text: formatTable(
      ['ACCOUNT', 'BALANCE USD>', 'RESERVED USD>', 'CREATED'],
      rows.map((row) => [row.accountId, row.balance, row.reserved, row.createdAt]),
    ),
  }
}

async function deleteUploads(
  accounts: Administration,
  { unusedDays }: { unusedDays: number },
  accountId: string,
): Promise<CommandResult> {
  const { deleted, bytesFreed } = await accounts.deleteUploads({ accountId, unusedMs: unusedDays * dayMs })
  const summary = `Deleted ${deleted} uploads of ${accountId}; that frees ${formatBytes(bytesFreed)} of its space.`
  return {
    json: { accountId, deleted, bytesFreed },
    text: unusedDays === 0 ? `${summary}\nAlso with 0 days, ${sparedUploads}.` : summary,
  }
}

async function reconcileLedger(accounts: Administration): Promise<CommandResult> {
  const disagreements = await accounts.findDisagreements()
  const agrees = disagreements.length === 0
  return {
    json: { agrees, disagreements },
    text: agrees
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
    exitCode: agrees ? 0 : 1,
  }
}
