import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { CommandError } from './command-error.js'
import type { Context } from './context.js'
import { requestFields } from './generated/request-fields.js'

const { minLength, maxLength } = requestFields.generateImage.prompt

/** Maximum generations of one command: limits the cost of a mistyped number. */
export const requestsMax = 1000

interface PromptOptions {
  readonly file?: string
  readonly number: number
}
type PromptContext = Pick<Context, 'terminal'>

/**
 * The prompts of a command that needs one, each as often as `--number` says: its arguments, or the lines of
 * `--file`. Throws a CommandError for what looks like one unquoted prompt, because each of its words would be
 * paid for.
 */
export async function requirePrompts(
  words: readonly string[],
  options: PromptOptions,
  context: PromptContext,
): Promise<string[]> {
  const prompts = await readPrompts(words, options, context)
  if (prompts.length === 0) throw new CommandError('usage', 'Give a prompt in quotes, or --file')
  return repeat(prompts, options.number)
}

/** The same for a command that also works without a prompt. */
export async function optionalPrompts(
  words: readonly string[],
  options: PromptOptions,
  context: PromptContext,
  image: string,
): Promise<(string | undefined)[]> {
  if (image === '-' && options.file === '-')
    throw new CommandError('usage', 'The image and the prompts cannot both come from standard input')
  const prompts = await readPrompts(words, options, context)
  return repeat(prompts.length === 0 ? [undefined] : prompts, options.number)
}

async function readPrompts(
  words: readonly string[],
  { file }: PromptOptions,
  context: PromptContext,
): Promise<readonly string[]> {
  if (file !== undefined && words.length > 0)
    throw new CommandError('usage', 'Give prompts or --file, not both')
  if (words.length > 1 && words.some((word) => !/\s/.test(word.trim()))) throw unquoted(words)
  const prompts = file === undefined ? words : await linesOf(file, context)
  for (const prompt of prompts) checkLength(prompt)
  return prompts
}

function repeat<Prompt>(prompts: readonly Prompt[], number: number): Prompt[] {
  if (prompts.length * number > requestsMax)
    throw new CommandError('usage', `One command makes at most ${requestsMax} results`)
  return prompts.flatMap((prompt) => Array.from({ length: number }, () => prompt))
}

function unquoted(words: readonly string[]): CommandError {
  return new CommandError(
    'usage',
    `These are too many arguments for one prompt: put it in quotes, "${words.join(' ')}". ` +
      'For prompts of a single word, use --file with one per line.',
  )
}

async function linesOf(file: string, { terminal }: PromptContext): Promise<string[]> {
  const all = await (file === '-' ? text(terminal.stdin) : readFile(file, 'utf8')).catch((cause: Error) => {
    throw new CommandError('usage', `${file} cannot be read: ${cause.message}`, { cause })
  })
  const prompts = all.split('\n').map((line) => line.trim())
  const filled = prompts.filter((line) => line !== '')
  if (filled.length === 0) throw new CommandError('usage', `${file} has no prompt: write one per line`)
  return filled
}

function checkLength(prompt: string): void {
  // The contract counts characters, some of which have length two in a string.
  const length = [...prompt].length
  if (length < minLength) throw new CommandError('usage', 'The prompt is empty')
  if (length > maxLength)
    throw new CommandError(
      'usage',
      `A prompt has at most ${maxLength} characters; this one has ${length}: ${prompt.slice(0, 40)}…`,
    )
}
