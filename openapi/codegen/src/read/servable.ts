import { asContract, type Contract, httpMethods, type Schema } from './contract.ts'
import { type Fault, operationKey, type ReportFault } from './faults.ts'
import { followOrEmpty, referenceOf } from './follow.ts'
import { listOf, mapRecords } from './record.ts'
import { servableContent } from './servable-content.ts'
import { addPath, type Paths } from './servable-paths.ts'

type Json = Readonly<Record<string, unknown>>

/** A document without what no server of it does, and what that was. */
export interface Servable {
  readonly document: Contract
  readonly notices: readonly Fault[]
}

/**
 * Takes away what contracts say beside what can be served: XML next to JSON, the body of a GET, an operation without a
 * success. Everything after reads what is served, so that types, validators, client and checks agree.
 */
export function servable(given: Contract): Servable {
  const notices: Fault[] = []
  const ids = new Set<string>()
  const components = mapRecords(Object(given.components), (entries, kind) =>
    mapRecords(entries, (value, name) => {
      const note: ReportFault = (trail, reason, cause) => notices.push(faultOf(trail, name, reason, cause))
      return servableComponent(given, kind, value, { note, trail: ['components', kind, name] })
    }),
  )
  const paths: Paths = new Map()
  for (const [path, item] of Object.entries<Json>(Object(given.paths))) {
    const operations = mapRecords(Object(item), (value, method) => {
      if (!httpMethods.some((name) => name === method)) return value
      const key = operationKey(method, path)
      const note: ReportFault = (trail, reason, cause) =>
        notices.push({ ...faultOf(trail, key, reason, cause), operations: [key] })
      const place = { note, trail: ['paths', path, method] }
      return servableOperation(given, Object(item), path, method, withOwnId(ids, Object(value), place), place)
    })
    const { trace, options, ...others } = operations
    for (const [method, value] of Object.entries({ trace, options }))
      if (value !== undefined)
        notices.push(faultOf(['paths', path, method], operationKey(method, path), edgeAnswers))
    const served = addPath(given, paths, path, others, (method, plain) =>
      notices.push(
        faultOf(
          ['paths', path, method],
          operationKey(method, path),
          `is left out: its requests are those of ${operationKey(method, plain)}`,
          'an operation differs from another by what no request has',
        ),
      ),
    )
    if (served !== path)
      notices.push(faultOf(['paths', path], path, `is served as ${served}`, 'a path is served as another'))
  }
  return {
    document: asContract({
      ...given,
      paths: Object.fromEntries(paths.values()),
      ...('components' in given && { components }),
    }),
    notices,
  }
}

const edgeAnswers = 'is left out: the edge answers it, with the methods of the path'

interface At {
  readonly note: ReportFault
  readonly trail: readonly string[]
}

function servableComponent(document: Contract, kind: string, value: Json, at: At): Json {
  if (kind === 'requestBodies') return servableBody(document, value, at)
  if (kind === 'responses') return servableResponse(document, value, at)
  return value
}

function servableOperation(
  document: Contract,
  item: Json,
  path: string,
  method: string,
  operation: Json,
  at: At,
): Json {
  const takesBody = method !== 'get' && method !== 'head'
  if (!takesBody && operation.requestBody !== undefined)
    at.note([...at.trail, 'requestBody'], `${method.toUpperCase()} takes no body, so it is not read`)
  const responses = mapRecords(Object(operation.responses), (response, status) =>
    servableResponse(document, response, { ...at, trail: [...at.trail, 'responses', status] }),
  )
  const served: Json = {
    // Keys keep their order.
    ...operation,
    ...parametersOf(document, item, path, operation, at),
    ...(operation.requestBody !== undefined && {
      requestBody: servableBody(document, Object(operation.requestBody), {
        ...at,
        trail: [...at.trail, 'requestBody'],
      }),
    }),
    responses: withSuccess(document, responses, { ...at, trail: [...at.trail, 'responses'] }),
  }
  if (takesBody) return served
  const { requestBody: _requestBody, ...others } = served
  return others
}

/** Methods are called after their operations, so a second of one id has one of its own. */
function withOwnId(ids: Set<string>, operation: Json, { note, trail }: At): Json {
  const { operationId } = operation
  if (typeof operationId !== 'string') return operation
  let own = operationId
  for (let count = 2; ids.has(own); count += 1) own = `${operationId}${count}`
  ids.add(own)
  if (own === operationId) return operation
  note(
    [...trail, 'operationId'],
    `its operationId ${operationId} is another operation's too; here it is ${own}`,
    'an operationId is there twice',
  )
  return { ...operation, operationId: own }
}

/** Parameters in a path are what the path names: one that is not declared is any text. */
function parametersOf(document: Contract, item: Json, path: string, operation: Json, at: At): Json {
  const named = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '')
  const own = listOf(operation.parameters)
  const all = [...listOf(item.parameters), ...own].map((parameter) =>
    followOrEmpty<Json>(document, Object(parameter)),
  )
  const missing = named.filter((name) => !all.some((one) => one.in === 'path' && one.name === name))
  for (const name of missing)
    at.note(
      at.trail,
      `the path parameter ${name} is not declared, so it is any text`,
      'a path parameter is not declared',
    )
  const kept = own.flatMap((raw, index) => {
    const parameter = followOrEmpty<Json>(document, Object(raw))
    const here = [...at.trail, 'parameters', String(index)]
    if (parameter.in === 'header' && /^(accept|content-type|authorization)$/i.test(String(parameter.name)))
      return []
    if (parameter.in !== 'path') return [raw]
    if (!named.includes(String(parameter.name))) {
      at.note(
        here,
        `the path parameter ${parameter.name} is not in the path`,
        'a path parameter is not in the path',
      )
      return []
    }
    return [parameter.required === true ? raw : { ...parameter, required: true }]
  })
  const added = missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  if (operation.parameters === undefined && added.length === 0) return {}
  return { parameters: [...kept, ...added] }
}

/** An operation has a response that says that all is well. */
function withSuccess(document: Contract, responses: Json, { note, trail }: At): Json {
  const range = Object.keys(responses).find((status) => /^2XX$/i.test(status))
  if (Object.keys(responses).some((status) => /^[23]\d\d$/.test(status))) {
    if (range === undefined) return responses
    note([...trail, range], 'the range 2XX is not served beside a status of it')
    const { [range]: _range, ...others } = responses
    return others
  }
  const source = range ?? (responses.default === undefined ? undefined : 'default')
  note(
    [...trail, ...(source === undefined ? [] : [source])],
    `has no response with a status of 2xx or 3xx: ${source ?? 'an empty one'} is served as 200`,
    'has no response with a status of 2xx or 3xx; one is served as 200',
  )
  const success =
    source === undefined ? { description: 'Done.' } : followOrEmpty<Json>(document, Object(responses[source]))
  const others = Object.entries(responses).filter(([status]) => status !== range)
  return { 200: success, ...Object.fromEntries(others) }
}

function servableBody(document: Contract, body: Json, at: At): Json {
  if (referenceOf(body) !== undefined || body.content === undefined) return body
  return { ...body, content: servableContent(document, Object(body.content), at, 'request') }
}

function servableResponse(document: Contract, response: Json, at: At): Json {
  if (referenceOf(response) !== undefined) return response
  const headers = Object.entries(Object(response.headers)).map(([name, header]: [string, unknown]) => [
    name,
    servableHeader(document, name, Object(header), at),
  ])
  return {
    ...response,
    ...(response.headers !== undefined && { headers: Object.fromEntries(headers) }),
    ...(response.content !== undefined && {
      content: servableContent(document, Object(response.content), at, 'response'),
    }),
  }
}

/** A header is one text: that of a list or an object is for the backend to write. */
function servableHeader(document: Contract, name: string, header: Json, { note, trail }: At): Json {
  const target = followOrEmpty<Json>(document, header)
  const schema =
    target.schema === undefined ? undefined : followOrEmpty<Schema>(document, Object(target.schema))
  if (schema !== undefined && schema.type !== 'array' && schema.type !== 'object') return header
  note(
    [...trail, 'headers', name],
    `the header ${name} is written as a text`,
    'a header that is no scalar is written as a text',
  )
  const { content: _content, ...others } = target
  return { ...others, schema: { type: 'string' } }
}

function faultOf(trail: readonly string[], where: string, reason: string, cause?: string): Fault {
  return { trail, where, reason, ...(cause !== undefined && { cause }) }
}
