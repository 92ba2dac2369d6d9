import { quoted, upperFirst } from '../names.ts'
import type { Operation, OperationParameter } from '../read/operations.ts'
import { inputName, isSecured, takesInput } from './apis.ts'
import type { TsoaSubset } from './tsoa-subset.ts'
import { isTagText, typeText } from './type-text.ts'

/** Whether a controller's method receives anything of a request. */
export function readsRequest(operation: Operation): boolean {
  return isSecured(operation) || takesInput(operation)
}

export function hasTypedBody(subset: TsoaSubset, { body }: Operation): boolean {
  return body?.kind === 'json' && body.variants.length === 1 && subset.hasType(body.schema)
}

/**
 * What a method reads is its first parameter. The others are for tsoa, which takes from them what the operation
 * has, and its routes where that is found.
 */
export function parameterList(subset: TsoaSubset, operation: Operation): string {
  const parameters = routeParameters(operation).sort(requiredFirst)
  const type = hasTypedBody(subset, operation) ? typeText(operation.body?.schema ?? {}) : 'unknown'
  const input = takesInput(operation) ? inputName(operation) : 'object'
  const all = [
    ...(readsRequest(operation) ? [`@Request() request: CheckedRequest<${input}, RequestContext>`] : []),
    ...(operation.body?.required === true ? [`@Body() _body: ${type}`] : []),
    ...parameters.map((parameter) => parameterText(subset, parameter)),
    ...(operation.body?.required === false ? [`@Body() _body?: ${type}`] : []),
  ]
  return all.length === 0 ? '' : `\n${all.map((text) => `    ${text},\n`).join('')}  `
}

function parameterText(subset: TsoaSubset, parameter: OperationParameter): string {
  const decorator = `@${upperFirst(parameter.in)}(${quoted(parameter.name)})`
  const type = subset.hasParameterType(parameter.schema, parameter.in) ? typeText(parameter.schema) : 'string'
  return `${decorator} ${argumentName(parameter)}${parameter.required === true ? '' : '?'}: ${type}`
}

/** No method reads it, which the underscore says to the compiler; the runtime takes it off again. */
function argumentName({ argument }: OperationParameter): string {
  return `_${argument}`
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
  const supported = routeParameters(operation).filter(({ schema, in: place }) =>
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

/** Those that tsoa knows: it has no cookies. */
export function routeParameters({ parameters }: Operation): OperationParameter[] {
  return parameters.filter((parameter) => parameter.in !== 'cookie')
}
