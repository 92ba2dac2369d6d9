import type { Contract } from '../read/contract.ts'
import { findOperation } from '../read/find-operation.ts'
import type { Operation } from '../read/operations.ts'
import { checkOperation } from './check-operation.ts'
import { fuzz } from './fuzz.ts'
import { plainContract } from './plain-contract.ts'
import type { Breach, Session, SessionOptions } from './scenario.ts'
import { rejectionOf } from './scenario.ts'
import { createSession } from './session.ts'

export interface ConformOptions extends SessionOptions {
  /** The contract, as one document. */
  readonly document: Contract
  /** Whether valid requests of methods other than GET and HEAD are left out. */
  readonly readOnly: boolean
  /** The seed of the fuzz requests. */
  readonly seed: number
  /** The number of fuzz requests. */
  readonly requests: number
}

export interface ConformReport {
  readonly breaches: readonly Breach[]
  /** Operations that respond with 501. */
  readonly unimplemented: readonly string[]
  /** Operations that no valid request could be made for. */
  readonly untried: readonly string[]
  /** Declared responses of the other operations that did not occur, as `getTask 500`. */
  readonly unseen: readonly string[]
  readonly remarks: readonly string[]
  readonly requests: number
}

/**
 * Checks a running backend against its contract, from outside. Throws Unreachable if there is no backend to check.
 */
export async function conform(options: ConformOptions): Promise<ConformReport> {
  const { scenario, readOnly } = options
  const session = createSession(plainContract(options.document), options)
  const { operations } = session
  const sendsValid = (operation: Operation) =>
    scenario.owns?.(operation) !== true && (!readOnly || ['get', 'head'].includes(operation.method))
  await scenario.begin?.(session)
  await checkUnknownPath(session)
  const owned = operations.filter((operation) => scenario.owns?.(operation) === true)
  for (const operation of [...operations.filter((one) => !owned.includes(one)), ...owned])
    await checkOperation(session, operation, sendsValid(operation))
  for (const path of new Set(operations.map((operation) => operation.path))) await checkMethods(session, path)
  await scenario.end?.(session)
  await fuzz(session, sendsValid, options)
  return reportOf(session)
}

async function checkUnknownPath(session: Session): Promise<void> {
  const [first] = session.operations
  const path = `${first?.path.replace(/\{.*$/, '').replace(/\/+$/, '') ?? ''}/conform/nowhere/at/all`
  await session.send(`GET ${path}`, { method: 'GET', path }, rejectionOf(session.scenario, 'unknown path'))
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Methods that a path does not have, where no other path could take the request. */
async function checkMethods(session: Session, path: string): Promise<void> {
  const asked = path.replaceAll(/\{\w+\}/g, '1')
  for (const method of methods.filter((one) => findOperation(session.operations, one, asked) === undefined))
    await session.send(`${method} ${path}`, { method, path: asked }, rejectionOf(session.scenario, 'method'))
}

function reportOf(session: Session): ConformReport {
  const { operations, seen, unimplemented, untried } = session
  const declared = operations
    .filter(({ operationId }) => !unimplemented.has(operationId) && !untried.has(operationId))
    .flatMap(({ operationId, responses }) => responses.map(({ status }) => `${operationId} ${status}`))
  return {
    breaches: session.breaches,
    unimplemented: [...unimplemented],
    untried: [...untried],
    unseen: declared.filter((response) => !seen.has(response)),
    remarks: [...session.remarks],
    requests: session.requestCount(),
  }
}
