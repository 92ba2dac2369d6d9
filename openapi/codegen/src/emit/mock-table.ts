import type { Contract } from '../read/contract.ts'
import { requestExamples, responseExamples } from '../read/examples.ts'
import { type Operation, operationsOf } from '../read/operations.ts'

/** Where `npm run mock` listens. */
const address = 'http://127.0.0.1:4010'

/** Every response that the mock can give, each with the request that gives it, as a page. */
export function mockTable(contract: Contract): string {
  return [
    '<!-- Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead. -->',
    '',
    '# Responses of the mock',
    '',
    'Every response of the contract, and the request that gets it from `npm run mock`. Any API key will do. A test sends each.',
    '',
    '| Operation | Status | Example | Request |',
    '|---|---|---|---|',
    ...operationsOf(contract).flatMap((operation) => rowsOf(contract, operation)),
    '',
  ].join('\n')
}

function rowsOf(contract: Contract, operation: Operation): string[] {
  return operation.responses.flatMap(({ status }) =>
    responseExamples(contract, operation, status).map(({ name }, index) => {
      const isDefault = status === '200' && index === 0
      const request = curlOf(contract, operation, isDefault ? undefined : `code=${status}, example=${name}`)
      return `| ${operation.operationId} | ${status} | ${name} | \`${request}\` |`
    }),
  )
}

/** The request of an operation, with a value for the header Prefer. */
function curlOf(contract: Contract, operation: Operation, prefer: string | undefined): string {
  const { method, path, security } = operation
  const [body] = requestExamples(contract, operation)
  return [
    'curl -s',
    // curl sends a body by POST, and else GET.
    ...(method === (body === undefined ? 'get' : 'post') ? [] : [`-X ${method.toUpperCase()}`]),
    `${address}${path.replaceAll(/\{\w+\}/g, 'any')}`,
    ...(security.length === 0 ? [] : ["-H 'Authorization: Bearer any'"]),
    ...(prefer === undefined ? [] : [`-H 'Prefer: ${prefer}'`]),
    ...(body === undefined ? [] : [`--json '${jsonOf(body.value)}'`]),
  ].join(' ')
}

/** In quotes of the shell, inside a cell of a table. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value).replaceAll("'", "'\\''").replaceAll('|', '\\u007c')
}
