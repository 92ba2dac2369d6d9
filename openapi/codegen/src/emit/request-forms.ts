import type { Shape } from '../../../runtime/src/validation/declared-fields.ts'
import type { ParameterForm } from '../../../runtime/src/validation/parameter-values.ts'
import { propertyName } from '../names.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { defaultOf, follow } from '../read/follow.ts'
import { type BodyMediaType, bodyKeys, fieldsOf, isFile, isObjectField } from '../read/media.ts'
import type { Operation, OperationParameter } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { inputParameters } from './apis.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'
import { bodyShape } from './shapes.ts'
import { isOneText, styledForm } from './text-forms.ts'

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
  for (const operation of operations) {
    const read = inputParameters(operation).flatMap((parameter) =>
      parameterForm(contract, parameter, settings, takenNames(contract, operation)),
    )
    if (read.length > 0) forms.push(`  ${operation.id}: ${literalText(read, '  ')},`)
    const { body } = operation
    for (const variant of body?.variants ?? []) {
      if (body === undefined || variant.kind === 'text' || variant.kind === 'binary') continue
      const shape = bodyShape(contract, variant.schema, settings, named)
      if (shape === true) continue
      for (const key of bodyKeys(operation.id, body, variant))
        shapes.push(`  ${propertyName(key)}: ${literalText(shape, '  ')},`)
    }
  }
  return sourceFile([
    `import type { ParameterForm, Shape } from '${runtimeModule}'
import type { OperationId } from './operations.js'`,
    `/** The parameters that are more than one text. Every other is passed on as it was sent. */
export const parameterForms: Readonly<Partial<Record<OperationId, readonly ParameterForm[]>>> = ${block(forms)}`,
    `/** What is passed on of each body. A body that is not here is passed on whole. */
export const bodyShapes: Readonly<Partial<Record<string, Shape>>> = ${block(shapes)} as const`,
    `/** The shapes that occur inside themselves. */
export const namedShapes: Readonly<Record<string, Shape>> = ${literalText(Object.fromEntries(named), '')} as const`,
  ])
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
}

/** How one parameter is read; nothing where it is one text. */
function parameterForm(
  contract: Contract,
  parameter: OperationParameter,
  settings: Settings,
  taken: readonly string[],
): ParameterForm[] {
  const { in: place, name, argument } = parameter
  const fallback = defaultOf(contract, parameter.schema)
  const hasDefault = settings.fillDefaults && fallback !== undefined && parameter.required !== true
  const form = styledForm(contract, parameter.schema, parameter)
  if (isOneText(form) && !hasDefault && place !== 'cookie') return []
  return [
    {
      in: place,
      name,
      ...(place === 'cookie' && { argument }),
      ...form,
      ...(form.style === 'members' && form.others !== undefined && { except: taken }),
      ...(hasDefault && { default: form.types.includes('int64') ? exact(fallback) : fallback }),
    },
  ]
}

/** Whole numbers as bigints, in a list too. */
function exact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exact)
  return typeof value === 'number' ? BigInt(value) : value
}

/** The names of the query that are parameters of their own, or credentials. */
function takenNames({ components }: Contract, { parameters }: Operation): string[] {
  const schemes: readonly { readonly in?: string; readonly name?: string }[] = Object.values(
    components.securitySchemes ?? {},
  ).map(Object)
  return [...parameters, ...schemes].flatMap(({ in: place, name }) =>
    place === 'query' && name !== undefined ? [name] : [],
  )
}

/** The fields of a form that are more than one text; objects without a style are JSON. */
export function formFields(
  contract: Contract,
  { schema, kind, encoding }: Pick<BodyMediaType, 'schema' | 'kind' | 'encoding'>,
): ParameterForm[] {
  return fieldsOf(contract, schema).flatMap(([name, property]) => {
    if (isFile(follow<Schema>(contract, property))) return []
    const { style, explode } = encoding[name] ?? {}
    const isStyled = kind === 'form' && (style !== undefined || explode !== undefined)
    const isJson = !isStyled && isObjectField(contract, property)
    const form = styledForm(contract, property, {
      in: 'query',
      ...(isJson ? { content: { 'application/json': {} } } : encoding[name]),
    })
    return isOneText(form) ? [] : [{ in: 'query', name, ...form }]
  })
}
