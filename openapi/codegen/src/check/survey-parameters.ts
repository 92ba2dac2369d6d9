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
  readonly content?: unknown
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
  for (const name of named)
    if (!declared.includes(name)) at.fault(trail, `the path parameter ${name} is not declared`)
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

const styles: Readonly<Record<string, string>> = { path: 'simple', query: 'form', header: 'simple' }

function parameterFault(contract: Contract, parameter: AnyParameter): string | undefined {
  const { in: place, style } = parameter
  if (place === 'cookie') return 'cookies are read for security schemes only; use a header'
  if (styles[place] === undefined) return `there is no place called ${place}`
  if (parameter.content !== undefined) return 'its value has a media type; give it a schema'
  if (parameter.schema === undefined) return 'it has no schema'
  if (style !== undefined && style !== styles[place])
    return `the style ${style} is not read; of ${place} parameters ${styles[place]} is`
  if (place === 'path' && parameter.required !== true) return 'it must say required: true'
  const kinds = scalarKinds(contract, parameter.schema)
  if (kinds.includes('object')) return 'an object is not read from text; declare its fields as parameters'
  if (kinds.includes('array of arrays')) return 'a list of lists is not read from text'
  return undefined
}

/** The types that a schema of a parameter allows, with lists and objects marked. */
function scalarKinds(contract: Contract, schema: Schema, depth = 0): string[] {
  if (depth > 8) return ['object']
  const target = follow<Schema>(contract, schema)
  const types = [target.type ?? (target.properties === undefined ? [] : 'object')].flat()
  const items = target.items === undefined ? [] : scalarKinds(contract, target.items, depth + 1)
  const nested = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])]
  return [
    ...types,
    ...(types.includes('array') && items.includes('array') ? ['array of arrays'] : []),
    ...(items.includes('object') ? ['object'] : []),
    ...nested.flatMap((part) => scalarKinds(contract, part, depth + 1)),
  ]
}
