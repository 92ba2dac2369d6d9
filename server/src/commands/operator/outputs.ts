import { ServiceError } from '@mediagen/contract/errors'
import { BalanceLimitError, BalanceTooLowError } from '../../core/domain/money/balance-errors.ts'
import { messageOf } from '../../core/errors.ts'
import type { Commands } from '../../operator/operations/operations.ts'
import { isStorageOutage } from '../../use-cases/uploads/storage-outage.ts'
import type { Block } from '../look/blocks.ts'
import {
  printAccounts,
  printBalance,
  printClosedAccount,
  printDeletedUploads,
  printLabels,
  printLimits,
  printOpenedAccount,
  printState,
  printUsage,
} from './account-outputs.ts'
import { printStatement } from './account-statement.ts'
import { printArchived, printArchives, printRestored } from './archive-outputs.ts'
import { CommandError, CommandLineError, exitCommandLine, exitFailed } from './command.ts'
import { printCosts } from './cost-outputs.ts'
import { printPreview, printReceipt } from './data-outputs.ts'
import { printAudit, printEngines, printOverview, printQueue, printTasks } from './inspection-outputs.ts'
import { printIssuedKey, printKey, printRotatedKey } from './key-outputs.ts'
import { printPause } from './pause-outputs.ts'
import { printDisagreements } from './reconciliation-outputs.ts'
import { sentences } from './table.ts'
import { printEndedTask, printResult, printRetriedTask, printTask } from './task-outputs.ts'

/** How a command ends. */
export interface Output<View, Input> {
  /** Its result for people. */
  print(view: View, input: Input): readonly Block[]
  /** @default 0 */
  exitCode?(view: View): number
  /** What is said in place of an error; undefined: the error itself. */
  explain?(error: unknown, input: Input): Error | undefined
  /** Whether it may be the first command of an installation, and then creates the database. @default false */
  readonly mayBeFirst?: boolean
}

export const outputs: {
  readonly [Name in keyof Commands]: Output<Commands[Name]['view'], Commands[Name]['input']>
} = {
  'create-account': { print: printOpenedAccount, mayBeFirst: true },
  'set-account': { print: printLabels },
  'credit-account': {
    print: (view, { amount }) => printBalance('Credited', amount, view),
    explain: refusedAmount,
  },
  'debit-account': {
    print: (view, { amount }) => printBalance('Debited', amount, view),
    explain: refusedAmount,
  },
  'suspend-account': { print: printState },
  'resume-account': { print: printState },
  'close-account': { print: printClosedAccount },
  'set-account-limits': { print: printLimits },
  'issue-api-key': { print: printIssuedKey },
  'rotate-api-key': { print: printRotatedKey },
  'set-api-key': { print: printKey },
  'revoke-api-key': { print: ({ keyId }) => sentences(`Revoked ${keyId}.`) },
  'list-accounts': { print: printAccounts },
  'show-account': { print: printStatement },
  'delete-uploads': { print: printDeletedUploads },
  'delete-account-data': {
    print: (view) => ('stored' in view ? printPreview(view) : printReceipt(view)),
    exitCode: (view) => ('stored' in view ? exitCommandLine : 0),
    explain: (error) =>
      isStorageOutage(error)
        ? new CommandError(
            `${messageOf(error)} Not everything is deleted, and there is no receipt: run the command again.`,
          )
        : undefined,
  },
  'cancel-task': { print: printEndedTask },
  'retry-task': { print: printRetriedTask },
  'pause-engine': { print: printPause },
  'resume-engine': { print: printPause },
  'pause-product': { print: printPause },
  'resume-product': { print: printPause },
  'reconcile-ledger': { print: printDisagreements, exitCode: ({ agrees }) => (agrees ? 0 : exitFailed) },
  'list-tasks': { print: printTasks },
  'show-task': { print: printTask },
  'show-result': { print: printResult },
  'archive-tasks': { print: printArchived },
  'list-archives': { print: printArchives },
  'restore-archive': { print: printRestored },
  'show-overview': { print: printOverview },
  'show-usage': { print: printUsage, explain: refusedPeriod },
  'show-costs': { print: printCosts },
  'show-queue': { print: printQueue },
  'list-engines': { print: printEngines },
  audit: { print: printAudit },
}

/** Names the option with an amount that the account does not allow. */
function refusedAmount(error: unknown, { amount }: Commands['credit-account']['input']): Error | undefined {
  const isAmount = error instanceof BalanceLimitError || error instanceof BalanceTooLowError
  return isAmount ? new CommandError(`--amount ${amount}: ${error.message}`) : undefined
}

/** A period that the contract does not accept is a wrong command line. */
function refusedPeriod(error: unknown): Error | undefined {
  const [detail] = error instanceof ServiceError ? (error.details ?? []) : []
  return detail === undefined ? undefined : new CommandLineError(`--from ${detail.message}.`)
}
