import type { Usage } from '@mediagen/sdk'
import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'
import { tableLines } from '../table-lines.js'

interface UsageOptions extends GlobalOptions {
  readonly from?: string
  readonly to?: string
}

/** `mediagen usage`: what the account used per day. */
export function usageCommand(createAction: CreateAction): Command {
  return new Command('usage')
    .description('Print how many tasks ended on each day, and what was charged.')
    .option('--from <date>', 'the first day in UTC (default: the first of the month)')
    .option('--to <date>', 'the last day in UTC, included (default: today)')
    .action(createAction(showUsage))
}

async function showUsage({ client, output, stop }: Context, { from, to }: UsageOptions): Promise<void> {
  const usage = await client.usage({ from, to, signal: stop.signal })
  output.result(usage, linesOf(usage))
}

function linesOf({ days, charged, currency, from, to }: Usage): string[] {
  const rows = days.map((day) => [
    day.date,
    day.product,
    day.keyId ?? '-',
    `${day.succeeded} succeeded`,
    `${day.failed} failed`,
    `${day.cancelled} cancelled`,
    `${day.charged} ${currency}`,
  ])
  return [...tableLines(rows), `${from} to ${to}: ${charged} ${currency}`]
}
