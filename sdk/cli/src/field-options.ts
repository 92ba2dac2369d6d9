import { InvalidArgumentError, Option } from 'commander'
import { fieldsOf, type GenerationOperation, type RequestField, wordsOf } from './request-field.js'

/** Fields that are arguments of a command. */
const argumentFields = ['assetId', 'prompt']

/** The options of a generation's command: one for each field of its request that is no argument. */
export function fieldOptions(operation: GenerationOperation): Option[] {
  return fieldsOf(operation, argumentFields).map(([name, field]) => new FieldOption(name, field))
}

/** An option whose value is stored under the name of its field, so that the options are the request. */
class FieldOption extends Option {
  readonly #field: string

  constructor(name: string, field: RequestField) {
    super(flagsOf(name, field), helpOf(field))
    this.#field = name
    this.makeOptionMandatory(field.required ?? false)
    const { enum: choices } = field
    if (choices !== undefined) this.choices(choices.map(String))
    if (field.type !== 'string') this.argParser((text) => readNumber(text, field))
    else if (choices === undefined) this.argParser((text) => readText(text, field))
  }

  override attributeName(): string {
    return this.#field
  }
}

function flagsOf(name: string, { type, cli = {} }: RequestField): string {
  const long = `--${cli.name ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const flags = cli.short === undefined ? long : `-${cli.short}, ${long}`
  if (type === 'boolean') return flags
  return `${flags} <${cli.value ?? (type === 'string' ? 'text' : 'number')}>`
}

function helpOf(field: RequestField): string {
  const { meaning, omitted } = wordsOf(field)
  return field.required === true ? meaning : `${meaning} (default: ${omitted})`
}

function readText(text: string, { minLength = 0, maxLength = Infinity }: RequestField): string {
  const { length } = [...text]
  if (length > maxLength) throw new InvalidArgumentError(`It has at most ${maxLength} characters.`)
  if (length < minLength) throw new InvalidArgumentError(`It has at least ${minLength} characters.`)
  return text
}

/** Checked for an estimate too: a duration that the service rejects has no price. */
function readNumber(text: string, field: RequestField): number {
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity, cli } = field
  const number = Number(text)
  if (choices !== undefined) {
    if (choices.includes(number)) return number
    throw new InvalidArgumentError(`Allowed are ${choices.join(' and ')}.`)
  }
  const isNumber = type === 'integer' ? /^-?\d+$/.test(text) : text.trim() !== '' && !Number.isNaN(number)
  if (!isNumber || number < minimum || number > maximum)
    throw new InvalidArgumentError(
      `Allowed are ${minimum} to ${maximum}${cli?.value ? ` ${cli.value}` : ''}.`,
    )
  return number
}
