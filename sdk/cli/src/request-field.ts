import { requestFields } from './generated/request-fields.js'

/** The operations that generate something. */
export type GenerationOperation = 'generateImage' | 'transformImage' | 'generateVideo' | 'transformVideo'

/** A field of a request as the contract declares it. */
export interface RequestField {
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
  readonly title: string
  readonly description: string
  readonly enum?: readonly (string | number)[]
  readonly default?: string | number | boolean
  readonly minimum?: number
  readonly maximum?: number
  /** Lengths are in Unicode code points. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly required?: boolean
  /** How the command line names it, where that is not its own name in kebab case. */
  readonly cli?: { readonly name?: string; readonly short?: string; readonly value?: string }
}

/** A field without words, or of a type that neither an option nor a tool's input can have, does not compile. */
const generationFields = requestFields satisfies Record<
  GenerationOperation,
  Readonly<Record<string, RequestField>>
>

/** The fields of a generation by name, except those that neither a command nor a tool takes by their name. */
export function fieldsOf(
  operation: GenerationOperation,
  given: readonly string[],
): readonly (readonly [name: string, field: RequestField])[] {
  const fields: Readonly<Record<string, RequestField>> = generationFields[operation]
  return Object.entries(fields).filter(([name]) => !given.includes(name))
}

/** What a field is, and what applies without it, in plain text. */
export function wordsOf({ description, default: value }: RequestField) {
  const [meaning = '', omitted] = description.replaceAll('`', '').split(' If omitted: ')
  return {
    meaning: meaning.replace(/\.$/, ''),
    omitted: omitted?.replace(/\.( .*)?$/, '') ?? (value === undefined ? 'none' : String(value)),
  }
}
