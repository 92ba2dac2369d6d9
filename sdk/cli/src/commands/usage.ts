import type { Usage } from '@mediagen/sdk'
import { Command } from 'commander'
import type { Block } from '../../../../server/src/commands/look/blocks.ts'
import type { CreateAction } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'

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
  output.result(usage, blocksOf(usage))
}

function blocksOf({ days, charged, currency, from, to }: Usage): Block[] {
  const rows = days.map((day) => [
    day.date,
    day.product,
    day.charged,
    ...[day.succeeded, day.failed, day.cancelled].map(String),
    day.keyId ?? '-',
  ])
  const headings = ['DAY', 'PRODUCT', `CHARGED ${currency}>`, 'SUCCEEDED>', 'FAILED>', 'CANCELLED>', 'KEY ID']
  const sum = `${from} to ${to}: ${charged} ${currency}`
  return rows.length === 0 ? [sum] : [{ headings, rows }, sum]
}
