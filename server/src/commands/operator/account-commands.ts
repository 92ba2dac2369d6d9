import { Command } from 'commander'
import { BalanceLimitError, BalanceTooLowError } from '../../core/domain/money/balance-errors.ts'
import type { Usd } from '../../core/domain/money/usd.ts'
import type { Administration } from '../../operator/administration.ts'
import { type AccountView, viewAccount, viewClosedAccount } from '../../operator/views.ts'
import {
  accountArgument,
  once,
  parseAmount,
  parseBalance,
  parseDebitAmount,
  parseIdempotencyKey,
  parseName,
  parseOwnReference,
  reasonOption,
} from './arguments.ts'
import { CommandError, type CommandResult, type RunWith, UsageError } from './command.ts'
import { keyNotice } from './key-commands.ts'
import { fieldsOf, sentences } from './table.ts'

/** The commands that open and change accounts, in the order of the help. */
export function createAccountCommands(runWith: RunWith): Command[] {
  return [
    new Command('create-account')
      .description('Opens an account with a first credit and a first API key')
      .requiredOption('--balance <amount>', 'the credit in USD, such as 12.50', once(parseBalance))
      .option('--name <name>', 'what you call it', once(parseName))
      .option(
        '--reference <reference>',
        'your own ID of it, such as a customer number; refused if another account has it',
        once(parseOwnReference),
      )
      .action(runWith(createAccount, { mayBeFirst: true })),
    new Command('set-account')
      .description("Changes an account's name or reference; an empty one removes it")
      .addArgument(accountArgument())
      .option('--name <name>', 'what you call it', once(orEmpty(parseName)))
      .option(
        '--reference <reference>',
        'your own ID of it, such as a customer number',
        once(orEmpty(parseOwnReference)),
      )
      .action(runWith(setAccount)),
    new Command('credit-account')
      .description("Adds to an account's balance")
      .addArgument(accountArgument())
      .requiredOption('--amount <amount>', 'the credit in USD, such as 12.50', once(parseAmount))
      .addOption(reasonOption())
      .option(
        '--idempotency-key <key>',
        'a name for this credit: repeated with the same one, it is given once',
        once(parseIdempotencyKey),
      )
      .action(runWith(creditAccount)),
    new Command('debit-account')
      .description('Takes unspent balance back; what is reserved for tasks stays')
      .addArgument(accountArgument())
      .requiredOption('--amount <amount>', 'the debit in USD, such as 12.50', once(parseDebitAmount))
      .addOption(reasonOption())
      .option(
        '--idempotency-key <key>',
        'a name for this debit: repeated with the same one, it is made once',
        once(parseIdempotencyKey),
      )
      .action(runWith(debitAccount)),
    new Command('suspend-account')
      .description('Stops new orders and uploads of an account at once; its tasks go on')
      .addArgument(accountArgument())
      .addOption(reasonOption())
      .action(
        runWith(async (accounts, { reason }: ReasonOption, accountId) =>
          stateResult(viewAccount(await accounts.suspendAccount({ accountId, reason }))),
        ),
      ),
    new Command('resume-account')
      .description('Makes a suspended or closed account active again')
      .addArgument(accountArgument())
      .addOption(reasonOption())
      .action(
        runWith(async (accounts, { reason }: ReasonOption, accountId) =>
          stateResult(viewAccount(await accounts.resumeAccount({ accountId, reason }))),
        ),
      ),
    new Command('close-account')
      .description('Stops new orders and uploads, and cancels and refunds the tasks that wait')
      .addArgument(accountArgument())
      .addOption(reasonOption())
      .action(runWith(closeAccount)),
  ]
}

/** An empty text stays empty, and removes what it would replace. */
function orEmpty(parse: (text: string) => string): (text: string) => string {
  return (text) => (text === '' ? '' : parse(text))
}

interface LabelOptions {
  readonly name?: string
  readonly reference?: string
}

async function createAccount(
  accounts: Administration,
  { balance, name, reference }: { balance: Usd } & LabelOptions,
): Promise<CommandResult> {
  const { accountId, keyId, apiKey } = await accounts.createAccount({ balance, name, reference })
  return {
    json: { accountId, apiKey, keyId },
    text: [
      fieldsOf(['Account', accountId], ['Balance', `${balance} USD`], ['Key ID', keyId], ['API key', apiKey]),
      ...sentences(keyNotice),
    ],
  }
}

async function setAccount(
  accounts: Administration,
  { name, reference }: LabelOptions,
  accountId: string,
): Promise<CommandResult> {
  if (name === undefined && reference === undefined)
    throw new UsageError('Nothing to change: give --name, --reference or both.')
  const changes = { name: nullIfEmpty(name), reference: nullIfEmpty(reference) }
  const view = viewAccount(await accounts.setAccount(accountId, changes))
  return {
    json: view,
    text: [
      fieldsOf(['Account', view.accountId], ['Name', view.name ?? '-'], ['Reference', view.reference ?? '-']),
    ],
  }
}

function nullIfEmpty(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}

interface BalanceOptions {
  readonly amount: Usd
  readonly reason?: string
  readonly idempotencyKey?: string
}

async function creditAccount(
  accounts: Administration,
  { amount, reason, idempotencyKey }: BalanceOptions,
  account: string,
): Promise<CommandResult> {
  const request = { accountId: account, amount, reason, idempotencyKey }
  const { accountId, balance, replayed } = await accounts
    .creditAccount(request)
    .catch((error: unknown) => failedAmount(amount, error))
  const done = replayed ? 'Credited before:' : 'Credited'
  return {
    json: { accountId, credited: amount, balance, ...(replayed && { replayed }) },
    text: sentences(`${done} ${amount} USD; the balance of ${accountId} is now ${balance} USD.`),
  }
}

async function debitAccount(
  accounts: Administration,
  { amount, reason, idempotencyKey }: BalanceOptions,
  account: string,
): Promise<CommandResult> {
  const request = { accountId: account, amount, reason, idempotencyKey }
  const { accountId, balance, replayed } = await accounts
    .debitAccount(request)
    .catch((error: unknown) => failedAmount(amount, error))
  const done = replayed ? 'Debited before:' : 'Debited'
  return {
    json: { accountId, debited: amount, balance, ...(replayed && { replayed }) },
    text: sentences(`${done} ${amount} USD; the balance of ${accountId} is now ${balance} USD.`),
  }
}

/** Names the option with an amount that the account does not allow. */
function failedAmount(amount: Usd, error: unknown): never {
  const isAmount = error instanceof BalanceLimitError || error instanceof BalanceTooLowError
  throw isAmount ? new CommandError(`--amount ${amount}: ${error.message}`) : error
}

interface ReasonOption {
  readonly reason?: string
}

function stateResult(view: AccountView): CommandResult {
  return { json: view, text: sentences(`The account ${view.accountId} is ${view.state}.`) }
}

async function closeAccount(
  accounts: Administration,
  { reason }: ReasonOption,
  account: string,
): Promise<CommandResult> {
  const view = viewClosedAccount(await accounts.closeAccount({ accountId: account, reason }))
  const { accountId, cancelled, running, balance } = view
  return {
    json: view,
    text: sentences(
      `The account ${accountId} is ${view.state}.`,
      `Cancelled and refunded ${cancelled} waiting ${cancelled === 1 ? 'task' : 'tasks'}; ${running} ${running === 1 ? 'is still running, and ends' : 'are still running, and end'} normally.`,
      `Its balance is ${balance} USD.`,
    ),
  }
}
