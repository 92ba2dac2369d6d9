import type { Command, Option } from 'commander'

/** What may follow the words of one command. */
export interface CompletionLevel {
  /** The words of the command, without the program: `tasks wait`. */
  readonly path: string
  readonly commands: readonly CompletionWord[]
  readonly options: readonly CompletionWord[]
  /** What may follow options that take one of several values, by their names: `-r|--resolution`. */
  readonly choices: readonly CompletionChoices[]
  /** The names of the options that take any other value. */
  readonly valued: readonly string[]
  /** The values of its argument, if only some are allowed. */
  readonly argument: readonly string[]
}

export interface CompletionWord {
  readonly word: string
  readonly description: string
}

export interface CompletionChoices {
  readonly names: readonly string[]
  readonly values: readonly string[]
}

/** What can be completed after each command of a program, the program's own level first. */
export function completionLevels(program: Command): CompletionLevel[] {
  return levelsBelow(program, [], program.options)
}

function levelsBelow(
  command: Command,
  path: readonly string[],
  global: readonly Option[],
): CompletionLevel[] {
  const options = path.length === 0 ? global : [...command.options, ...global]
  const commands = command.commands.map((one) => ({ word: one.name(), description: one.description() }))
  const help = path.length === 0 ? [{ word: 'help', description: 'print the help of a command' }] : []
  const level = {
    path: path.join(' '),
    commands: [...commands, ...help],
    options: [
      ...options.flatMap((option) =>
        namesOf(option).map((word) => ({ word, description: option.description })),
      ),
      ...['-h', '--help'].map((word) => ({ word, description: 'print the help' })),
    ],
    choices: options.flatMap((option) =>
      option.argChoices === undefined ? [] : [{ names: namesOf(option), values: option.argChoices }],
    ),
    valued: options
      .filter((option) => option.required && option.argChoices === undefined)
      .flatMap((option) => namesOf(option)),
    argument: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }
  const below = command.commands.flatMap((one) => levelsBelow(one, [...path, one.name()], global))
  return [level, ...below]
}

function namesOf({ short, long }: Option): string[] {
  return [short, long].filter((name) => name !== undefined)
}
