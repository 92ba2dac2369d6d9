import { camelCase, identifier, isReservedWord, typeName, upperFirst } from '../names.ts'
import { asContract, type Contract, type HttpMethod, httpMethods, type Server } from './contract.ts'
import { withItsMapping } from './discriminator.ts'
import { follow } from './follow.ts'
import { escapeKey, pointerKeys } from './pointer.ts'
import { isRecord } from './record.ts'
import { mapSchemaPlaces, withoutBooleans } from './subschemas.ts'

type Json = Readonly<Record<string, unknown>>

/** Names that mean something else in generated files: decorators, helpers, and types of TypeScript. */
const taken = new Set(
  'Api Apis Array Authenticate Blob Body Boolean Buffer ContractAppOptions Controller createContractApp createContractRouter Date DeclaredError declaredError Delete EdgeError Error ErrorBodies ErrorCode errorCodes errorResponse Example Exclude File Function Get Head Header Map Models NotImplementedError Number Object Omit OperationId Partial Patch Path Pick Post Principal Promise Put Query RateLimitResult Readable Readonly Record RenderedError Request RequestContext RequestEnd RequestFailure Response ResponseWithHeaders Route SecuredRequest Security ServiceError Set String SuccessResponse Symbol Tags Uint8Array UploadedFile Violation'.split(
    ' ',
  ),
)

/** Keys whose value has names of the contract as its keys. */
const namedMaps = ['properties', 'patternProperties', '$defs', 'dependentSchemas', 'responses', 'headers', 'content', 'encoding',
  'requestBodies', 'parameters'] // biome-ignore format: a word list

/** The document with boolean schemas spelled as objects; keys and order stay. */
export function withBooleanSchemasAsObjects(document: Contract): Contract {
  return asContract(mapSchemaPlaces({ ...document, components: document.components ?? {} }, withoutBooleans))
}

/**
 * The document in the form that the emitters build on: every reference to a schema names a component, whose
 * name is that of a type; paths begin with that of the server, and their parameters are identifiers.
 */
export function normalized(document: Contract): Contract {
  const schemas = new Map<string, unknown>(Object.entries(document.components.schemas ?? {}))
  const names = new Map<string, string>()
  const used = new Set<string>(generatedNames(document))
  const nameFor = (reference: string): string => {
    const known = names.get(reference)
    if (known !== undefined) return known
    const keys = pointerKeys(reference)
    const plain =
      keys.length === 3
        ? (keys[2] ?? '')
        : keys
            .slice(2)
            .map((key) => upperFirst(key))
            .join('_')
    let name = typeName(plain)
    if (taken.has(name) || used.has(name) || isReservedWord(name)) name = `${upperFirst(name)}Model`
    while (used.has(name)) name += '_'
    used.add(name)
    names.set(reference, name)
    return name
  }
  for (const name of schemas.keys()) nameFor(`#/components/schemas/${escapeKey(name)}`)
  const hoisted: [string, unknown][] = []
  const rename = (value: unknown, isName: boolean, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => rename(item, false, ''))
    if (
      !isRecord(value) ||
      (!isName && ['example', 'examples', 'default', 'enum', 'const', 'value'].includes(key))
    )
      return value
    const entries = Object.entries(value).map(([name, item]) => {
      const isMap = !isName && namedMaps.includes(key)
      if (name === '$ref' && !isMap && typeof item === 'string' && isSchemaReference(item)) {
        const known = names.has(item)
        const target = nameFor(item)
        if (!known) hoisted.push([target, follow(document, { $ref: item })])
        return [name, `#/components/schemas/${target}`]
      }
      return [name, rename(item, isMap, name)]
    })
    const renamed = Object.fromEntries(entries)
    return isName ? renamed : withItsMapping(document, value, renamed)
  }
  const renamedSchemas = [...schemas].map(([name, schema]): [string, unknown] => [
    nameFor(`#/components/schemas/${escapeKey(name)}`),
    rename(schema, false, ''),
  ])
  const { schemas: _schemas, ...others } = document.components
  const { paths, components: _components, ...rest } = document
  const renamedPaths = rename(withPlainPaths(document, paths), false, '')
  const renamedOthers = rename(others, false, '')
  for (let next = hoisted.shift(); next !== undefined; next = hoisted.shift())
    renamedSchemas.push([next[0], rename(next[1], false, '')])
  return asContract({
    ...rest,
    paths: renamedPaths,
    components: {
      ...(isRecord(renamedOthers) ? renamedOthers : {}),
      schemas: Object.fromEntries(renamedSchemas),
    },
  })
}

/** The names of generated types that a schema could have too. */
function generatedNames(document: Contract): string[] {
  const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item))
  return operations.flatMap((operation: unknown) => {
    if (!isRecord(operation)) return []
    const tags = Array.isArray(operation.tags) ? operation.tags : ['default']
    const ofTags = tags.flatMap((tag) => {
      const name = identifier(upperFirst(camelCase(String(tag))))
      return [`${name}Api`, `${name}Controller`]
    })
    return [...ofTags, `${identifier(upperFirst(camelCase(String(operation.operationId ?? ''))))}Input`]
  })
}

function isSchemaReference(reference: string): boolean {
  const keys = pointerKeys(reference)
  return keys[0] === 'components' ? keys[1] === 'schemas' || keys.length > 3 : true
}

function withPlainPaths(document: Contract, paths: Contract['paths']): Json {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) => {
      const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
      const isChanged = names.some((name) => name !== plainName(name))
      const methods = httpMethods.filter((method) => item[method] !== undefined)
      const places = new Set(methods.map((method) => servedPath(document, path, method)))
      return [...places].map((at) => {
        const gone = new Set<string>(methods.filter((method) => servedPath(document, path, method) !== at))
        const kept = Object.fromEntries(
          Object.entries(item).flatMap(([key, value]) => {
            if (gone.has(key)) return []
            // Called by the path in the document, as in the client.
            return [
              [
                key,
                methods.some((method) => method === key)
                  ? { operationId: `${key} ${path}`, ...Object(value) }
                  : value,
              ],
            ]
          }),
        )
        return [at, isChanged ? withRenamedParameters(document, kept) : kept]
      })
    }),
  )
}

/** Where an operation is served: below the path of its own first server, or of the document's. */
export function servedPath(document: Contract, path: string, method: HttpMethod): string {
  const item = document.paths[path]
  const servers = item?.[method]?.servers ?? item?.servers ?? document.servers ?? []
  const plain = path.replace(/\{([^}]+)\}/g, (_match, name: string) => `{${plainName(name)}}`)
  return `${basePath({ servers })}${plain}`
}

/** The path of the first server: clients put it before every path. */
export function basePath(document: Pick<Contract, 'servers'>): string {
  const [first] = document.servers ?? []
  return first === undefined ? '' : serverPath(first)
}

/** The path of a server, its variables having their defaults. */
export function serverPath({ url: template, variables = {} }: Server): string {
  const url = template.replaceAll(/\{([^}]*)\}/g, (_match, name: string) => variables[name]?.default ?? name)
  const path = /^[a-z][\w+.-]*:\/\/[^/]*(\/.*)?$/i.exec(url)?.[1] ?? (url.startsWith('/') ? url : '/')
  return path.replace(/\/+$/, '')
}

function plainName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : identifier(camelCase(name))
}

function withRenamedParameters(document: Contract, value: unknown): unknown {
  if (!isRecord(value)) return value
  const list = (parameters: unknown): unknown =>
    Array.isArray(parameters)
      ? parameters.map((parameter) => {
          const target: unknown = follow<object>(document, parameter)
          return isRecord(target) && target.in === 'path'
            ? { ...target, name: plainName(String(target.name)) }
            : parameter
        })
      : parameters
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === 'parameters') return [key, list(item)]
      return [
        key,
        isRecord(item) && 'parameters' in item ? { ...item, parameters: list(item.parameters) } : item,
      ]
    }),
  )
}
