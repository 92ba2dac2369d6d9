import { Command, Option } from 'commander'
import type { Administration } from '../../operator/administration.ts'
import { type OverviewView, viewOverview } from '../../operator/overview-views.ts'
import type { Block } from '../look/blocks.ts'
import { timeText } from '../look/text.ts'
import { once, parseUsageDays } from './arguments.ts'
import type { CommandResult, RunWith } from './command.ts'
import { sentences, tableOf } from './table.ts'

const daysDefault = 14

export function createOverviewCommand(runWith: RunWith): Command {
  return new Command('show-overview')
    .description('Shows what the service charged per day, what failed in the last 24 hours and why')
    .addOption(
      new Option('--days <number>', `the last days, today included (default: ${daysDefault})`).argParser(
        once(parseUsageDays),
      ),
    )
    .action(runWith(showOverview))
}

async function showOverview(
  accounts: Administration,
  { days = daysDefault }: { readonly days?: number },
): Promise<CommandResult> {
  const shown = await accounts.showOverview({ days })
  const names = await accounts.nameAccounts(shown.failures.newest.map(({ accountId }) => accountId))
  const overview = viewOverview(shown, names)
  const { since, ended, failing, codes } = overview.failures
  return {
    json: overview,
    text: [
      tableOf(
        ['DAY', 'SUCCEEDED>', 'FAILED>', 'CANCELLED>', 'CHARGED USD>'],
        overview.days.map((day) => [
          day.date,
          ...[day.succeeded, day.failed, day.cancelled].map(String),
          day.charged,
        ]),
      ),
      ...failing.flatMap(({ product, ended, failed }) =>
        sentences(`${failed} of ${ended} ${product} tasks that ended in the last 15 minutes failed.`),
      ),
      ...sentences(
        ended === 0
          ? `No task ended since ${timeText(since)}.`
          : `Of the tasks that ended since ${timeText(since)}, ${sumOf(codes)} of ${ended} failed${codes.length === 0 ? '.' : ':'}`,
      ),
      ...(codes.length === 0 ? [] : failureTables(overview.failures)),
    ],
  }
}

function sumOf(codes: OverviewView['failures']['codes']): number {
  return codes.reduce((sum, { count }) => sum + count, 0)
}

function failureTables({ codes, newest }: OverviewView['failures']): Block[] {
  return [
    tableOf(
      ['CODE', 'FAILED>'],
      codes.map(({ code, count }) => [code, String(count)]),
    ),
    tableOf(
      ['TASK', 'CODE', 'ENGINE', 'ENDED'],
      newest.map((task) => [
        task.taskId,
        task.error?.code ?? '-',
        task.engine ?? '-',
        task.completedAt === null ? '-' : timeText(task.completedAt),
      ]),
    ),
  ]
}
