import { propertyName, quoted, upperFirst } from '../names.ts'
import type { DeclaredResponse, Operation, OperationParameter } from '../read/operations.ts'
import { groupByTag, type TagGroup, tagOf } from './apis.ts'
import { controllerModule, controllerName, controllersFile, readsRequest } from './controllers.ts'
import { successesOf } from './responses.ts'
import { tsoaPath } from './tsoa-paths.ts'

/**
 * The controllers for tsoa to read, which nobody compiles or runs: what each operation takes and responds with, but for its
 * schemas, which tsoa could not all express.
 */
export function tsoaControllers(operations: readonly Operation[]): Record<string, string> {
  const groups = groupByTag(operations)
  return {
    'controllers.ts': controllersFile(groups),
    ...Object.fromEntries(groups.map((group) => [`${controllerModule(group.tag)}.ts`, classText(group)])),
  }
}

function classText(group: TagGroup): string {
  return `@Route()
@Tags(${quoted(tagOf(group))})
export class ${controllerName(group.tag)} {
${group.operations.map(methodText).join('\n\n')}
}
`
}

function methodText(operation: Operation): string {
  const [success] = successesOf(operation)
  const others = operation.responses.filter((response) => response !== success)
  const lines = [
    `@${upperFirst(operation.method)}(${quoted(tsoaPath(operation.path))})`,
    `@OperationId(${quoted(operation.operationId)})`,
    ...(operation.tags.length > 1 ? [`@Tags(${operation.tags.slice(1).map(quoted).join(', ')})`] : []),
    ...operation.security.map(securityText),
    `@SuccessResponse<${headersType(success)}>(${success.status})`,
    ...others.map((response) => `@Response<unknown, ${headersType(response)}>(${statusText(response)})`),
    `async ${operation.id}(${parameterList(operation)}): Promise<${success.kind === undefined ? 'void' : 'unknown'}> {}`,
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

/** tsoa takes from them what the operation has, and its routes where that is found. */
function parameterList(operation: Operation): string {
  const { body, parameters } = operation
  const required = (parameter: OperationParameter) => Number(parameter.required ?? false)
  const texts = [
    ...(readsRequest(operation) ? ['@Request() request: unknown'] : []),
    ...(body?.required === true ? ['@Body() _body: unknown'] : []),
    ...parameters
      // It knows no cookies.
      .filter((parameter) => parameter.in !== 'cookie')
      .toSorted((left, right) => required(right) - required(left))
      .map(parameterText),
    ...(body?.required === false ? ['@Body() _body?: unknown'] : []),
  ]
  return texts.join(', ')
}

/** No method reads it, which the underscore says to the compiler; the runtime takes it off again. */
function parameterText({ in: place, name, argument, required }: OperationParameter): string {
  return `@${upperFirst(place)}(${quoted(name)}) _${argument}${required === true ? '' : '?'}: string`
}

function securityText(rule: Operation['security'][number]): string {
  const members = Object.entries(rule).map(
    ([name, scopes]) => `${propertyName(name)}: [${scopes.map(quoted).join(', ')}]`,
  )
  return `@Security({ ${members.join(', ')} })`
}

function headersType({ headers }: DeclaredResponse): string {
  const members = headers.map(
    ({ name, required }) => `${propertyName(name)}${required === true ? '' : '?'}: string`,
  )
  return `{ ${members.join('; ')} }`
}

function statusText({ status }: DeclaredResponse): string {
  return /^\d+$/.test(status) ? status : quoted(status)
}
