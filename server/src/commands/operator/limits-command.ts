import { type Argument, Command } from 'commander'
import type { Administration } from '../../operator/administration.ts'
import { type AccountLimitChanges, parseAccountLimit } from '../../operator/set-account-limits.ts'
import { once, parsedBy } from './arguments.ts'
import { type CommandResult, type RunWith, UsageError } from './command.ts'
import { sentences } from './table.ts'

const parseLimit = once((text) => parsedBy(parseAccountLimit, text))

/** The command that sets the limits of an account. */
export function limitsCommand(runWith: RunWith, account: Argument): Command {
  return new Command('set-account-limits')
    .description('Limits how many unfinished tasks an account may have, and how many of them run at once')
    .addArgument(account)
    .option(
      '--tasks-open-max <limit>',
      'unfinished tasks: a number, none, or default for TASKS_OPEN_MAX',
      parseLimit,
    )
    .option(
      '--tasks-running-max <limit>',
      'tasks that run at once: a number, none, or default for TASKS_RUNNING_MAX',
      parseLimit,
    )
    .action(runWith(setLimits))
}

async function setLimits(
  accounts: Administration,
  { tasksOpenMax, tasksRunningMax }: AccountLimitChanges,
  accountId: string,
): Promise<CommandResult> {
  if (tasksOpenMax === undefined && tasksRunningMax === undefined)
    throw new UsageError('Give --tasks-open-max, --tasks-running-max, or both.')
  const limits = await accounts.setAccountLimits({ accountId, tasksOpenMax, tasksRunningMax })
  return {
    json: limits,
    text: sentences(
      `The limits of ${accountId} are now ${limits.tasksOpenMax} for unfinished tasks and ${limits.tasksRunningMax} for running ones.`,
    ),
  }
}
