import type { Session, TestResponse } from '../codegen/src/conform/scenario.ts'
import type { TestRequest } from '../codegen/src/conform/test-request.ts'
import type { Operation } from '../codegen/src/read/operations.ts'
import { allowFaults } from './errors.ts'

/** An id that no backend has issued. */
const unknownId = 'conform-no-such-id'

function pathOf({ path }: Operation): string {
  return path.replaceAll(/\{\w+\}/g, unknownId)
}

/** A request of an operation that is valid except that nothing has its id. */
function plain(operation: Operation): TestRequest {
  const { method, body } = operation
  return {
    method: method.toUpperCase(),
    path: pathOf(operation),
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  }
}

/** Paths, ids and a key that a backend does not know. */
export async function checkUnknown(session: Session): Promise<void> {
  const notFound = { status: 404, code: 'NOT_FOUND' }
  for (const path of ['/api/v1/me/', '/api/v1/ME', '/api/v2/me', '/api/v1/images'])
    await session.send(`GET ${path}`, { method: 'GET', path }, notFound)
  for (const operation of session.operations.filter(({ path }) => path.includes('{')))
    await session.send(`${operation.operationId} of an unknown id`, plain(operation), { status: 404 })
  await checkUnknownKey(session)
}

/** A key that was never issued. Only recorded: a backend under development may accept any key. */
async function checkUnknownKey(session: Session): Promise<void> {
  const operation = session.operations.find(
    ({ security, operationId }) => security.length > 0 && !session.unimplemented.has(operationId),
  )
  if (operation === undefined) return
  const asked = { ...plain(operation), headers: { Authorization: 'Bearer conform-no-such-key' } }
  const response = await session.send(`${operation.operationId} with an unknown key`, asked)
  if (response !== undefined && response.status !== 401)
    session.remark(
      `a key that nobody issued is taken: ${operation.operationId} responds with ${response.status}`,
    )
}

/** The caller's own request id: echoed if valid, otherwise replaced. */
export async function checkRequestId(session: Session): Promise<void> {
  const ids = ['a', '!~', 'x'.repeat(128), 'x'.repeat(129), 'with a space', 'caf\u00e9']
  for (const path of ['/api/v1/me', '/api/v1/pricing', '/api/v1/conform-nowhere'])
    for (const id of ids)
      await session.send(`X-Request-Id ${id} on ${path}`, {
        method: 'GET',
        path,
        headers: { 'X-Request-Id': id },
      })
}

/** Types that some frameworks take for JSON, or read all the same. */
export async function checkFramingTypes(session: Session): Promise<void> {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']
  for (const operation of session.operations.filter(({ body }) => body !== undefined))
    for (const type of types)
      await session.send(
        `${operation.operationId} with a body of type ${type}`,
        { ...plain(operation), headers: { 'Content-Type': type } },
        { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
      )
}

export async function checkOptions(session: Session): Promise<void> {
  for (const path of new Set(session.operations.map((operation) => operation.path))) {
    const asked = { method: 'OPTIONS', path: path.replaceAll(/\{\w+\}/g, unknownId), withKey: false }
    const response = await session.sendUnchecked(`OPTIONS ${path}`, asked)
    if (response === undefined || response.status === 501) continue
    const isGood = response.status === 200 || response.status === 204
    session.breach(`OPTIONS ${path}`, asked, [
      ...(isGood
        ? allowFaults(asked, response, session)
        : [`responded with ${response.status}, not 200 or 204`]),
      ...requestIdFaults(response),
    ])
  }
}

/** HEAD responds like GET, without the body. */
export async function checkHead(session: Session): Promise<void> {
  for (const operation of session.operations) {
    const { operationId, method } = operation
    if (method !== 'get' || session.unimplemented.has(operationId)) continue
    const asked = { method: 'HEAD', path: pathOf(operation) }
    const get = await session.send(`${operationId} beside HEAD`, plain(operation))
    const head = await session.sendUnchecked(`HEAD of ${operationId}`, asked)
    if (get === undefined || head === undefined) continue
    session.breach(`HEAD of ${operationId}`, asked, [
      ...(head.status === get.status ? [] : [`responded with ${head.status}, GET ${get.status}`]),
      ...(head.body === undefined ? [] : ['a body']),
      ...requestIdFaults(head),
    ])
  }
}

function requestIdFaults({ headers }: TestResponse): string[] {
  return headers.has('x-request-id') ? [] : ['header x-request-id is missing']
}
