import { quoted, upperFirst } from '../names.ts'
import { type Operation, type OperationParameter, passesMediaType } from '../read/operations.ts'
import { inputParameters, isSecured } from './apis.ts'
import type { FilledBodies } from './filled-bodies.ts'
import type { TsoaSubset } from './tsoa-subset.ts'
import { isTagText, typeText } from './type-text.ts'

/** Whether every argument of a controller's method has the type that the backend's input has. */
export function hasTypedInput(subset: TsoaSubset, operation: Operation, filled: FilledBodies): boolean {
  return (
    (operation.body === undefined || hasTypedBody(subset, operation)) &&
    !filled.schemas.has(operation.id) &&
    inputParameters(operation).every(
      (parameter) =>
        subset.hasParameterType(parameter.schema, parameter.in) &&
        (parameter.required === true || parameter.schema.default === undefined),
    )
  )
}

/** Whether a controller's method receives the request itself. */
export function readsRequest(operation: Operation): boolean {
  return isSecured(operation) || passesMediaType(operation.body)
}

export function hasTypedBody(subset: TsoaSubset, { body }: Operation): boolean {
  return body !== undefined && body.kind === 'json' && subset.hasType(body.schema)
}

export function parameterList(subset: TsoaSubset, operation: Operation): string {
  const parameters = [...operation.parameters].sort(requiredFirst)
  const type = hasTypedBody(subset, operation) ? typeText(operation.body?.schema ?? {}) : 'unknown'
  const all = [
    ...(readsRequest(operation) ? ['@Request() request: SecuredRequest'] : []),
    ...(operation.body?.required === true ? [`@Body() body: ${type}`] : []),
    ...parameters.map((parameter) => parameterText(subset, parameter)),
    ...(operation.body?.required === false ? [`@Body() body?: ${type}`] : []),
  ]
  return all.length === 0 ? '' : `\n${all.map((text) => `    ${text},\n`).join('')}  `
}

/** A parameter that is declared but passed on to nobody is marked unused by an underscore. */
function parameterText(subset: TsoaSubset, parameter: OperationParameter): string {
  const decorator = `@${upperFirst(parameter.in)}(${quoted(parameter.name)})`
  const type = subset.hasParameterType(parameter.schema, parameter.in) ? typeText(parameter.schema) : 'string'
  return `${decorator} ${argumentName(parameter)}${parameter.required === true ? '' : '?'}: ${type}`
}

function argumentName(parameter: OperationParameter): string {
  return parameter.atEdge ? `_${parameter.argument}` : parameter.argument
}

/** tsoa reads a parameter's constraints from the method's doc comment, by the parameter's name. */
export function parameterTags(subset: TsoaSubset, operation: Operation): string[] {
  const keywords = [
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    'pattern',
  ] as const
  const supported = operation.parameters.filter(({ schema, in: place }) =>
    subset.hasParameterType(schema, place),
  )
  const tags = supported.flatMap((parameter) => {
    const integer = parameter.schema.type === 'integer' ? [` * @isInt ${argumentName(parameter)}`] : []
    const bounds = keywords.flatMap((keyword) => {
      const value = parameter.schema[keyword]
      const isLost = value === undefined || !isTagText(String(value))
      return isLost ? [] : [` * @${keyword} ${argumentName(parameter)} ${value}`]
    })
    return [...integer, ...bounds]
  })
  return tags.length === 0 ? [] : ['/**', ...tags, ' */']
}

function requiredFirst(left: OperationParameter, right: OperationParameter): number {
  return Number(right.required ?? false) - Number(left.required ?? false)
}
