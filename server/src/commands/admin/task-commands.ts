import { Argument, Command } from 'commander'
import type { Administration } from '../../operator/administration.ts'
import { viewTaskHistory } from '../../operator/task-views.ts'
import { parseId } from './arguments.ts'
import type { CommandResult, RunWith } from './command.ts'
import { excerpt } from './excerpt.ts'
import { formatTable } from './table.ts'

/** Commands about one task. */
export function createTaskCommands(runWith: RunWith): Command[] {
  const task = () => new Argument('<task>', 'the ID of the task').argParser(parseId)
  return [
    new Command('show-task')
      .description("Shows a task's history: accepted, claimed, calls of engines, settled, ledger entries")
      .addArgument(task())
      .action(runWith(showTask)),
    new Command('show-result')
      .description("Prints links to the files of a task's result; recorded, because they are the customer's")
      .addArgument(task())
      .action(runWith(showResult)),
  ]
}

async function showTask(accounts: Administration, _: object, taskId: string): Promise<CommandResult> {
  const shown = await accounts.showTask(taskId)
  const history = viewTaskHistory(shown, await accounts.nameAccounts([shown.task.accountId]))
  const { parameters } = history
  const seconds = parameters.durationSeconds === null ? '' : `, ${parameters.durationSeconds} s`
  // Scrubbed with the rest of the request.
  const size = history.scrubbedAt === null ? `, ${parameters.width}x${parameters.height}${seconds}` : ''
  return {
    json: history,
    text: [
      `Task      ${history.taskId} of account ${history.accountId}${history.accountName === null ? '' : `, ${history.accountName}`}`,
      `Key       ${history.keyId ?? 'not recorded'}${history.keyName === null ? '' : `, ${history.keyName}`}`,
      `Status    ${history.status}, ${history.attempt} attempt${history.attempt === 1 ? '' : 's'}`,
      ...(history.cancelAt === null ? [] : [`Deadline  ${history.cancelAt}, unless it has started before`]),
      `Request   ${history.type} ${history.tier}${size}, ${history.cost} USD`,
      `Prompt    ${history.scrubbedAt === null ? excerpt(parameters.prompt, 500) : `erased at ${history.scrubbedAt}`}`,
      `Engine    ${history.engine ?? (history.completedAt === null ? 'none yet' : 'none')}${history.submission.job === null ? '' : ` ${excerpt(history.submission.job, 500)}`}`,
      ...(history.error === null
        ? []
        : [`Error     ${history.error.code}: ${excerpt(history.error.message, 500)}`]),
      formatTable(
        ['WHEN', 'WHAT'],
        history.events.map(({ at, what }) => [at, excerpt(what, 500)]),
      ),
      formatTable(
        ['ENGINE', 'ATTEMPT>', 'CALLED', 'ENDED', 'OUTCOME'],
        history.engineCalls.map(({ engine, attempt, startedAt, endedAt, outcome, reason }) => [
          engine,
          String(attempt),
          startedAt,
          endedAt ?? '-',
          excerpt([outcome ?? 'goes on', ...(reason === null ? [] : [reason])].join(': '), 500),
        ]),
      ),
      formatTable(
        ['LEDGER', 'AMOUNT USD>', 'WHEN'],
        history.ledger.map(({ kind, amount, createdAt }) => [kind, amount, createdAt]),
      ),
    ].join('\n'),
  }
}

async function showResult(accounts: Administration, _: object, taskId: string): Promise<CommandResult> {
  const { files } = await accounts.showResult(taskId)
  return {
    json: { taskId, files },
    text: files.length === 0 ? `The task ${taskId} has no result.` : files.map(({ url }) => url).join('\n'),
  }
}
