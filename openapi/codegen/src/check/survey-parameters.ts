import type { Contract, RawOperation, Schema } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import { allParameters } from '../read/parameters.ts'
import type { Surveyed } from './surveyed.ts'

/** A parameter as it may be written, before it is known to be one that the generator reads. */
interface AnyParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly style?: string
  readonly explode?: boolean
  readonly content?: object
  readonly schema?: Schema
}

export function surveyParameters(
  at: Surveyed,
  trail: readonly string[],
  path: string,
  operation: RawOperation,
): void {
  const parameters = allParameters(at.contract, path, operation)
  const declared = parameters
    .filter(({ parameter }) => parameter.in === 'path')
    .map(({ parameter }) => parameter.name)
  const named = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '')
  for (const name of declared)
    if (!named.includes(name)) at.fault(trail, `the path parameter ${name} is declared, and not in the path`)
  for (const { parameter, trail: here } of parameters) {
    const reason = parameterFault(at.contract, parameter)
    if (reason !== undefined)
      at.fault(here, `${parameter.in} parameter ${parameter.name}: ${reason}`, `a parameter: ${reason}`)
    if (parameter.required === true && parameter.in !== 'path' && defaultOf(at.contract, parameter.schema))
      at.notice(
        here,
        `${parameter.in} parameter ${parameter.name}: it is required, so its default never stands in`,
        'a default of a required parameter never stands in',
      )
    if (parameter.schema !== undefined) at.schemas.visit([...here, 'schema'], parameter.schema, 'request')
  }
}

function defaultOf(contract: Contract, schema: Schema | undefined): boolean {
  return schema !== undefined && { ...follow<Schema>(contract, schema), ...schema }.default !== undefined
}

const styles: Readonly<Record<string, readonly string[]>> = {
  path: ['simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

function parameterFault(contract: Contract, parameter: AnyParameter): string | undefined {
  const { in: place, style, content } = parameter
  const known = styles[place]
  if (known === undefined) return `there is no place called ${place}`
  if (parameter.schema === undefined) return 'it has no schema'
  if (place === 'path' && parameter.required !== true) return 'it must say required: true'
  if (content !== undefined) {
    const [type = ''] = Object.keys(content)
    return /^text\/plain\b|[/+]json\b/.test(type) ? undefined : `its media type ${type} is not parsed`
  }
  if (style !== undefined && !known.includes(style))
    return `the style ${style} is not read; of ${place} parameters ${known.join(', ')} ${known.length > 1 ? 'are' : 'is'}`
  if (style === 'deepObject') return undefined
  const inner = partsOf(contract, parameter.schema).flatMap(({ items = {}, properties = {} }) => [
    items,
    ...Object.values(properties),
  ])
  const kinds = inner.flatMap((part) => partsOf(contract, part)).flatMap(kindOf)
  if (kinds.includes('object'))
    return 'an object inside of a list or an object is not read from text, but in the style deepObject'
  const isMembers = (place === 'query' || place === 'cookie') && parameter.explode !== false
  const isOfObject = partsOf(contract, parameter.schema).some((part) => part.properties !== undefined)
  return kinds.includes('array') && !(isMembers && isOfObject)
    ? 'a list inside of a list or an object is not read from text'
    : undefined
}

function kindOf({ type, properties }: Schema): readonly string[] {
  return [type ?? (properties === undefined ? [] : 'object')].flat()
}

/** A schema, and what it consists of. */
function partsOf(contract: Contract, schema: Schema, depth = 0): Schema[] {
  const target = follow<Schema>(contract, schema)
  const nested = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])]
  return depth > 8 ? [target] : [target, ...nested.flatMap((part) => partsOf(contract, part, depth + 1))]
}
