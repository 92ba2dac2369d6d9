import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { messageOf } from '../../core/errors.ts'
import type { Field } from '../../operator/operations/fields.ts'
import type { AnyOperation } from '../../operator/operations/operation.ts'
import { operations } from '../../operator/operations/operations.ts'
import { CommandLineError, type RunWith } from './command.ts'
import { type Output, outputs } from './outputs.ts'

type AnyOutput = Output<unknown, Readonly<Record<string, unknown>>>

const rows: readonly AnyOperation[] = operations
const outputsOfCommands: Readonly<Record<string, AnyOutput | undefined>> = outputs

/** Every admin command, in the order of the help. */
export function createAdminCommands(runWith: RunWith): Command[] {
  return rows.flatMap((operation) => {
    const output = outputsOfCommands[operation.command ?? '']
    return output === undefined ? [] : [commandOf(operation, output, runWith)]
  })
}

function commandOf(operation: AnyOperation, output: AnyOutput, runWith: RunWith): Command {
  const { command: name = '', help = '', nothing } = operation
  const command = new Command(name).description(help)
  const fields = Object.entries(operation.input).filter(([, { flags }]) => flags !== undefined)
  const args = fields.filter(([, { flags }]) => flags?.startsWith('<'))
  const options = fields
    .filter((field) => !args.includes(field))
    .map(([name, field]) => ({ name, field, option: optionOf(field) }))
  for (const [, { flags = '', help, parse = String }] of args)
    command.addArgument(new Argument(flags, help).argParser((text) => parsedBy(parse, text)))
  for (const { option } of options) command.addOption(option)
  for (const { field } of options)
    if (field.negation !== undefined) command.option(field.negation.flags, field.negation.help)
  return command.action(
    runWith(
      async (operator, given, ...texts) => {
        const values = options.map(({ name, field, option }) => {
          const value = given[option.attributeName()]
          return [name, value !== undefined && value === field.removedBy ? null : value] as const
        })
        if (nothing !== undefined && values.every(([, value]) => value === undefined))
          throw new CommandLineError(nothing)
        const input = Object.fromEntries([
          ...args.map(([name], index) => [name, texts[index]] as const),
          ...values,
        ])
        const view = await operation.run(operator, input).catch((error: unknown) => {
          throw output.explain?.(error, input) ?? error
        })
        return { json: view, text: output.print(view, input), exitCode: output.exitCode?.(view) ?? 0 }
      },
      { mayBeFirst: output.mayBeFirst ?? false },
    ),
  )
}

function optionOf({
  flags = '',
  help,
  parse,
  isRequired = false,
  removedBy,
  conflicts = [],
}: Field<unknown>): Option {
  const option = new Option(flags, help).makeOptionMandatory(isRequired).conflicts([...conflicts])
  if (parse === undefined) return option
  return option.argParser((text, previous) => {
    // Of two amounts on one command line commander would silently take the last.
    if (previous !== undefined) throw new InvalidArgumentError('It was given more than once.')
    return text === removedBy ? text : parsedBy(parse, text, option.long)
  })
}

/** What `parse` returns; its error becomes one of the command line. */
function parsedBy(parse: (text: string) => unknown, text: string, name = 'It'): unknown {
  try {
    return parse(text)
  } catch (error) {
    const message = messageOf(error)
    throw new InvalidArgumentError(message.startsWith('must ') ? `${name} ${message}.` : message)
  }
}
