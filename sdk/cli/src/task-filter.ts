import type { Product, Task, TaskStatus } from '@mediagen/sdk'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Context, GlobalOptions } from './context.js'

/** Which tasks of the account a command is about: the filters of `GET /tasks`. */
export interface FilterOptions extends GlobalOptions {
  readonly status?: TaskStatus[]
  readonly type?: Product[]
  readonly prompt?: string
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
const limitMax = 10_000
/** The longest page of the contract, and the most ids of one request. */
export const pageMax = 100

/** Adds the filters to a command. */
export function addFilterOptions(command: Command, limitDefault: number, statusDefault = ''): Command {
  const ofStatus = `list only tasks in these statuses${statusDefault && ` (default: ${statusDefault})`}`
  return command
    .addOption(new Option('--status <status...>', ofStatus).choices(statuses))
    .addOption(new Option('--type <product...>', 'list only tasks of these products').choices(products))
    .option('--prompt <text>', 'list only tasks whose prompt contains this text, in upper or lower case')
    .option(
      '--created-from <time>',
      'list only tasks accepted at this time or later, such as 2026-03-01T00:00:00Z',
    )
    .option('--created-before <time>', 'list only tasks accepted before this time')
    .option('--limit <count>', `how many to list, up to ${limitMax} (default: ${limitDefault})`, readLimit)
}

/** The tasks of the filters, newest first, at most as many as the limit; each page is read when it is needed. */
export async function* filteredTasks(
  { client, stop }: Pick<Context, 'client' | 'stop'>,
  { status, type, prompt, createdFrom, createdBefore, limit }: FilterOptions,
  limitDefault: number,
): AsyncGenerator<Task, void> {
  let left = limit ?? limitDefault
  const filters = { status, type, prompt, createdFrom, createdBefore, limit: Math.min(left, pageMax) }
  for await (const task of client.tasks.list({ ...filters, signal: stop.signal })) {
    yield task
    left -= 1
    if (left === 0) return
  }
}

function readLimit(text: string): number {
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > limitMax)
    throw new InvalidArgumentError(`Allowed are 1 to ${limitMax}.`)
  return limit
}
