import { camelCase, identifier, upperFirst } from '../names.ts'
import { defaultSettings, type Settings } from '../settings.ts'
import { distinctTags } from '../tag-names.ts'
import {
  type Contract,
  type HeaderObject,
  type HttpMethod,
  httpMethods,
  type MediaType,
  type Parameter,
  type RawOperation,
  type RequestBody,
  type ResponseObject,
  type Schema,
  type SecurityRule,
} from './contract.ts'
import { follow } from './follow.ts'
import {
  isEventStream,
  type MediaKind,
  mediaKind,
  type OperationBody,
  plainType,
  variantsOf,
} from './media.ts'
import { allParameters } from './parameters.ts'

/** One operation with its references followed, as the emitters need it. */
export interface Operation {
  /** The method's name in generated code. */
  readonly id: string
  /** The id in the contract. */
  readonly operationId: string
  /** The first tag: it decides which interface has the operation. */
  readonly tag: string
  readonly tags: readonly string[]
  readonly method: HttpMethod
  readonly path: string
  readonly description: string
  /** Alternatives of security schemes; empty when it is public, and an empty one when they are optional. */
  readonly security: readonly SecurityRule[]
  readonly parameters: readonly OperationParameter[]
  readonly body?: OperationBody
  readonly responses: readonly DeclaredResponse[]
}

export interface OperationParameter extends Parameter {
  /** Its name in generated code, unlike that of every other parameter. */
  readonly argument: string
  /** Whether the edge alone reads it. */
  readonly atEdge: boolean
}

/** Whether the backend receives the media type of a body. */
export function passesMediaType(body: OperationBody | undefined): boolean {
  if (body === undefined) return false
  if (body.variants.length > 1) return true
  if (body.kind !== 'binary' && body.kind !== 'text') return false
  return body.media.length > 1 || body.media.some(({ type }) => type.includes('*'))
}

export interface DeclaredResponse {
  readonly status: string
  readonly description: string
  readonly headers: readonly ResponseHeader[]
  readonly schema: Schema | undefined
  /** undefined when the response has no body. */
  readonly kind: MediaKind | undefined
  /** The data of each event, where there is `text/event-stream` too. */
  readonly events?: Schema
  readonly mediaTypes: readonly string[]
  /** The names of its examples; those of errors are their codes. */
  readonly examples: readonly string[]
}

export interface ResponseHeader extends HeaderObject {
  readonly name: string
  /** Whether the edge alone sends it. */
  readonly atEdge: boolean
}

/** Every operation in the order of the document. Expects a contract that a survey found no fault with. */
export function operationsOf(contract: Contract, settings: Settings = defaultSettings): Operation[] {
  const all = Object.entries(contract.paths).flatMap(([path, item]) =>
    httpMethods.flatMap((method) => {
      const raw = item[method]
      return raw === undefined ? [] : [{ path, method, raw }]
    }),
  )
  const reading = {
    contract,
    settings,
    tags: distinctTags(all.map(({ raw }) => firstTag(raw))),
    ids: new Set<string>(),
  }
  return all.map(({ path, method, raw }) => readOperation(reading, path, method, raw))
}

function firstTag({ tags }: RawOperation): string {
  return tags?.[0] ?? 'default'
}

interface Reading {
  readonly contract: Contract
  readonly settings: Settings
}

interface ReadingAll extends Reading {
  /** Tags with what is named after them. */
  readonly tags: ReadonlyMap<string, string>
  /** The names of the methods so far. */
  readonly ids: Set<string>
}

function readOperation(reading: ReadingAll, path: string, method: HttpMethod, raw: RawOperation): Operation {
  const { contract } = reading
  const operationId = raw.operationId ?? `${method} ${path}`
  const body =
    raw.requestBody === undefined ? undefined : readBody(follow<RequestBody>(contract, raw.requestBody))
  return {
    id: methodName(reading.ids, operationId),
    operationId,
    tag: reading.tags.get(firstTag(raw)) ?? firstTag(raw),
    tags: raw.tags !== undefined && raw.tags.length > 0 ? raw.tags : ['default'],
    method,
    path,
    description: raw.summary ?? raw.description ?? '',
    security: raw.security ?? contract.security ?? [],
    parameters: readParameters(reading, path, raw, passesMediaType(body) ? ['contentType'] : []),
    ...(body !== undefined && { body }),
    responses: Object.entries(raw.responses).map(([status, response]) =>
      readResponse(reading, status, follow<ResponseObject>(contract, response)),
    ),
  }
}

/** An operation's id as the name of a method that neither another operation nor any controller has. */
function methodName(taken: Set<string>, operationId: string): string {
  const plain = identifier(/^[A-Za-z_$][\w$]*$/.test(operationId) ? operationId : camelCase(operationId))
  let name = plain in Object.prototype || ofController.includes(plain) ? `${plain}Operation` : plain
  while (taken.has(name)) name += '_'
  taken.add(name)
  return name
}

const ofController = ['setStatus', 'getStatus', 'setHeader', 'getHeader', 'getHeaders']

function readParameters(
  { contract, settings }: Reading,
  path: string,
  raw: RawOperation,
  taken: readonly string[],
): OperationParameter[] {
  const used = new Set(['body', ...taken])
  return allParameters(contract, path, raw).map(({ parameter }) => {
    let argument = identifier(camelCase(parameter.name))
    if (used.has(argument)) argument += upperFirst(parameter.in)
    while (used.has(argument)) argument += '_'
    used.add(argument)
    return {
      ...parameter,
      argument,
      atEdge: parameter.in === 'header' && isEdgeHeader(settings, parameter.name),
    }
  })
}

function isEdgeHeader({ requestIdHeader }: Settings, name: string): boolean {
  return name.toLowerCase() === requestIdHeader.toLowerCase()
}

function readBody(body: RequestBody): OperationBody {
  const media = Object.entries(body.content).map(([type, { schema = {}, encoding = {} }]) => ({
    // The type alone is compared with what is sent, which may have other parameters.
    type: plainType(type),
    kind: mediaKind(type, schema),
    schema,
    encoding,
    partTypes: partTypes(encoding),
  }))
  return {
    required: body.required ?? false,
    schema: media[0]?.schema ?? {},
    kind: media[0]?.kind ?? 'binary',
    media,
    variants: variantsOf(media),
  }
}

function partTypes(encoding: MediaType['encoding'] = {}): Record<string, readonly string[]> {
  const types = Object.entries(encoding).flatMap(([name, { contentType }]) =>
    contentType === undefined
      ? []
      : [[name, contentType.split(',').map((type) => type.trim().toLowerCase())] as const],
  )
  return Object.fromEntries(types)
}

function readResponse(
  { contract, settings }: Reading,
  status: string,
  response: ResponseObject,
): DeclaredResponse {
  const all: [string, MediaType][] = Object.entries(response.content ?? {})
  const streamed = all.find(([type]) => isEventStream(type))
  // Of events alone, a backend may write the text itself.
  const content = all.length > 1 ? all.filter((entry) => entry !== streamed) : all
  const [first] = content
  return {
    status,
    description: response.description,
    headers: Object.entries(response.headers ?? {})
      // OpenAPI has it ignored: the media type says the same.
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, header]) => ({
        name,
        ...follow<HeaderObject>(contract, header),
        atEdge: isEdgeHeader(settings, name),
      })),
    schema: first === undefined ? undefined : (first[1].schema ?? {}),
    kind: first && mediaKind(first[0], first[1].schema),
    ...(streamed !== undefined && { events: streamed[1].schema ?? {} }),
    mediaTypes: content.map(([type]) => type),
    examples: Object.keys(response.content?.['application/json']?.examples ?? {}),
  }
}
