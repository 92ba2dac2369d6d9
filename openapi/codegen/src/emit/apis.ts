import { quoted, upperFirst } from '../names.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { defaultOf } from '../read/follow.ts'
import { type BodyVariant, bodyKeys, bodySchema } from '../read/media.ts'
import { type Operation, type OperationParameter, passesMediaType } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { apiKey, apiModule, tagName } from '../tag-names.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { commentLine, commentText } from './comment.ts'
import type { FilledBodies } from './filled-bodies.ts'
import { headerTypeName } from './header-types.ts'
import { type HeaderTypes, responseType, successesOf } from './responses.ts'
import { docText, modelNames, typeText } from './type-text.ts'

/** What the interfaces depend on besides their operations. */
export interface ApiSources {
  readonly contract: Contract
  readonly settings: Settings
  readonly typeOf: HeaderTypes
  readonly filled: FilledBodies
}

/** The operations of one tag: one interface for the backend, one controller. */
export interface TagGroup {
  /** What its files and types are named after. */
  readonly tag: string
  readonly operations: readonly Operation[]
}

/** The tag as the contract has it. */
export function tagOf({ tag, operations: [first] }: TagGroup): string {
  return first?.tags[0] ?? tag
}

export function groupByTag(operations: readonly Operation[]): TagGroup[] {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const group = groups.get(operation.tag)
    if (group === undefined) groups.set(operation.tag, [operation])
    else group.push(operation)
  }
  return [...groups].map(([tag, ofTag]) => ({ tag, operations: ofTag }))
}

/**
 * `images-api.ts`: what a backend implements for the operations of one tag, and the inputs of its methods.
 */
export function apiFile(sources: ApiSources, group: TagGroup): string {
  const inputs = group.operations.filter(takesInput).map((operation) => inputText(sources, operation))
  const methods = group.operations.map((operation) => methodText(operation, sources.typeOf)).join('\n')
  const text = `${methods}\n${inputs.join('\n')}`
  const headers = group.operations.flatMap((operation) =>
    successesOf(operation).flatMap((response) => response.headers.map(({ name }) => headerTypeName(name))),
  )
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(text)
  const models = modelNames(group.operations.flatMap((operation) => apiSchemas(sources, operation))).filter(
    (name) => name !== 'UploadedFile',
  )
  return sourceFile([
    [
      importTypes(
        ['ResponseWithHeaders', 'BinaryContent', 'EventStream', 'UploadedFile'].filter(uses),
        runtimeModule,
      ),
      importTypes(headers.filter(uses), './header-types.js'),
      importTypes(models, './models.js'),
      importTypes(['RequestContext'].filter(uses), './request-context.js'),
    ]
      .filter((line) => line !== '')
      .join('\n'),
    `/** What a backend implements for the operations tagged ${commentLine(tagOf(group))}. An error is thrown, never returned. */\n` +
      `export interface ${apiName(group.tag)} {\n${methods}\n}`,
    ...inputs,
  ])
}

/** Method, path and the first line of what the contract says, as the comment of a method. */
export function operationDoc({ method, path, description }: Operation): string {
  const [summary = ''] = description.trim().split('\n')
  const parts = [`${method.toUpperCase()} ${path}`, summary.trim()].filter((part) => part !== '')
  return `  /** ${commentText(parts.join(': '))} */`
}

/** The parameters of an operation's method. */
export function methodParameters(operation: Operation): string {
  const input = takesInput(operation) ? [`input: ${inputName(operation)}`] : []
  return [...input, ...(isSecured(operation) ? ['context: RequestContext'] : [])].join(', ')
}

function methodText(operation: Operation, typeOf: HeaderTypes): string {
  const response = responseType(operation, typeOf)
  return `${operationDoc(operation)}\n  ${operation.id}(${methodParameters(operation)}): Promise<${response}>`
}

function inputText(sources: ApiSources, operation: Operation): string {
  const { fillDefaults, undeclaredFields } = sources.settings
  const { id, body } = operation
  const parameters = inputParameters(operation).map((parameter) => {
    const isFilled = fillDefaults && defaultOf(sources.contract, parameter.schema) !== undefined
    const mark = parameter.required === true || isFilled ? '' : '?'
    return `${docText({ ...parameter.schema, ...(parameter.description !== undefined && { description: parameter.description }) }, '  ')}  ${parameter.argument}${mark}: ${typeText(parameter.schema, '  ')}\n`
  })
  const declared = undeclaredFields === 'keep' ? '' : 'declared fields only, '
  const omitted = fillDefaults ? ', with the defaults of omitted ones' : ''
  const doc = `/** The checked input of ${id}: ${declared}as they were sent${omitted}. */\n`
  const mark = body?.required === true ? '' : '?'
  const [only = '', ...more] = (body?.variants ?? []).map((variant) => {
    const type = `  /** Of which type the body is. */\n  contentType${mark}: ${sentTypes(variant)}\n`
    return `  body${mark}: ${bodyType(sources, operation, variant)}\n${passesMediaType(body) ? type : ''}`
  })
  if (more.length === 0)
    return `${doc}export interface ${inputName(operation)} {\n${only}${parameters.join('')}}`
  const bodies = [only, ...more].map((members) => `{\n${members}}`).join(' | ')
  const others = parameters.length === 0 ? '' : ` & {\n${parameters.join('')}}`
  return `${doc}export type ${inputName(operation)} = (${bodies})${others}`
}

/** The media types that a body may have. */
function sentTypes({ media }: BodyVariant): string {
  const types = media.map(({ type }) => type)
  return types.some((type) => type.includes('*')) ? 'string' : types.map(quoted).join(' | ')
}

/** The type of a body for a backend: files of a form and bytes are no JSON. */
function bodyType(sources: ApiSources, operation: Operation, variant: BodyVariant): string {
  if (variant.kind === 'binary') return 'Uint8Array'
  if (variant.kind === 'text') return 'string'
  return typeText(inputSchema(sources, operation, variant), '  ')
}

function inputSchema(
  { contract, filled }: ApiSources,
  { id, body }: Operation,
  variant: BodyVariant,
): Schema {
  const [key = id] = body === undefined ? [] : bodyKeys(id, body, variant)
  return filled.schemas.get(key) ?? bodySchema(contract, variant)
}

/** Every parameter that reaches a backend. The id of a request does not: it travels in the context. */
export function inputParameters(operation: Operation): OperationParameter[] {
  return operation.parameters.filter((parameter) => !parameter.atEdge)
}

export function takesInput(operation: Operation): boolean {
  return operation.body !== undefined || inputParameters(operation).length > 0
}

/** Whether an operation has an authenticated caller; where credentials are optional, there may be none. */
export function isSecured(operation: Operation): boolean {
  return operation.security.length > 0
}

export function apiName(tag: string): string {
  return `${tagName(tag)}Api`
}

export function inputName(operation: Operation): string {
  return `${upperFirst(operation.id)}Input`
}

export function importTypes(names: readonly string[], from: string): string {
  return names.length === 0 ? '' : `import type { ${[...new Set(names)].sort().join(', ')} } from '${from}'`
}

function apiSchemas(sources: ApiSources, operation: Operation): Schema[] {
  return [
    ...(operation.body?.variants ?? []).map((variant) => inputSchema(sources, operation, variant)),
    ...inputParameters(operation).map((parameter) => parameter.schema),
    ...successesOf(operation).flatMap(({ kind, schema = {}, events = {} }) => [
      ...(kind === 'json' ? [schema] : []),
      events,
    ]),
    ...successesOf(operation).flatMap((response) => response.headers.map(({ schema }) => schema)),
  ]
}

/** `apis.ts`: the interfaces of every tag, and the backend as a whole. */
export function apisFile(groups: readonly TagGroup[]): string {
  const members = groups.map(({ tag }) => `  readonly ${apiKey(tag)}: ${apiName(tag)}`)
  return sourceFile([
    groups.map(({ tag }) => importTypes([apiName(tag)], `./${apiModule(tag)}.js`)).join('\n'),
    [
      ...groups.map(({ tag }) => `export type * from './${apiModule(tag)}.js'`),
      `export type { BinaryContent, EventStream, ResponseWithHeaders } from '${runtimeModule}'`,
      "export type { Principal, RequestContext } from './request-context.js'",
    ].join('\n'),
    `/** Everything that a backend implements, by tag. */\nexport interface Apis {\n${members.join('\n')}\n}`,
  ])
}
