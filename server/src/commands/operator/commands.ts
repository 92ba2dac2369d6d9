import { Command } from 'commander'
import type { Administration } from '../../operator/administration.ts'
import { viewAccount } from '../../operator/views.ts'
import { uploadsSparedMs } from '../../use-cases/sweeps/unused-uploads.ts'
import { timeText } from '../look/text.ts'
import { createAccountCommands } from './account-commands.ts'
import { statementResult } from './account-statement.ts'
import { accountArgument, once, parseSearch, parseUnusedDays } from './arguments.ts'
import type { CommandResult, RunWith } from './command.ts'
import { createDataCommands } from './data-commands.ts'
import { createInspectionCommands } from './inspection-commands.ts'
import { createKeyCommands } from './key-commands.ts'
import { limitsCommand } from './limits-command.ts'
import { formatBytes, sentences, tableOf } from './table.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const searchMax = 500
const sparedUploads = `uploads of the last ${uploadsSparedMs / hourMs} hours are never deleted`

/** Every admin command, in the order of the help. */
export function createAdminCommands(runWith: RunWith): Command[] {
  return [
    ...createAccountCommands(runWith),
    limitsCommand(runWith, accountArgument()),
    ...createKeyCommands(runWith),
    new Command('list-accounts')
      .description('Lists all accounts with their balances, or those that a search finds')
      .option(
        '--search <text>',
        'only accounts whose ID or name begins so, or with this reference; at most 500',
        once(parseSearch),
      )
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
    ...createDataCommands(runWith),
    new Command('reconcile-ledger')
      .description('Compares balances, ledger, tasks and uploads; exits 1 on any disagreement')
      .action(runWith(reconcileLedger)),
    ...createInspectionCommands(runWith),
  ]
}

async function listAccounts(
  accounts: Administration,
  { search }: { search?: string },
): Promise<CommandResult> {
  const found =
    search === undefined
      ? { accounts: await accounts.listAccounts(), isComplete: true }
      : await accounts.searchAccounts({ text: search, limit: searchMax })
  const rows = found.accounts.map(viewAccount)
  const table = tableOf(
    ['ACCOUNT', 'STATE', 'BALANCE USD>', 'NAME', 'REFERENCE', 'RESERVED USD>', 'RESULTS>', 'CREATED'],
    rows.map((row) => [
      row.accountId,
      row.state,
      row.balance,
      row.name ?? '-',
      row.reference ?? '-',
      row.reserved,
      formatBytes(row.resultBytes),
      timeText(row.createdAt),
    ]),
  )
  return {
    json: { accounts: rows, ...(search !== undefined && { isComplete: found.isComplete }) },
    text: found.isComplete ? [table] : [table, ...sentences('There are more: search for a longer text.')],
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
    text: sentences(summary, ...(unusedDays === 0 ? [`Also with 0 days, ${sparedUploads}.`] : [])),
  }
}

async function reconcileLedger(accounts: Administration): Promise<CommandResult> {
  const disagreements = await accounts.findDisagreements()
  const agrees = disagreements.length === 0
  return {
    json: { agrees, disagreements },
    text: agrees
      ? sentences('Balances, ledger, tasks and uploads agree.')
      : [
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
        ],
    exitCode: agrees ? 0 : 1,
  }
}
