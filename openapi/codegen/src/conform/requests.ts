import type { Schema } from '../read/contract.ts'
import type { Operation, OperationParameter } from '../read/operations.ts'
import { isRecord } from '../read/record.ts'
import type { PlainContract } from './plain-contract.ts'
import { sampleOf } from './sample.ts'
import type { TestRequest } from './test-request.ts'

/** The values of a valid request, to be spoilt one at a time. */
export interface Values {
  readonly parameters: ReadonlyMap<OperationParameter, unknown>
  readonly body?: unknown
}

/**
 * Values that meet the contract, from its examples or of its schemas; undefined where none could be found.
 */
export function validValues(plain: PlainContract, operation: Operation): Values | undefined {
  const { contract } = plain
  const parameters = new Map<OperationParameter, unknown>()
  for (const parameter of operation.parameters) {
    if (parameter.atEdge || (parameter.required !== true && parameter.in !== 'path')) continue
    const value = exampleOf(parameter) ?? sampleOf(contract, parameter.schema)
    if (value === undefined || plain.faultsOf(parameter.schema, value).length > 0) return undefined
    if (isRecord(value) && parameter.content === undefined) return undefined
    parameters.set(parameter, value)
  }
  const { body } = operation
  if (body === undefined) return { parameters }
  if (body.kind !== 'json') return undefined
  const value = plain.bodyExample(operation) ?? sampleOf(contract, body.schema)
  return plain.faultsOf(body.schema, value).length > 0 ? undefined : { parameters, body: value }
}

function exampleOf(
  parameter: OperationParameter & { readonly example?: unknown; readonly examples?: object },
): unknown {
  const [first] = Object.values(parameter.examples ?? {})
  return parameter.example ?? first?.value
}

/** The request with these values. */
export function requestOf(operation: Operation, { parameters, body }: Values): TestRequest {
  const query: string[] = []
  const cookies: string[] = []
  const headers: Record<string, string> = {}
  let { path } = operation
  for (const [parameter, value] of parameters)
    for (const [name, text] of written(parameter, value)) {
      if (parameter.in === 'path') path = path.replace(`{${name}}`, text)
      else if (parameter.in === 'header') headers[name] = text
      else (parameter.in === 'query' ? query : cookies).push(`${encodeURIComponent(name)}=${text}`)
    }
  const json = operation.body?.media.find(({ kind }) => kind === 'json')?.type ?? 'application/json'
  return {
    method: operation.method.toUpperCase(),
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: {
      ...headers,
      ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
      ...(body !== undefined && { 'Content-Type': json }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

/** A value by the style of its parameter: names, and texts with their percent escapes. */
function written(parameter: OperationParameter, value: unknown): [name: string, text: string][] {
  const { in: place, name, style, content } = parameter
  const isForm = place === 'query' || place === 'cookie'
  const escaped = (one: unknown) => (place === 'header' ? String(one) : encodeURIComponent(String(one)))
  if (content !== undefined) return [[name, escaped(JSON.stringify(value))]]
  const sign = style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? '%20' : ','
  const { explode = isForm && sign === ',' } = parameter
  const texts = [value].flat().map(escaped)
  return isForm && explode ? texts.map((text) => [name, text]) : [[name, texts.join(sign)]]
}

/** Texts that are none of a parameter's values, whatever type it has. */
export function wrongTexts(plain: PlainContract, schema: Schema): string[] {
  const candidates = ['x'.repeat(5000), '-', '-1', '1.5', '999999999999', '']
  const takes = (value: unknown) => plain.faultsOf(schema, value).length === 0
  return candidates.filter(
    (text) =>
      text !== '' &&
      !takes(text) &&
      !takes([text]) &&
      !(Number.isFinite(Number(text)) && (takes(Number(text)) || takes([Number(text)]))),
  )
}
