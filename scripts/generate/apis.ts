import { sourceFile } from './banner.ts'
import type { Schema } from './contract.ts'
import { headerTypeName } from './header-types.ts'
import { camelCase, kebabCase, lowerFirst, propertyName, upperFirst } from './names.ts'
import type { Answer, Operation } from './operations.ts'
import { docText, typeText } from './type-text.ts'

/** The operations of one tag: one interface for the backend, one controller. */
export interface TagGroup {
  readonly tag: string
  readonly operations: readonly Operation[]
}

export function groupByTag(operations: readonly Operation[]): TagGroup[] {
  const tags = [...new Set(operations.map((operation) => operation.tag))]
  return tags.map((tag) => ({ tag, operations: operations.filter((operation) => operation.tag === tag) }))
}

/**
 * `images-api.ts`: what a backend implements for the operations of one tag, and the inputs of its methods.
 */
export function apiFile(group: TagGroup): string {
  const inputs = group.operations.filter(takesInput).map(inputText)
  const headerNames = group.operations.flatMap(optionalHeaders).map((header) => headerTypeName(header.name))
  const contextImports = [
    ...(group.operations.some((operation) => optionalHeaders(operation).length > 0)
      ? ['AnswerWithHeaders']
      : []),
    ...(group.operations.some(isSecured) ? ['RequestContext'] : []),
  ]
  return sourceFile([
    [
      importTypes(headerNames, './header-types.js'),
      importTypes(modelNames(group.operations.flatMap(apiSchemas)), './models.js'),
      importTypes(contextImports, './request-context.js'),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    `/** What a backend implements for the operations tagged ${group.tag}. A refusal is thrown, never returned. */\n` +
      `export interface ${apiName(group.tag)} {\n${group.operations.map(methodText).join('\n')}\n}`,
    ...inputs,
  ])
}

function methodText(operation: Operation): string {
  const parameters = [
    ...(takesInput(operation) ? [`input: ${inputName(operation)}`] : []),
    ...(isSecured(operation) ? ['context: RequestContext'] : []),
  ]
  const where = `${operation.method.toUpperCase()} ${operation.path}`
  return `  /** ${where}: ${operation.description.split('\n')[0]} */\n  ${operation.id}(${parameters.join(', ')}): Promise<${answerType(operation)}>`
}

function answerType(operation: Operation): string {
  const body = typeText(successOf(operation).schema ?? { type: 'null' }, '  ')
  const headers = optionalHeaders(operation)
  if (headers.length === 0) return body
  const members = headers.map((header) => `${propertyName(header.name)}?: ${headerTypeName(header.name)}`)
  return `AnswerWithHeaders<${body}, { ${members.join('; ')} }>`
}

function inputText(operation: Operation): string {
  const body = operation.body
  const bodyMember = body && `  body${body.required ? '' : '?'}: ${typeText(body.schema, '  ')}\n`
  const members = inputParameters(operation).map((parameter) => {
    const mark = parameter.required === true ? '' : '?'
    return `${docText({ ...parameter.schema, ...(parameter.description !== undefined && { description: parameter.description }) }, '  ')}  ${camelCase(parameter.name)}${mark}: ${typeText(parameter.schema, '  ')}\n`
  })
  return `/** The checked input of ${operation.id}: declared fields only, as they were sent. */\nexport interface ${inputName(operation)} {\n${bodyMember ?? ''}${members.join('')}}`
}

/**
 * Every parameter that reaches a backend. X-Request-Id does not: it travels in the context, checked by the
 * edge.
 */
export function inputParameters(operation: Operation): Operation['parameters'] {
  return operation.parameters.filter((parameter) => !isRequestId(parameter.name))
}

export function isRequestId(headerName: string): boolean {
  return headerName.toLowerCase() === 'x-request-id'
}

/** The one 2xx answer of an operation. Throws when there is none or more than one. */
export function successOf(operation: Operation): Answer {
  const [success, ...others] = operation.responses.filter((response) => response.status.startsWith('2'))
  if (success === undefined || others.length > 0)
    throw new Error(`${operation.id} must have exactly one 2xx response`)
  return success
}

/** Headers of the success answer that the backend decides on; X-Request-Id is the edge's. */
export function optionalHeaders(operation: Operation): Answer['headers'] {
  return successOf(operation).headers.filter((header) => !isRequestId(header.name))
}

export function takesInput(operation: Operation): boolean {
  return operation.body !== undefined || inputParameters(operation).length > 0
}

export function isSecured(operation: Operation): boolean {
  return operation.security.length > 0
}

export function apiName(tag: string): string {
  return `${upperFirst(tag)}Api`
}

export function apiModule(tag: string): string {
  return `${kebabCase(lowerFirst(tag))}-api`
}

function inputName(operation: Operation): string {
  return `${upperFirst(operation.id)}Input`
}

export function importTypes(names: readonly string[], from: string): string {
  return names.length === 0 ? '' : `import type { ${[...new Set(names)].sort().join(', ')} } from '${from}'`
}

function apiSchemas(operation: Operation): Schema[] {
  return [
    ...(operation.body ? [operation.body.schema] : []),
    ...inputParameters(operation).map((parameter) => parameter.schema),
    successOf(operation).schema ?? {},
  ]
}

/** The components that a list of schemas names directly, for the import line. */
export function modelNames(schemas: readonly Schema[]): string[] {
  const text = schemas.map((schema) => JSON.stringify(schema)).join('\n')
  const found = text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)
  return [...new Set([...found].flatMap((match) => match[1] ?? []))]
}

/** `request-context.ts`: what the HTTP server passes to a use case about an authenticated request. */
export function requestContextFile(): string {
  return sourceFile([
    `/** Who asks, and under which name the log knows the request. */
export interface RequestContext {
  readonly accountId: string
  readonly requestId: string
}`,
    `/** A request that has passed the edge's steps. */
export interface SecuredRequest {
  readonly context: RequestContext
}`,
    `/** A success answer whose headers the backend decides on. */
export interface AnswerWithHeaders<Body, Headers> {
  readonly body: Body
  readonly headers: Headers
}`,
  ])
}
