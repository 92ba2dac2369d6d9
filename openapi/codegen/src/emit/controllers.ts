import { camelCase, identifier, kebabCase, lowerFirst, propertyName, quoted } from '../names.ts'
import type { DeclaredResponse, Operation } from '../read/operations.ts'
import { apiKey, apiModule, tagName } from '../tag-names.ts'
import { apiName, importTypes, inputName, isSecured, type TagGroup, takesInput } from './apis.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { backendHeaders, choosesMediaType, fixedMediaType, successesOf } from './responses.ts'

/** `images-controller.ts`: the controller of one tag. It holds no logic: it calls the injected interface. */
export function controllerFile({ tag, operations }: TagGroup): string {
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
    `export class ${controllerName(tag)} extends Controller {
  readonly #api: ${apiName(tag)}

  constructor(api: ${apiName(tag)}) {
    super()
    this.#api = api
  }

${methods.join('\n\n')}
}`,
  ])
}

/** `controllers.ts`: the controllers by the tag whose implementation they call. tsoa finds them from here. */
export function controllersFile(groups: readonly TagGroup[]): string {
  const imports = groups.map(
    ({ tag }) => `import { ${controllerName(tag)} } from './${controllerModule(tag)}.js'`,
  )
  const members = groups.map(({ tag }) => `  ${propertyName(apiKey(tag))}: ${controllerName(tag)},`)
  return sourceFile([
    imports.join('\n'),
    `/** The controllers by the tag whose implementation they call. */\nexport const controllers = {\n${members.join('\n')}\n} as const`,
  ])
}

/** Whether a controller's method receives anything of a request. */
export function readsRequest(operation: Operation): boolean {
  return isSecured(operation) || takesInput(operation)
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

export function controllerName(tag: string): string {
  return `${tagName(tag)}Controller`
}

export function controllerModule(tag: string): string {
  return `${kebabCase(lowerFirst(tagName(tag)))}-controller`
}
