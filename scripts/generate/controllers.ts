import {
  apiModule,
  apiName,
  importTypes,
  inputParameters,
  isSecured,
  modelNames,
  optionalHeaders,
  successOf,
  type TagGroup,
  takesInput,
} from './apis.ts'
import { sourceFile } from './banner.ts'
import type { Parameter } from './contract.ts'
import { headerTypeName, headerTypeNames } from './header-types.ts'
import { camelCase, kebabCase, lowerFirst, propertyName, upperFirst } from './names.ts'
import type { Answer, Operation } from './operations.ts'
import { typeText } from './type-text.ts'

/**
 * `images-controller.ts`: the tsoa controller of one tag. It holds no logic: it hands over to the injected
 * interface.
 */
export function controllerFile(group: TagGroup): string {
  const bodies = group.operations.map((operation) => methodText(operation))
  const decorators = ['Controller', 'OperationId', 'Response', 'Route', 'Security', 'SuccessResponse', 'Tags', 'Body', 'Header',
    'Path', 'Query', 'Request', 'Get', 'Post', 'Put', 'Patch', 'Delete'] // biome-ignore format: a word list
  const text = `${bodies.join('\n\n')}@Route @Tags extends Controller `
  const used = decorators.filter((name) => new RegExp(`@${name}\\b`).test(text) || name === 'Controller')
  const models = modelNames(group.operations.flatMap(schemasOf))
  return sourceFile([
    [
      `import { ${used.sort().join(', ')} } from '@tsoa/runtime'`,
      importTypes([apiName(group.tag)], `./${apiModule(group.tag)}.js`),
      importTypes(headerTypeNames(group.operations), './header-types.js'),
      importTypes(models, './models.js'),
      importTypes(group.operations.some(isSecured) ? ['SecuredRequest'] : [], './request-context.js'),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    `@Route()\n@Tags('${group.tag}')\nexport class ${controllerName(group.tag)} extends Controller {\n` +
      `  readonly #api: ${apiName(group.tag)}\n\n` +
      `  constructor(api: ${apiName(group.tag)}) {\n    super()\n    this.#api = api\n  }\n\n${bodies.join('\n\n')}\n}`,
  ])
}

function methodText(operation: Operation): string {
  const success = successOf(operation)
  const errors = operation.responses.filter((response) => response !== success)
  const lines = [
    ...parameterTags(operation),
    `@${upperFirst(operation.method)}('${operation.path}')`,
    `@OperationId('${operation.id}')`,
    ...operation.security.map((scheme) => `@Security('${scheme}')`),
    `@SuccessResponse<${headersType(success)}>(${success.status}, ${quote(success.description)})`,
    ...errors.map(
      (answer) =>
        `@Response<${typeText(answer.schema ?? { type: 'null' })}, ${headersType(answer)}>(${statusText(answer)}, ${quote(answer.description)})`,
    ),
    `async ${operation.id}(${parameterList(operation)}): Promise<${typeText(success.schema ?? { type: 'null' }, '  ')}> {`,
    ...bodyLines(operation).map((line) => `  ${line}`),
    '}',
  ]
  return lines.map((line) => `  ${line}`).join('\n')
}

function bodyLines(operation: Operation): string[] {
  const handed = [
    ...(takesInput(operation) ? [`{ ${inputMembers(operation).join(', ')} }`] : []),
    ...(isSecured(operation) ? ['request.context'] : []),
  ]
  const call = `this.#api.${operation.id}(${handed.join(', ')})`
  const headers = optionalHeaders(operation)
  if (headers.length === 0) return [`return ${call}`]
  return [
    `const answer = await ${call}`,
    ...headers.flatMap((header) => {
      const name = `'${header.name}'`
      return [
        `const ${camelCase(header.name)} = answer.headers[${name}]`,
        `if (${camelCase(header.name)} !== undefined) this.setHeader(${name}, ${camelCase(header.name)})`,
      ]
    }),
    'return answer.body',
  ]
}

function inputMembers(operation: Operation): string[] {
  const members = inputParameters(operation).map(
    (parameter) => [camelCase(parameter.name), parameter.required === true] as const,
  )
  const body = operation.body ? [['body', operation.body.required] as const] : []
  return [...body, ...members].map(([name, required]) =>
    required ? name : `...(${name} !== undefined && { ${name} })`,
  )
}

function parameterList(operation: Operation): string {
  const parameters = [...operation.parameters].sort(requiredFirst)
  const requiredBody =
    operation.body?.required === true ? [`@Body() body: ${typeText(operation.body.schema)}`] : []
  const optionalBody =
    operation.body?.required === false ? [`@Body() body?: ${typeText(operation.body.schema)}`] : []
  const all = [
    ...(isSecured(operation) ? ['@Request() request: SecuredRequest'] : []),
    ...requiredBody,
    ...parameters.map(parameterText),
    ...optionalBody,
  ]
  return all.length === 0 ? '' : `\n${all.map((text) => `    ${text},\n`).join('')}  `
}

/**
 * A parameter that is declared but handed over to nobody (X-Request-Id) is marked unused by an underscore.
 */
function parameterText(parameter: Parameter): string {
  const decorator = `@${upperFirst(parameter.in)}('${parameter.name}')`
  return `${decorator} ${argumentName(parameter)}${parameter.required === true ? '' : '?'}: ${typeText(parameter.schema)}`
}

function argumentName(parameter: Parameter): string {
  const name = camelCase(parameter.name)
  return name === 'xRequestId' ? `_${name}` : name
}

/** tsoa reads a parameter's constraints from the method's doc comment, by the parameter's name. */
function parameterTags(operation: Operation): string[] {
  const keywords = ['minLength', 'maxLength', 'minimum', 'maximum', 'pattern'] as const
  const tags = operation.parameters.flatMap((parameter) =>
    keywords.flatMap((keyword) => {
      const value = parameter.schema[keyword]
      return value === undefined ? [] : [` * @${keyword} ${argumentName(parameter)} ${value}`]
    }),
  )
  return tags.length === 0 ? [] : ['/**', ...tags, ' */']
}

function headersType(answer: Answer): string {
  const members = answer.headers.map(
    (header) =>
      `${propertyName(header.name)}${header.required === true ? '' : '?'}: ${headerTypeName(header.name)}`,
  )
  return `{ ${members.join('; ')} }`
}

function statusText(answer: Answer): string {
  return /^\d+$/.test(answer.status) ? answer.status : `'${answer.status}'`
}

function quote(text: string): string {
  return `'${text.trim().replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', ' ')}'`
}

function requiredFirst(left: Parameter, right: Parameter): number {
  return Number(right.required ?? false) - Number(left.required ?? false)
}

function schemasOf(operation: Operation) {
  return [
    ...(operation.body ? [operation.body.schema] : []),
    ...operation.parameters.map((parameter) => parameter.schema),
    ...operation.responses.flatMap((answer) => answer.schema ?? []),
  ]
}

export function controllerName(tag: string): string {
  return `${upperFirst(tag)}Controller`
}

export function controllerModule(tag: string): string {
  return `${kebabCase(lowerFirst(tag))}-controller`
}

/**
 * `controllers.ts`: makes a tag's controller for a request from the backend's interfaces (tsoa's IoC
 * container).
 */
export function controllersFile(groups: readonly TagGroup[]): string {
  const imports = groups.flatMap(({ tag }) => [
    `import type { ${apiName(tag)} } from './${apiModule(tag)}.js'`,
    `import { ${controllerName(tag)} } from './${controllerModule(tag)}.js'`,
  ])
  const apis = groups.map(({ tag }) => `  readonly ${lowerFirst(tag)}: ${apiName(tag)}`)
  const makers = groups.map(
    ({ tag }) => `    [${controllerName(tag)}, () => new ${controllerName(tag)}(apis.${lowerFirst(tag)})],`,
  )
  return sourceFile([
    imports.join('\n'),
    `/** Everything that a backend implements, by tag. */\nexport interface Apis {\n${apis.join('\n')}\n}`,
    `/** Makes a fresh controller for each request, because tsoa keeps the answer's headers in it. */
export interface ControllerContainer {
  get<Controller extends object>(controller: new (api: never) => Controller): Controller
}`,
    `export function controllersFor(apis: Apis): ControllerContainer {
  const makers = new Map<unknown, () => object>([
${makers.join('\n')}
  ])
  return {
    get<Controller extends object>(controller: new (api: never) => Controller): Controller {
      const make = makers.get(controller)
      if (make === undefined) throw new Error(\`No such controller: \${controller.name}\`)
      return make() as Controller
    },
  }
}`,
  ])
}
