/** A request that a contract gives an example of. */
export interface ExampleRequest {
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

type Json = Readonly<Record<string, unknown>>

const methods = ['get', 'put', 'post', 'delete', 'patch']

/**
 * The requests of a document whose bodies are its own examples: one for each example of a body, and one for each operation
 * without. What it gives no example of, a required parameter has a value of its type. Operations of which not even that is
 * known are left out.
 */
export function exampleRequests(document: Json): ExampleRequest[] {
  const read = reader(document)
  return Object.entries(read(document.paths)).flatMap(([path, rawItem]) => {
    const item = read(rawItem)
    return methods.flatMap((method) => {
      if (item[method] === undefined) return []
      const operation = read(item[method])
      const parameters = [...list(item.parameters), ...list(operation.parameters)].map(read)
      const values = new Map(parameters.map((parameter) => [parameter, parameterValue(read, parameter)]))
      if (parameters.some((parameter) => parameter.required === true && values.get(parameter) === undefined))
        return []
      const sent = parameters.filter((parameter) => parameter.required === true)
      const url = urlOf(basePath(operation.servers ?? item.servers ?? document.servers) + path, sent, values)
      const headers = {
        ...credentials(document, operation, read),
        ...Object.fromEntries(
          sent.filter((one) => one.in === 'header').map((one) => [String(one.name), String(values.get(one))]),
        ),
      }
      const shared = { operation: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), headers }
      const bodies = bodiesOf(read, operation)
      if (bodies === undefined) return [{ ...shared, url: withCredentials(url, document, operation, read) }]
      return bodies.map(([type, body]) => ({
        ...shared,
        url: withCredentials(url, document, operation, read),
        headers: { ...headers, 'Content-Type': type },
        body,
      }))
    })
  })
}

/** The examples of a body; undefined for an operation that takes none. */
function bodiesOf(read: Read, operation: Json): [string, string][] | undefined {
  if (operation.requestBody === undefined) return undefined
  const content = Object.entries(read(read(operation.requestBody).content))
  const [type, media] = content.find(([name]) => /[/+]json/.test(name)) ?? []
  if (type === undefined) return []
  const { example, examples, schema } = read(media)
  const own = read(schema)
  const values = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(read(examples)).map((one) => read(one).value),
    ...(own.example === undefined ? [] : [own.example]),
    ...list(own.examples),
  ].filter((value) => typeof value === 'object')
  return values.map((value) => [type, JSON.stringify(value)])
}

function parameterValue(read: Read, parameter: Json): unknown {
  const media = Object.values(read(parameter.content))[0]
  const schema = read(parameter.schema ?? read(media).schema)
  const [named] = Object.values(read(parameter.examples))
  const given =
    parameter.example ?? read(named).value ?? schema.example ?? list(schema.examples)[0] ?? schema.default
  const value = given ?? sampleOf(read, schema)
  if (value === undefined || media === undefined) return value
  return typeof value === 'string' && given !== undefined ? value : JSON.stringify(value)
}

function sampleOf(read: Read, schema: Json): unknown {
  if (schema.const !== undefined) return schema.const
  const [first] = list(schema.enum)
  if (first !== undefined) return first
  const [part] = [...list(schema.allOf), ...list(schema.oneOf), ...list(schema.anyOf)]
  if (part !== undefined) return sampleOf(read, read(part))
  if (schema.pattern !== undefined) return undefined
  const [type] = [schema.type].flat()
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1))
  if (type === 'boolean') return true
  if (type === 'array') {
    const item = sampleOf(read, read(schema.items))
    return item === undefined ? undefined : [item]
  }
  if (type !== 'string' && type !== undefined) return undefined
  const known = formats[String(schema.format)]
  return known ?? 'a'.repeat(Math.max(1, Number(schema.minLength ?? 1)))
}

const formats: Readonly<Record<string, string>> = {
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'a@example.com',
  uri: 'https://example.com/',
}

function urlOf(path: string, parameters: readonly Json[], values: ReadonlyMap<Json, unknown>): string {
  let url = path
  const query = new URLSearchParams()
  for (const parameter of parameters) {
    const value = values.get(parameter)
    if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(String(value)))
    if (parameter.in !== 'query') continue
    if (parameter.explode === false) query.append(String(parameter.name), [value].flat().join(','))
    else for (const one of [value].flat()) query.append(String(parameter.name), String(one))
  }
  return query.size === 0 ? url : `${url}?${query}`
}

function basePath(servers: unknown): string {
  const [first] = list(servers)
  if (typeof first !== 'object' || first === null || !('url' in first)) return ''
  const variables = 'variables' in first ? Object(first.variables) : {}
  const url = String(first.url).replaceAll(/\{([^}]*)\}/g, (_all, name) => variables[name]?.default ?? name)
  const path = /^[a-z][\w+.-]*:\/\/[^/]*(\/.*)?$/i.exec(url)?.[1] ?? (url.startsWith('/') ? url : '/')
  return path.replace(/\/+$/, '')
}

function schemesOf(document: Json, operation: Json, read: Read): Json[] {
  const [rule] = list(operation.security ?? document.security)
  const schemes = read(read(document.components).securitySchemes)
  return Object.keys(Object(rule ?? {})).map((name) => read(schemes[name]))
}

function credentials(document: Json, operation: Json, read: Read): Record<string, string> {
  return Object.fromEntries(
    schemesOf(document, operation, read).flatMap((scheme) => {
      if (scheme.type === 'apiKey')
        return scheme.in === 'header'
          ? [[String(scheme.name), 'any']]
          : scheme.in === 'cookie'
            ? [['Cookie', `${scheme.name}=any`]]
            : []
      return [['Authorization', scheme.scheme === 'basic' ? 'Basic YTpi' : 'Bearer any']]
    }),
  )
}

function withCredentials(url: string, document: Json, operation: Json, read: Read): string {
  const keys = schemesOf(document, operation, read).filter(
    ({ type, in: place }) => type === 'apiKey' && place === 'query',
  )
  return keys.reduce((text, { name }) => `${text}${text.includes('?') ? '&' : '?'}${name}=any`, url)
}

type Read = (value: unknown) => Json

/** Objects with their references followed; anything else is an object without keys. */
function reader(document: Json): Read {
  const read = (value: unknown, depth = 0): Json => {
    if (typeof value !== 'object' || value === null) return {}
    if (!('$ref' in value) || typeof value.$ref !== 'string' || depth > 20) return { ...value }
    const keys = value.$ref.slice(2).split('/')
    const target = keys.reduce<unknown>(
      (at, key) => Object(at)[decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )
    return read(target, depth + 1)
  }
  return (value) => read(value)
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
