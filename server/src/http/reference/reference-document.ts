import type { CodeSample, ExampleCall } from './call.ts'
import { commandSample, sdkSample } from './client-samples.ts'
import { curlSample, pythonSample } from './http-samples.ts'

interface Reference {
  readonly $ref?: string
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly example?: unknown
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly (Parameter & Reference)[]
  readonly requestBody?: RequestBody
}
interface RequestBody {
  readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Reference>> }>>
}
interface Schema {
  readonly properties?: Readonly<Record<string, { readonly 'x-cli'?: { readonly name?: string } }>>
}
interface Contract {
  readonly info: { readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly examples: Readonly<Record<string, { readonly value: Readonly<Record<string, unknown>> }>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
  readonly 'x-error-statuses': Readonly<Record<string, number>>
}

/**
 * The contract as the API reference shows it: by the name of the product, with request samples made from its
 * examples and, if there are pages of error codes, with a link to each. Of the examples of a body only the one in
 * the samples is left, because a choice among them would change no sample. The contract itself is at /api/spec.json.
 */
export function referenceDocument(contract: Contract, options: { readonly hasErrorPages: boolean }): object {
  const paths = mapValues(contract.paths, (item, path) =>
    mapValues(item, (operation, method) => ({
      ...operation,
      ...(operation.requestBody && { requestBody: withFirstExample(operation.requestBody) }),
      'x-codeSamples': samplesOf(exampleCall(contract, { path, method, operation })),
    })),
  )
  const { description } = contract.info
  const linked = options.hasErrorPages ? linkCodes(description, contract) : description
  return { ...contract, info: { ...contract.info, title: 'mediagen API', description: linked }, paths }
}

function samplesOf(call: ExampleCall): CodeSample[] {
  return [curlSample, sdkSample, commandSample, pythonSample].flatMap((make) => make(call) ?? [])
}

function exampleCall(
  { components }: Contract,
  { path, method, operation }: { path: string; method: string; operation: Operation },
): ExampleCall {
  const parameters = (operation.parameters ?? []).map(
    (parameter) => components.parameters[nameOf(parameter)] ?? parameter,
  )
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
  const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})
  return {
    operationId: operation.operationId,
    tag: operation.tags[0] ?? '',
    method,
    path:
      inPath.reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), path) +
      (query.length === 0 ? '' : `?${query.map(({ name, example }) => `${name}=${example}`).join('&')}`),
    ids: inPath.map(({ example }) => String(example)),
    query: Object.fromEntries(query.map(({ name, example }) => [name, example])),
    isSecured: (operation.security ?? []).length > 0,
    body: example && components.examples[nameOf(example)]?.value,
    optionNames: optionNamesOf(Object.values(components.schemas)),
  }
}

function withFirstExample(body: RequestBody): RequestBody {
  const content = mapValues(body.content, (media) => ({
    ...media,
    ...(media.examples && { examples: Object.fromEntries(Object.entries(media.examples).slice(0, 1)) }),
  }))
  return { ...body, content }
}

function optionNamesOf(schemas: readonly Schema[]): Record<string, string> {
  const fields = schemas.flatMap(({ properties = {} }) => Object.entries(properties))
  return Object.fromEntries(
    fields.flatMap(([name, { 'x-cli': cli }]) => (cli?.name === undefined ? [] : [[name, cli.name]])),
  )
}

/** The first column of the table of error codes as links to their pages. */
function linkCodes(description: string, contract: Contract): string {
  return description.replace(/^\| `(\w+)` \|/gm, (row, code: string) =>
    Object.hasOwn(contract['x-error-statuses'], code) ? `| [\`${code}\`](/docs/errors/${code}) |` : row,
  )
}

function nameOf({ $ref }: Reference): string {
  return $ref?.split('/').at(-1) ?? ''
}

function mapValues<Value, Made>(
  record: Readonly<Record<string, Value>>,
  make: (value: Value, key: string) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value, key)]))
}
