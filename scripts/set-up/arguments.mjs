// @ts-check
import { parseArgs } from 'node:util'
import { HelpRequest, SetUpError } from './project.mjs'

/**
 * The options and positional arguments of a command line. Throws a SetUpError with the usage for an unknown,
 * empty or repeated option and for too many arguments: no command guesses. Throws a HelpRequest for --help
 * and -h, unless `help` is a flag of the command's own.
 * @param {{ usage: string, help?: string, flags?: readonly string[], values?: readonly string[],
 *   wordsMax?: number }} allowed `help` explains the options below the usage; flags take no value, values
 *   take one; no positional arguments by default
 * @param {readonly string[]} [argv]
 * @returns {{ flags: ReadonlySet<string>, values: ReadonlyMap<string, string>, words: readonly string[] }}
 */
export function readArguments(
  { usage, help = '', flags = [], values = [], wordsMax = 0 },
  argv = process.argv.slice(2),
) {
  if (!flags.includes('help') && argv.some((word) => word === '--help' || word === '-h'))
    throw new HelpRequest(`Usage: ${usage}${help && `\n${help}`}`)
  const options = {
    ...Object.fromEntries(flags.map((name) => [name, { type: /** @type {const} */ ('boolean') }])),
    ...Object.fromEntries(values.map((name) => [name, { type: /** @type {const} */ ('string') }])),
  }
  const parsed = parse([...argv], options, usage)
  const given = new Map()
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue
    if (given.has(token.name)) throw wrong(`--${token.name} is given more than once`, usage)
    if (token.value === '') throw wrong(`--${token.name} must not be empty`, usage)
    given.set(token.name, token.value)
  }
  const { positionals: words } = parsed
  if (words.includes('')) throw wrong('an argument is empty', usage)
  if (words.length > wordsMax) throw wrong(`${words.slice(wordsMax).join(' ')} is not understood`, usage)
  return {
    flags: new Set(flags.filter((name) => given.has(name))),
    values: new Map(values.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : []))),
    words,
  }
}

/**
 * @param {string[]} args
 * @param {Record<string, { type: 'boolean' | 'string' }>} options
 * @param {string} usage
 */
function parse(args, options, usage) {
  try {
    return parseArgs({ args, options, allowPositionals: true, tokens: true })
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error), usage)
  }
}

/**
 * @param {string} fault
 * @param {string} usage
 */
function wrong(fault, usage) {
  return new SetUpError(`${fault.replace(/\.$/, '')}; usage: ${usage}`)
}
