import type { ContractDocument } from '../../checker/document.ts'
import type { ConformReport } from '../conform.ts'
import { checkOperation } from './check-operation.ts'
import { plainContract } from './plain-contract.ts'
import { createPlainSession, type PlainSession } from './session.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export interface PlainConformOptions {
  readonly document: ContractDocument
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly readOnly: boolean
}

/** Checks a running backend of any contract, from outside. */
export async function conformToAny(options: PlainConformOptions): Promise<ConformReport> {
  const plain = plainContract(options.document)
  const { operations } = plain
  const session = createPlainSession(plain, options.baseUrl, options.apiKey)
  const nowhere = `${operations[0]?.path.replace(/\{.*$/, '').replace(/\/+$/, '') ?? ''}/conform/nowhere/at/all`
  await session.unknown(`GET ${nowhere}`, { method: 'GET', path: nowhere, withKey: false }, [401, 404])
  for (const operation of operations)
    await checkOperation(session, plain, operation, { key: options.apiKey, readOnly: options.readOnly })
  for (const path of new Set(operations.map((operation) => operation.path)))
    await checkMethods(session, path, operations)
  const declared = operations
    .filter(
      ({ operationId }) => ![session.unimplemented, session.untried].some((set) => set.has(operationId)),
    )
    .flatMap(({ operationId, responses }) => responses.map(({ status }) => `${operationId} ${status}`))
  return {
    breaches: session.breaches,
    unimplemented: [...session.unimplemented],
    untried: [...session.untried],
    unseen: declared.filter((response) => !session.seen.has(response)),
    remarks: [...session.remarks],
    requests: session.requestCount(),
  }
}

/** A method that a path does not have, where no other path could take the request. */
async function checkMethods(
  session: PlainSession,
  path: string,
  operations: ReturnType<typeof plainContract>['operations'],
): Promise<void> {
  const pattern = path.replaceAll(/\{\w+\}/g, '1')
  const taking = operations.filter((other) =>
    new RegExp(`^${other.path.replaceAll(/[.+]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pattern),
  )
  const known = taking.map(({ method }) => method.toUpperCase())
  for (const method of methods.filter((one) => !known.includes(one)))
    await session.unknown(`${method} ${path}`, { method, path: pattern, withKey: false }, [401, 404, 405])
}
