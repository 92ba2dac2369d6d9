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
  // Node's own sentences of strict mode advise what no command here understands.
  const { tokens, positionals: words } = parseArgs({
    args: [...argv],
    options,
    allowPositionals: true,
    tokens: true,
    strict: false,
  })
  const given = new Map()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const isFlag = flags.includes(name)
    if (!isFlag && !values.includes(name)) throw wrong(`there is no option ${rawName}`, usage)
    if (given.has(name)) throw wrong(`--${name} is given more than once`, usage)
    if (value === '') throw wrong(`--${name} must not be empty`, usage)
    if (isFlag && value !== undefined) throw wrong(`--${name} takes no value`, usage)
    // A value after a space may not look like an option: it is probably the next one.
    if (!isFlag && (value === undefined || (!inlineValue && value.startsWith('-'))))
      throw wrong(`--${name} needs a value`, usage)
    given.set(name, value)
  }
  if (words.includes('')) throw wrong('an argument is empty', usage)
  if (words.length > wordsMax) throw wrong(`${words.slice(wordsMax).join(' ')} is not understood`, usage)
  return {
    flags: new Set(flags.filter((name) => given.has(name))),
    values: new Map(values.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : []))),
    words,
  }
}

/**
 * @param {string} fault
 * @param {string} usage
 */
function wrong(fault, usage) {
  return new SetUpError(`${fault}; usage: ${usage}`)
}
