import { ServiceError } from '@mediagen/contract/errors'
import { Command, Option } from 'commander'
import type { Administration } from '../../operator/administration.ts'
import type { UsagePeriod } from '../../operator/show-usage.ts'
import { accountArgument, once, parseDay, parseUsageDays } from './arguments.ts'
import { type CommandResult, type RunWith, UsageError } from './command.ts'
import { tableOf } from './table.ts'

const daysDefault = 31

export function createUsageCommand(runWith: RunWith): Command {
  return new Command('show-usage')
    .description('Shows per day, product and key how many tasks of an account ended, and what was charged')
    .addArgument(accountArgument())
    .addOption(
      new Option('--days <number>', `the last days, today included (default: ${daysDefault})`)
        .argParser(once(parseUsageDays))
        .conflicts(['from', 'to']),
    )
    .option(
      '--from <day>',
      'the first day in UTC, as 2026-03-01 (default: the first of the month of --to)',
      once(parseDay),
    )
    .option('--to <day>', 'the last day in UTC, as 2026-03-31 (default: today)', once(parseDay))
    .action(runWith(showUsage))
}

interface UsageOptions {
  readonly days?: number
  readonly from?: string
  readonly to?: string
}

async function showUsage(
  accounts: Administration,
  { days = daysDefault, from, to }: UsageOptions,
  accountId: string,
): Promise<CommandResult> {
  const period = from === undefined && to === undefined ? { days } : { from, to }
  const usage = await usageOf(accounts, accountId, period)
  return {
    json: usage,
    text: [
      tableOf(
        ['DAY', 'PRODUCT', 'CHARGED USD>', 'SUCCEEDED>', 'FAILED>', 'CANCELLED>', 'KEY ID'],
        usage.days.map((row) => [
          row.date,
          row.product,
          row.charged,
          ...[row.succeeded, row.failed, row.cancelled].map(String),
          row.keyId ?? '-',
        ]),
      ),
      '',
      `${usage.from} to ${usage.to}: ${usage.charged} USD`,
    ],
  }
}

/** Throws UsageError for a period that the contract does not accept. */
async function usageOf(accounts: Administration, accountId: string, period: UsagePeriod) {
  try {
    return await accounts.showUsage({ accountId, ...period })
  } catch (error) {
    const [detail] = error instanceof ServiceError ? (error.details ?? []) : []
    throw detail === undefined ? error : new UsageError(`--from ${detail.message}.`)
  }
}
