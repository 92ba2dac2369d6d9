import { camelCase, identifier, kebabCase, lowerFirst, propertyName, quoted, upperFirst } from '../names.ts'
import type { Schema } from '../read/contract.ts'
import type { DeclaredResponse, Operation } from '../read/operations.ts'
import { apiModule, tagName } from '../tag-names.ts'
import { apiName, importTypes, inputName, isSecured, type TagGroup, tagOf, takesInput } from './apis.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import {
  hasTypedBody,
  parameterList,
  parameterTags,
  readsRequest,
  routeParameters,
} from './controller-parameters.ts'
import { type HeaderTypes, headerTypeName } from './header-types.ts'
import { backendHeaders, choosesMediaType, fixedMediaType, successesOf } from './responses.ts'
import { tsoaPath } from './tsoa-paths.ts'
import type { TsoaSubset } from './tsoa-subset.ts'
import { modelNames, typeText } from './type-text.ts'

/** What the texts of a controller depend on besides its operations. */
export interface ControllerSources {
  readonly subset: TsoaSubset
  readonly typeOf: HeaderTypes
}

/** `images-controller.ts`: the controller of one tag. It holds no logic: it calls the injected interface. */
export function controllerFile(group: TagGroup): string {
  const { tag, operations } = group
  const methods = operations.map((operation) => {
    const input = takesInput(operation) ? inputName(operation) : 'object'
    const request = readsRequest(operation) ? `request: CheckedRequest<${input}, RequestContext>` : ''
    const lines = bodyLines(operation).map((line) => `    ${line}\n`)
    return `  async ${operation.id}(${request}): Promise<unknown> {\n${lines.join('')}  }`
  })
  const reads = operations.some(readsRequest)
  return sourceFile([
    [
      `import { Controller${reads ? ', type CheckedRequest' : ''} } from '${runtimeModule}'`,
      importTypes([apiName(tag), ...operations.filter(takesInput).map(inputName)], `./${apiModule(tag)}.js`),
      importTypes(reads ? ['RequestContext'] : [], './request-context.js'),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    classText(group, methods),
  ])
}

function classText({ tag }: TagGroup, methods: readonly string[]): string {
  return `export class ${controllerName(tag)} extends Controller {
  readonly #api: ${apiName(tag)}

  constructor(api: ${apiName(tag)}) {
    super()
    this.#api = api
  }

${methods.join('\n\n')}
}`
}

/**
 * The same for tsoa to read, which nobody compiles or runs: what an operation takes and responds with, of the type `unknown`
 * where tsoa has no words for it.
 */
export function decoratedController(sources: ControllerSources, group: TagGroup): string {
  const { subset } = sources
  const bodies = group.operations.map((operation) => methodText(sources, operation))
  const isUsed = (name: string) => bodies.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  const models = modelNames(group.operations.flatMap((operation) => schemasOf(subset, operation)))
  const headers = group.operations.flatMap(({ responses }) =>
    responses.flatMap((response) => response.headers),
  )
  return sourceFile([
    [
      importTypes(
        [apiName(group.tag), ...group.operations.filter(takesInput).map(inputName)],
        `./${apiModule(group.tag)}.js`,
      ),
      importTypes(headers.map(({ name }) => headerTypeName(name)).filter(isUsed), './header-types.js'),
      importTypes(models, './models.js'),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    `@Route()\n@Tags(${quoted(tagOf(group))})\n${classText(group, bodies)}`,
  ])
}

function methodText(sources: ControllerSources, operation: Operation): string {
  const [success] = successesOf(operation)
  const others = operation.responses.filter((response) => response !== success)
  const lines = [
    ...parameterTags(sources.subset, operation),
    `@${upperFirst(operation.method)}(${quoted(tsoaPath(operation.path))})`,
    `@OperationId(${quoted(operation.operationId)})`,
    ...(operation.tags.length > 1 ? [`@Tags(${operation.tags.slice(1).map(quoted).join(', ')})`] : []),
    ...operation.security.map(securityText),
    `@SuccessResponse<${headersType(sources, success)}>(${success.status})`,
    ...others.map(
      (response) =>
        `@Response<${responseText(sources, response)}, ${headersType(sources, response)}>(${statusText(response)})`,
    ),
    `async ${operation.id}(${parameterList(sources.subset, operation)}): Promise<${returnType(sources, operation)}> {`,
    '}',
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

function securityText(rule: Operation['security'][number]): string {
  const [only, ...others] = Object.entries(rule)
  if (only !== undefined && others.length === 0 && only[1].length === 0)
    return `@Security(${quoted(only[0])})`
  const members = Object.entries(rule).map(
    ([name, scopes]) => `${propertyName(name)}: [${scopes.map(quoted).join(', ')}]`,
  )
  return `@Security({${members.length === 0 ? '' : ` ${members.join(', ')} `}})`
}

/** The body of a response for tsoa: `void` where there is none, `unknown` where tsoa has no words for it. */
function responseText({ subset }: ControllerSources, response: DeclaredResponse, indent = ''): string {
  if (response.kind === undefined) return 'void'
  if (response.kind !== 'json' || !subset.hasType(response.schema ?? {})) return 'unknown'
  return typeText(response.schema ?? {}, indent)
}

function returnType(sources: ControllerSources, operation: Operation): string {
  const [success, ...others] = successesOf(operation)
  // tsoa reads the body of the first response from this type; a second type of body has no place in it.
  return others.some(({ kind }) => kind !== undefined) ? 'unknown' : responseText(sources, success, '  ')
}

function bodyLines(operation: Operation): string[] {
  const args = [
    ...(takesInput(operation) ? ['request.input'] : []),
    ...(isSecured(operation) ? ['request.context'] : []),
  ]
  const call = `this.#api.${operation.id}(${args.join(', ')})`
  const [success, ...others] = successesOf(operation)
  if (others.length > 0) return severalLines(operation, call)
  const mediaType = fixedMediaType(success)
  const typeLines = mediaType === undefined ? [] : [`this.setHeader('Content-Type', ${quoted(mediaType)})`]
  const isPlain = backendHeaders(success).length === 0 && !choosesMediaType(success)
  if (isPlain && typeLines.length === 0) return [`return ${call}`]
  if (isPlain) return [`const response = await ${call}`, ...typeLines, 'return response']
  return [
    `const response = await ${call}`,
    ...typeLines,
    ...headerLines(success, 'response.headers'),
    'return response.body',
  ]
}

/** Of several responses, the backend's own says which it is. */
function severalLines(operation: Operation, call: string): string[] {
  const cases = successesOf(operation).flatMap((response) => {
    const mediaType = fixedMediaType(response)
    const lines = [
      ...(mediaType === undefined ? [] : [`this.setHeader('Content-Type', ${quoted(mediaType)})`]),
      ...headerLines(response, 'response.headers', '?.'),
    ]
    return lines.length === 0
      ? []
      : [`if (response.status === ${response.status}) {`, ...lines.map((line) => `  ${line}`), '}']
  })
  return [
    `const response = await ${call}`,
    'this.setStatus(response.status)',
    ...cases,
    'return response.body',
  ]
}

function headerLines(response: DeclaredResponse, from: string, mark = ''): string[] {
  const names = [
    ...(choosesMediaType(response) ? [{ name: 'Content-Type', isText: true }] : []),
    ...backendHeaders(response).map(({ name, schema }) => ({ name, isText: schema.type === 'string' })),
  ]
  return names.flatMap(({ name, isText }) => {
    const variable = `${identifier(camelCase(name))}Header`
    return [
      `const ${variable} = ${from}${mark}[${quoted(name)}]`,
      `if (${variable} !== undefined) this.setHeader(${quoted(name)}, ${isText ? variable : `String(${variable})`})`,
    ]
  })
}

function headersType({ typeOf }: ControllerSources, response: DeclaredResponse): string {
  const members = response.headers.map(
    (header) => `${propertyName(header.name)}${header.required === true ? '' : '?'}: ${typeOf(header.name)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}

function statusText(response: DeclaredResponse): string {
  return /^\d+$/.test(response.status) ? response.status : quoted(response.status)
}

/** The schemas whose types a controller names. */
function schemasOf(subset: TsoaSubset, operation: Operation): Schema[] {
  const responses = operation.responses.flatMap((response) =>
    response.kind === 'json' ? (response.schema ?? []) : [],
  )
  return [
    ...(operation.body !== undefined && hasTypedBody(subset, operation) ? [operation.body.schema] : []),
    ...routeParameters(operation)
      .filter((parameter) => subset.hasParameterType(parameter.schema, parameter.in))
      .map((parameter) => parameter.schema),
    ...responses.filter((schema) => subset.hasType(schema)),
  ]
}

export function controllerName(tag: string): string {
  return `${tagName(tag)}Controller`
}

export function controllerModule(tag: string): string {
  return `${kebabCase(lowerFirst(tagName(tag)))}-controller`
}
