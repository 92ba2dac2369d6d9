import { parseArgs } from 'node:util'

/** The command line of one subcommand, read. */
export interface Arguments {
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  /** What options were given that may be there several times. */
  readonly lists?: ReadonlyMap<string, readonly string[]>
  readonly words: readonly string[]
}

/** A subcommand of mediagen-codegen. */
export interface Command {
  /** Its arguments, as the usage shows them. */
  readonly usage: string
  /** Explains the arguments below the usage. */
  readonly help: string
  /** Options without a value. */
  readonly flags?: readonly string[]
  /** Options with a value. */
  readonly values?: readonly string[]
  /** Options with a value that may be given several times. */
  readonly lists?: readonly string[]
  /** @default 0 */
  readonly wordsMax?: number
  /** Resolves to the exit code. Throws a CommandError for what its caller has to change. */
  readonly run: (given: Arguments) => Promise<number>
}

/** Why a command could not run: printed as one sentence, without a stack, with exit code 2. */
export class CommandError extends Error {}

/** Wrong arguments: printed with the usage. */
export class UsageError extends CommandError {}

/** Reads the arguments of a command. Throws a UsageError for what is unknown, empty or repeated. */
export function readArguments(command: Command, argv: readonly string[]): Arguments {
  const { flags = [], values = [], lists = [], wordsMax = 0 } = command
  // Node's own sentences of strict mode advise what no command here understands.
  const { tokens, positionals: words } = parseArgs({
    args: [...argv],
    options: Object.fromEntries([
      ...flags.map((name) => [name, { type: 'boolean' as const }]),
      ...[...values, ...lists].map((name) => [name, { type: 'string' as const }]),
    ]),
    allowPositionals: true,
    tokens: true,
    strict: false,
  })
  const given = new Map<string, string>()
  const listed = new Map<string, readonly string[]>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const isFlag = flags.includes(name)
    const isList = lists.includes(name)
    if (!isFlag && !isList && !values.includes(name)) throw new UsageError(`there is no option ${rawName}`)
    if (given.has(name)) throw new UsageError(`--${name} is given more than once`)
    if (value === '') throw new UsageError(`--${name} must not be empty`)
    if (isFlag && value !== undefined) throw new UsageError(`--${name} takes no value`)
    // A value after a space may not look like an option: it is probably the next one.
    if (!isFlag && (value === undefined || (!inlineValue && value.startsWith('-'))))
      throw new UsageError(`--${name} needs a value`)
    if (isList) listed.set(name, [...(listed.get(name) ?? []), value ?? ''])
    else given.set(name, value ?? '')
  }
  if (words.includes('')) throw new UsageError('an argument is empty')
  if (words.length > wordsMax) throw new UsageError(`${words.slice(wordsMax).join(' ')} is not understood`)
  return {
    flags: new Set(flags.filter((name) => given.has(name))),
    values: new Map([...given].filter(([name]) => values.includes(name))),
    lists: listed,
    words,
  }
}
