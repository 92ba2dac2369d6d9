import type { Shape } from '../../../runtime/src/validation/declared-fields.ts'
import { quoted } from '../names.ts'
import type { Contract, Parameter, Schema } from '../read/contract.ts'
import { follow, resolveSchema } from '../read/follow.ts'
import { isFile } from '../read/media.ts'
import type { Operation } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { inputParameters } from './apis.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'
import { bodyShape } from './shapes.ts'

type Scalar = 'integer' | 'number' | 'boolean' | 'string'

/** How one parameter or field of a form is read from text. */
interface Form {
  readonly in: string
  readonly name: string
  readonly types: readonly Scalar[]
  readonly list?: 'repeat' | 'comma'
  readonly default?: unknown
}

/**
 * `request-forms.ts`: how parameters that are more than one text are read, and what is passed on of bodies.
 */
export function requestFormsFile(
  contract: Contract,
  operations: readonly Operation[],
  settings: Settings,
): string {
  const named = new Map<string, Shape>()
  const forms: string[] = []
  const shapes: string[] = []
  const counted: string[] = []
  for (const operation of operations) {
    const read = inputParameters(operation).flatMap((parameter) =>
      parameterForm(contract, parameter, settings),
    )
    if (read.length > 0) forms.push(`  ${operation.id}: ${literalText(read, '  ')},`)
    const { body } = operation
    if (body === undefined || body.kind === 'text' || body.kind === 'binary') continue
    const shape = bodyShape(contract, body.schema, settings.fillDefaults, named)
    if (shape === true) continue
    shapes.push(`  ${operation.id}: ${literalText(shape, '  ')},`)
    if (JSON.stringify(resolveSchema(contract, body.schema)).includes('"minProperties":'))
      counted.push(operation.id)
  }
  return sourceFile([
    `import type { ParameterForm, Shape } from '${runtimeModule}'
import type { OperationId } from './operations.js'`,
    `/** The parameters that are more than one text. Every other is passed on as it was sent. */
export const parameterForms: Readonly<Partial<Record<OperationId, readonly ParameterForm[]>>> = ${block(forms)}`,
    `/** What is passed on of each body. A body that is not here is passed on whole. */
export const bodyShapes: Readonly<Partial<Record<OperationId, Shape>>> = ${block(shapes)} as const`,
    `/** The operations whose bodies need a number of fields. */\nexport const countedBodies: readonly OperationId[] = [${counted.map(quoted).join(', ')}]`,
    `/** The shapes that occur inside themselves. */
export const namedShapes: Readonly<Record<string, Shape>> = ${literalText(Object.fromEntries(named), '')} as const`,
  ])
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

function parameterForm(contract: Contract, parameter: Parameter, settings: Settings): Form[] {
  const target = follow<Schema>(contract, parameter.schema)
  const { types, isList } = textTypes(contract, parameter.schema)
  const fallback = target.default ?? parameter.schema.default
  const hasDefault = settings.fillDefaults && fallback !== undefined && parameter.required !== true
  const isPlain = !isList && types.every((type) => type === 'string') && !hasDefault
  if (isPlain) return []
  const isRepeated = parameter.in === 'query' && parameter.explode !== false
  return [
    {
      in: parameter.in,
      name: parameter.name,
      types,
      ...(isList && { list: isRepeated ? 'repeat' : 'comma' }),
      ...(hasDefault && { default: fallback }),
    },
  ]
}

/** What texts of a schema may stand for, the narrowest first, and whether there may be several. */
export function textTypes(contract: Contract, schema: Schema): { types: Scalar[]; isList: boolean } {
  const found = new Set<string>()
  const collect = (inner: Schema, depth: number) => {
    const target = follow<Schema>(contract, inner)
    const values = [...(target.enum ?? []), ...(target.const === undefined ? [] : [target.const])]
    for (const type of [target.type ?? []].flat()) found.add(type)
    if (target.type === undefined) for (const value of values) found.add(typeof value)
    if (depth > 8) return
    for (const part of [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])])
      collect(part, depth + 1)
    if (target.items !== undefined) collect(target.items, depth + 1)
    for (const item of target.prefixItems ?? []) collect(item, depth + 1)
  }
  collect(schema, 0)
  const order = ['boolean', 'integer', 'number', 'string'] as const
  const types = order.filter((type) => found.has(type))
  return { types: types.length === 0 ? ['string'] : types, isList: found.has('array') }
}

/** The fields of a form that are more than one text. */
export function formFields(contract: Contract, schema: Schema): Form[] {
  return fieldsOf(contract, schema).flatMap(([name, property]) => {
    const target = follow<Schema>(contract, property)
    if (isFile(target) || isJsonField(contract, property)) return []
    const { types, isList } = textTypes(contract, property)
    if (!isList && types.every((type) => type === 'string')) return []
    return [{ in: 'query', name, types, ...(isList && { list: 'repeat' as const }) }]
  })
}

/** The fields of a multipart form that are objects: their text is JSON. */
export function jsonFields(contract: Contract, schema: Schema): string[] {
  return fieldsOf(contract, schema).flatMap(([name, property]) =>
    isJsonField(contract, property) ? [name] : [],
  )
}

function isJsonField(contract: Contract, schema: Schema): boolean {
  const target = follow<Schema>(contract, schema)
  const item = target.items === undefined ? undefined : follow<Schema>(contract, target.items)
  return [target, item].some((part) => part?.type === 'object' || part?.properties !== undefined)
}

/** Every field that the schema of a form declares, also in parts of allOf. */
export function fieldsOf(contract: Contract, schema: Schema): [string, Schema][] {
  const target = follow<Schema>(contract, schema)
  return [
    ...Object.entries(target.properties ?? {}),
    ...(target.allOf ?? []).flatMap((part) => fieldsOf(contract, part)),
  ]
}
