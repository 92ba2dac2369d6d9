import {
  type Contract,
  type HeaderObject,
  type HttpMethod,
  httpMethods,
  type Parameter,
  type RawOperation,
  type Reference,
  type RequestBody,
  type ResponseObject,
  type Schema,
} from './contract.ts'
import { follow } from './follow.ts'

/** One operation with its references followed, as the emitters need it. */
export interface Operation {
  readonly id: string
  readonly tag: string
  readonly method: HttpMethod
  readonly path: string
  readonly description: string
  /** Names of the security schemes that the operation demands; empty when it is public. */
  readonly security: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body?: { readonly required: boolean; readonly schema: Schema }
  readonly responses: readonly Answer[]
}

export interface Answer {
  readonly status: string
  readonly description: string
  readonly headers: readonly ({ readonly name: string } & HeaderObject)[]
  readonly schema: Schema | undefined
  /** The names of its examples; those of errors are their codes. */
  readonly examples: readonly string[]
}

/** Every operation in the order of the document. Throws when one lacks what the generator builds on. */
export function operationsOf(contract: Contract): Operation[] {
  const operations: Operation[] = []
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const method of httpMethods) {
      const raw = item[method]
      if (raw !== undefined)
        operations.push(readOperation(contract, path, method, raw, item.parameters ?? []))
    }
  }
  return operations
}

function readOperation(
  contract: Contract,
  path: string,
  method: HttpMethod,
  raw: RawOperation,
  shared: readonly (Parameter | Reference)[],
): Operation {
  const where = `${method.toUpperCase()} ${path}`
  const tag = raw.tags[0]
  if (tag === undefined || raw.tags.length > 1) throw new Error(`${where} must have exactly one tag`)
  if (raw.security === undefined) throw new Error(`${where} must state its security, [] when it is public`)
  const security = raw.security.flatMap((rule) => Object.keys(rule))
  if (raw.security.length !== security.length) {
    throw new Error(`${where} combines security schemes, which the generator does not know`)
  }
  const body = raw.requestBody === undefined ? undefined : follow<RequestBody>(contract, raw.requestBody)
  return {
    id: raw.operationId,
    tag,
    method,
    path,
    description: raw.summary ?? raw.description ?? '',
    security,
    parameters: [...shared, ...(raw.parameters ?? [])].map((parameter) =>
      follow<Parameter>(contract, parameter),
    ),
    ...(body !== undefined && {
      body: { required: body.required ?? false, schema: jsonSchema(body.content, where) },
    }),
    responses: Object.entries(raw.responses).map(([status, response]) =>
      readAnswer(contract, where, status, follow<ResponseObject>(contract, response)),
    ),
  }
}

function readAnswer(contract: Contract, where: string, status: string, response: ResponseObject): Answer {
  return {
    status,
    description: response.description,
    headers: Object.entries(response.headers ?? {}).map(([name, header]) => ({
      name,
      ...follow<HeaderObject>(contract, header),
    })),
    schema: response.content === undefined ? undefined : jsonSchema(response.content, `${where} ${status}`),
    examples: Object.keys(response.content?.['application/json']?.examples ?? {}),
  }
}

function jsonSchema(content: Readonly<Record<string, { readonly schema: Schema }>>, where: string): Schema {
  const media = content['application/json']
  if (media === undefined || Object.keys(content).length !== 1) {
    throw new Error(`${where} must speak application/json and nothing else`)
  }
  return media.schema
}
