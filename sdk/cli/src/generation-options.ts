import { type Command, InvalidArgumentError, Option } from 'commander'
import type { GlobalOptions } from './context.js'
import { amountPattern } from './max-cost.js'
import { requestsMax } from './prompts.js'

/** The options of every generation command. */
export interface GenerationOptions extends WaitOptions {
  readonly estimate?: boolean
  readonly dryRun?: boolean
  readonly maxCost?: string
  readonly detach?: boolean
  readonly idempotencyKey?: string
  readonly cancelAfter?: number
  readonly file?: string
  readonly number: number
}

/** The options of waiting and saving. */
export interface WaitOptions extends GlobalOptions {
  readonly output?: string
  readonly poster?: boolean
  readonly timeout: number
}

const waitSeconds = 600

/** The request among a command's options; omitted options stay absent. */
export function requestOf<Options extends GenerationOptions>(options: Options) {
  const {
    json,
    quiet,
    verbose,
    log,
    baseUrl,
    output,
    poster,
    estimate,
    dryRun,
    maxCost,
    detach,
    idempotencyKey,
    cancelAfter,
    timeout,
    file,
    number,
    ...request
  } = options
  return request
}

/** Adds the options of every generation command. */
export function addGenerationOptions(command: Command): Command {
  return addWaitOptions(command)
    .option('-f, --file <path>', 'read the prompts from a file, one per line; - for standard input')
    .option('-n, --number <count>', 'number of results for each prompt', parseNumber, 1)
    .option('--estimate', 'print the total price and generate nothing; needs no API key')
    .addOption(
      new Option(
        '--dry-run',
        'check everything, print each request and the total price, and send none; needs no API key',
      ).conflicts('estimate'),
    )
    .option(
      '--max-cost <amount>',
      'send nothing if the total price is higher than this, such as 0.50 (default: no limit)',
      parseAmount,
    )
    .addOption(
      new Option('--detach', 'print the task id and exit once the task is accepted').conflicts('estimate'),
    )
    .option(
      '--idempotency-key <key>',
      'the same key with the same input gives the same task, charged once (default: a new key)',
      parseKey,
    )
    .option(
      '--cancel-after <seconds>',
      'cancel and refund a task that has not started by then (default: it waits as long as it takes)',
      parseSeconds,
    )
}

/** Adds the options of waiting and saving. */
export function addWaitOptions(command: Command): Command {
  return command
    .option(
      '-o, --output <path>',
      'a file, a folder, or - for standard output (default: a file named after the task)',
    )
    .option(
      '--timeout <seconds>',
      'how long to wait; after that, the task continues',
      parseSeconds,
      waitSeconds,
    )
}

/** The option of commands whose result may be a video. */
export function posterOption(): Option {
  return new Option(
    '--poster',
    'also save the first frame of a video beside it, as NAME.poster.jpg; needs FFmpeg',
  )
}

function parseNumber(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < 1 || number > requestsMax)
    throw new InvalidArgumentError(`Allowed are 1 to ${requestsMax}.`)
  return number
}

/** An amount of money. */
export function parseAmount(text: string): string {
  if (!amountPattern.test(text)) throw new InvalidArgumentError('It must be an amount such as 0.50.')
  return text
}

function parseKey(text: string): string {
  if (text.length === 0 || text.length > 128)
    throw new InvalidArgumentError('It must have 1 to 128 characters.')
  return text
}

/** Whole seconds of a wait, 1 or more. */
function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1) throw new InvalidArgumentError('It must be a number of seconds.')
  return seconds
}
