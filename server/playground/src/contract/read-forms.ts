import type { Product } from '@mediagen/sdk'

/** The form of one product: what its request takes, read from the contract. */
export interface Form {
  readonly product: Product
  /** The path that the request is posted to. */
  readonly path: string
  readonly fields: readonly Field[]
  /** Groups of fields; at least one whole group must be there. Empty: no such rule. */
  readonly anyOf: readonly (readonly string[])[]
}

/** How a field is entered. `input` is an uploaded image, `effect` one of the catalogue. */
export type FieldKind = 'text' | 'choice' | 'number' | 'flag' | 'input' | 'effect'

export type FieldValue = string | number | boolean

export interface Field {
  readonly name: string
  readonly kind: FieldKind
  readonly required: boolean
  /** Its title in the contract, otherwise its name in words. */
  readonly label: string
  /** The first sentence of what the contract says of it: what else it says is for programs. */
  readonly help: string
  /** The option of the command line. */
  readonly option: string
  readonly default?: FieldValue
  readonly choices?: readonly (string | number)[]
  readonly min?: number
  readonly max?: number
  /** In Unicode code points. */
  readonly maxLength?: number
  readonly isInteger?: boolean
}

/** The operation that makes each product. */
const operationOf = {
  'image.generate': 'generateImage',
  'image.transform': 'transformImage',
  'video.generate': 'generateVideo',
  'video.transform': 'transformVideo',
} as const satisfies Record<Product, string>

/** Fields that refer to something else than themselves. */
const kindOf: Readonly<Record<string, FieldKind>> = { assetId: 'input', effectId: 'effect' }

/**
 * The forms of all products. A field that the contract gains later is among them by itself; one whose type no
 * form has, such as a list, is left out, and the service fills in its default.
 */
export function readForms(contract: unknown): Form[] {
  const follow = followerIn(contract)
  const operations = Object.entries(recordOf(recordOf(contract).paths)).flatMap(([path, methods]) =>
    Object.values(recordOf(methods)).map((operation) => ({ path, ...recordOf(operation) })),
  )
  return productNames.map((product) => {
    const operation = operations.find((one) => recordOf(one).operationId === operationOf[product])
    if (operation === undefined) throw new Error(`the contract has no operation ${operationOf[product]}`)
    const { properties, required, anyOf } = flatten(bodySchemaOf(operation), follow)
    const fields = [...properties].flatMap(([name, schema]) => fieldOf(name, schema, required.has(name)))
    return { product, path: operation.path, fields, anyOf }
  })
}

const productNames: readonly Product[] = [
  'image.generate',
  'image.transform',
  'video.generate',
  'video.transform',
]

type Schema = Readonly<Record<string, unknown>>
type Follow = (schema: unknown) => Schema

/** Resolves references; what stands beside a `$ref`, such as a description of its own, wins. */
function followerIn(contract: unknown): Follow {
  const follow: Follow = (schema) => {
    const { $ref, ...own } = recordOf(schema)
    if (typeof $ref !== 'string') return own
    const target = $ref
      .slice(2)
      .split('/')
      .reduce((place: unknown, part) => recordOf(place)[part], contract)
    return { ...follow(target), ...own }
  }
  return follow
}

function bodySchemaOf(operation: unknown): unknown {
  const { content } = recordOf(recordOf(operation).requestBody)
  return recordOf(recordOf(content)['application/json']).schema
}

interface Flat {
  readonly properties: Map<string, Schema>
  readonly required: Set<string>
  readonly anyOf: string[][]
}

/** One object of a schema and of everything that it is composed of by `allOf`. */
function flatten(unresolved: unknown, follow: Follow): Flat {
  const schema = follow(unresolved)
  const parts = listOf(schema.allOf).map((part) => flatten(part, follow))
  const own = Object.entries(recordOf(schema.properties)).map(([name, one]) => [name, follow(one)] as const)
  const alternatives = listOf(schema.anyOf).map((one) => textsOf(follow(one).required))
  return {
    properties: new Map([...parts.flatMap(({ properties }) => [...properties]), ...own]),
    required: new Set([...textsOf(schema.required), ...parts.flatMap(({ required }) => [...required])]),
    anyOf: [...alternatives, ...parts.flatMap(({ anyOf }) => anyOf)],
  }
}

function fieldOf(name: string, schema: Schema, required: boolean): Field[] {
  const { type, minimum, maximum, maxLength } = schema
  const choices = listOf(schema.enum).filter((one) => typeof one === 'string' || typeof one === 'number')
  const kind = kindOf[name] ?? (choices.length > 0 ? 'choice' : kindOfType(type))
  if (kind === undefined) return []
  return [
    {
      name,
      kind,
      required,
      label: typeof schema.title === 'string' ? schema.title : wordsOf(name),
      option: optionOf(name, recordOf(schema['x-cli']).name),
      help: helpOf(schema.description),
      ...(isFieldValue(schema.default) && { default: schema.default }),
      ...(choices.length > 0 && { choices }),
      ...(typeof minimum === 'number' && { min: minimum }),
      ...(typeof maximum === 'number' && { max: maximum }),
      ...(typeof maxLength === 'number' && { maxLength }),
      ...(type === 'integer' && { isInteger: true }),
    },
  ]
}

function helpOf(description: unknown): string {
  const text = typeof description === 'string' ? description.trim().replaceAll('`', '') : ''
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
}

function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function optionOf(name: string, given: unknown): string {
  const option = typeof given === 'string' ? given : name
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function kindOfType(type: unknown): FieldKind | undefined {
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' ? 'flag' : undefined
}

function isFieldValue(value: unknown): value is FieldValue {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === 'string')
}
