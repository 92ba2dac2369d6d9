import { type Operation, record } from '../checker/document.ts'
import { type Oracle, show } from './schema-values.ts'
import type { Session, TestResponse } from './session.ts'
import type { TestRequest } from './test-request.ts'

/** An id that no backend has issued. */
const unknownId = 'conform-no-such-id'

/** An operation's path with an id in place of its parameters. */
function pathOf({ path }: Operation, id = unknownId): string {
  return path.replaceAll(/\{\w+\}/g, encodeURIComponent(id))
}

/** A request of an operation that is valid except that nothing has this id. */
function plain(operation: Operation, id?: string): TestRequest {
  const { method, requestBody } = operation
  return {
    method,
    path: pathOf(operation, id),
    ...(requestBody !== undefined && { headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  }
}

/** Checks who may call an operation, and how it responds to unknown ids. */
export async function checkAccess(session: Session, operation: Operation): Promise<void> {
  const { operationId, isPublic } = operation
  const asked = plain(operation)
  if (isPublic) {
    await session.send(`${operationId} without a key`, { ...asked, withKey: false }, { status: 200 })
  } else {
    const unauthenticated = { status: 401, code: 'UNAUTHENTICATED' }
    await session.send(`${operationId} without a key`, { ...asked, withKey: false }, unauthenticated)
    for (const credentials of ['Basic Y29uZm9ybTo=', 'Bearer', 'Bearer a b'])
      await session.send(
        `${operationId} with ${credentials}`,
        withHeader(asked, credentials),
        unauthenticated,
      )
  }
  if (!operation.path.includes('{')) return
  await session.send(`${operationId} of an unknown id`, asked, { status: 404 })
}

function withHeader(asked: TestRequest, credentials: string): TestRequest {
  return { ...asked, headers: { ...asked.headers, Authorization: credentials } }
}

/** A key that was never issued. Only recorded: a backend under development may accept any key. */
export async function checkUnknownKey(session: Session): Promise<void> {
  const operation = session.checker.operations.find(
    ({ isPublic, operationId }) => !isPublic && !session.unimplemented.has(operationId),
  )
  if (operation === undefined) return
  const asked = withHeader(plain(operation), 'Bearer conform-no-such-key')
  const response = await session.send(`${operation.operationId} with an unknown key`, asked)
  if (response !== undefined && response.status !== 401)
    session.remark(
      `a key that nobody issued is taken: ${operation.operationId} responds with ${response.status}`,
    )
}

/** Each parameter with a value that its schema rejects. */
export async function checkParameters(session: Session, operation: Operation, oracle: Oracle): Promise<void> {
  const invalid = (name: string) => ({
    status: 400,
    code: 'INVALID_REQUEST',
    faults: ({ body }: TestResponse) =>
      // Of a list, they name the element.
      new RegExp(`"/${name}["/]`).test(JSON.stringify(record(body).details ?? []))
        ? []
        : [`details do not name /${name}`],
  })
  const tooLong = 'x'.repeat(200)
  for (const { name, in: place, schema } of operation.parameters) {
    if (oracle(schema, tooLong)) continue
    const asked = plain(operation)
    const tried = `${operation.operationId} with a wrong ${name}`
    if (place === 'path') await session.send(tried, plain(operation, tooLong), invalid(name))
    if (place === 'query') {
      await session.send(tried, { ...asked, path: `${asked.path}?${name}=${tooLong}` }, invalid(name))
    }
    if (place === 'header') {
      const headers = { ...asked.headers, [name]: tooLong }
      // With a valid body, so that only the header can be rejected.
      const body = JSON.stringify(operation.requestExamples[0]?.value)
      await session.send(
        tried,
        { ...asked, headers, ...(asked.body !== undefined && { body }) },
        invalid(name),
      )
    }
  }
}

/** The caller's own request id: echoed if valid, otherwise replaced. */
export async function checkRequestId(session: Session): Promise<void> {
  const ids = ['a', '!~', 'x'.repeat(128), 'x'.repeat(129), 'with a space', 'caf\u00e9']
  for (const path of ['/api/v1/me', '/api/v1/pricing', '/api/v1/conform-nowhere'])
    for (const id of ids)
      await session.send(`X-Request-Id ${show(id)} on ${path}`, {
        method: 'GET',
        path,
        headers: { 'X-Request-Id': id },
      })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Unknown paths, and methods that a path does not have. */
export async function checkRouting(session: Session): Promise<void> {
  const notFound = { status: 404, code: 'NOT_FOUND' }
  const { operations } = session.checker
  for (const path of ['/api/v1/conform-nowhere', '/api/v1/me/', '/api/v1/ME', '/api/v2/me', '/api/v1/images'])
    await session.send(`GET ${path}`, { method: 'GET', path }, notFound)
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const own = operations.filter((operation) => operation.path === path)
    const known = own.map(({ method }) => method)
    const [first] = own
    if (first === undefined) continue
    for (const method of methods.filter((one) => !known.includes(one))) {
      await session.send(
        `${method} ${path}`,
        { method, path: pathOf(first) },
        { status: 405, code: 'METHOD_NOT_ALLOWED', faults: (response) => allowFaults(response, known) },
      )
    }
    await checkOptions(session, pathOf(first), known)
  }
}

function allowFaults({ headers }: TestResponse, known: readonly string[]): string[] {
  const allow = (headers.get('allow') ?? '').split(',').map((method) => method.trim())
  return known.every((method) => allow.includes(method))
    ? []
    : [`Allow is "${allow.join(', ')}" and does not list ${known.join(', ')}`]
}

async function checkOptions(session: Session, path: string, known: readonly string[]): Promise<void> {
  const asked = { method: 'OPTIONS', path, withKey: false }
  const response = await session.sendUnchecked(`OPTIONS ${path}`, asked)
  if (response === undefined || response.status === 501) return
  const isGood = response.status === 200 || response.status === 204
  session.breach(`OPTIONS ${path}`, asked, [
    ...(isGood ? allowFaults(response, known) : [`responded with ${response.status}, not 200 or 204`]),
    ...(response.headers.has('x-request-id') ? [] : ['header x-request-id is missing']),
  ])
}

/** HEAD responds like GET, without the body. */
export async function checkHead(session: Session): Promise<void> {
  for (const operation of session.checker.operations) {
    const { operationId, method } = operation
    if (method !== 'GET' || session.unimplemented.has(operationId)) continue
    const asked = { method: 'HEAD', path: pathOf(operation) }
    const get = await session.send(`${operationId} beside HEAD`, plain(operation))
    const head = await session.sendUnchecked(`HEAD of ${operationId}`, asked)
    if (get === undefined || head === undefined) continue
    session.breach(`HEAD of ${operationId}`, asked, [
      ...(head.status === get.status ? [] : [`responded with ${head.status}, GET ${get.status}`]),
      ...(head.body === undefined ? [] : ['a body']),
      ...(head.headers.has('x-request-id') ? [] : ['header x-request-id is missing']),
    ])
  }
}
