import type { Product, Task, TaskStatus } from '@mediagen/sdk'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'
import { tableLines } from '../table-lines.js'

interface ListOptions extends GlobalOptions {
  readonly status?: TaskStatus[]
  readonly type?: Product[]
  readonly createdFrom?: string
  readonly createdBefore?: string
  readonly limit?: number
}

const statuses = [
  'QUEUED',
  'PROCESSING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
] as const satisfies readonly TaskStatus[]
const products = [
  'image.generate',
  'image.transform',
  'video.generate',
  'video.transform',
] as const satisfies readonly Product[]
const limitDefault = 20
const limitMax = 10_000
const pageMax = 100

/** `mediagen tasks list`: the account's tasks, newest first. */
export function tasksListCommand(createAction: CreateAction): Command {
  return new Command('list')
    .description("Print the account's tasks, newest first.")
    .addOption(new Option('--status <status...>', 'list only tasks in these statuses').choices(statuses))
    .addOption(new Option('--type <product...>', 'list only tasks of these products').choices(products))
    .option(
      '--created-from <time>',
      'list only tasks accepted at this time or later, such as 2026-03-01T00:00:00Z',
    )
    .option('--created-before <time>', 'list only tasks accepted before this time')
    .option('--limit <count>', `how many to print, up to ${limitMax} (default: ${limitDefault})`, readLimit)
    .action(createAction(listTasks))
}

async function listTasks({ client, output, stop }: Context, options: ListOptions): Promise<void> {
  const { limit = limitDefault } = options
  const tasks: Task[] = []
  const listed = client.tasks.list({
    status: options.status,
    type: options.type,
    createdFrom: options.createdFrom,
    createdBefore: options.createdBefore,
    limit: Math.min(limit, pageMax),
    signal: stop.signal,
  })
  for await (const task of listed) if (tasks.push(task) >= limit) break
  output.result({ tasks }, tableLines(tasks.map(rowOf)))
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > limitMax)
    throw new InvalidArgumentError(`Allowed are 1 to ${limitMax}.`)
  return limit
}

function rowOf({ id, createdAt, type, status, cost, error }: Task): string[] {
  const price = cost === undefined ? '-' : `${cost.amount} ${cost.currency} ${cost.state}`
  return [id, createdAt, type, status, price, error?.code ?? '']
}
