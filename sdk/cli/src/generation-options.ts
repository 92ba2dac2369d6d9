import { type Command, InvalidArgumentError, Option } from 'commander'
import type { GlobalOptions } from './context.js'
import { amountPattern } from './max-cost.js'

/** The options of every command that makes something. */
export interface GenerationOptions extends WaitOptions {
  readonly estimate?: boolean
  readonly maxCost?: string
  readonly detach?: boolean
  readonly idempotencyKey?: string
}

/** The options of waiting and saving. */
export interface WaitOptions extends GlobalOptions {
  readonly output?: string
  readonly timeout: number
}

const waitSeconds = 600

/** What is left of a command's options is its request: keys that were not given are not there. */
export function requestOf<Options extends GenerationOptions>(options: Options) {
  const {
    json,
    quiet,
    verbose,
    baseUrl,
    output,
    estimate,
    maxCost,
    detach,
    idempotencyKey,
    timeout,
    ...request
  } = options
  return request
}

/** Adds the options that all commands of generation share. */
export function addGenerationOptions(command: Command): Command {
  return addWaitOptions(command)
    .option('--estimate', 'tell the price and make nothing; needs no key')
    .option('--max-cost <amount>', 'make nothing that costs more, such as 0.50', parseAmount)
    .addOption(
      new Option('--detach', 'end once the task is accepted, and print its id').conflicts('estimate'),
    )
    .option('--idempotency-key <key>', 'the same key and input make one task, charged once', parseKey)
}

/** Adds the options of waiting and saving. */
export function addWaitOptions(command: Command): Command {
  return command
    .option(
      '-o, --output <path>',
      'a file, a folder, or - for standard output (default: a file named by the task)',
    )
    .option('--timeout <seconds>', 'how long to wait; the task goes on after it', parseSeconds, waitSeconds)
}

function parseAmount(text: string): string {
  if (!amountPattern.test(text)) throw new InvalidArgumentError('It has to be an amount such as 0.50.')
  return text
}

function parseKey(text: string): string {
  if (text.length === 0 || text.length > 128) throw new InvalidArgumentError('It has 1 to 128 characters.')
  return text
}

/** Whole seconds from 1 up; for durations of videos and for waits. */
export function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1) throw new InvalidArgumentError('It has to be a number of seconds.')
  return seconds
}
