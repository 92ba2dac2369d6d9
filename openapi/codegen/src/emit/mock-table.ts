import { readFileSync } from 'node:fs'
import { type NamedExample, type Operation, operationsOf } from '../checker/document.ts'

/** Where `npm run mock` listens. */
const address = 'http://127.0.0.1:4010'

/** Every response that the mock can give, each with the request that gives it, as a page. */
export function mockTable(bundleFile: string): string {
  const operations = operationsOf(JSON.parse(readFileSync(bundleFile, 'utf8')))
  return [
    '<!-- Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead. -->',
    '',
    '# Responses of the mock',
    '',
    'Every response of the contract, and the request that gets it from `npm run mock`. Any API key will do. A test sends each.',
    '',
    '| Operation | Status | Example | Request |',
    '|---|---|---|---|',
    ...operations.flatMap(rowsOf),
    '',
  ].join('\n')
}

function rowsOf(operation: Operation): string[] {
  return operation.responses.flatMap(({ status, examples }) =>
    examples.map(({ name }, index) => {
      const isDefault = status === 200 && index === 0
      const request = curlOf(operation, isDefault ? undefined : `code=${status}, example=${name}`)
      return `| ${operation.operationId} | ${status} | ${name} | \`${request}\` |`
    }),
  )
}

/** The request of an operation, with a value for the header Prefer. */
export function curlOf(operation: Operation, prefer: string | undefined): string {
  const { method, path, isPublic, requestExamples } = operation
  const [body] = requestExamples
  return [
    'curl -s',
    ...(method === 'POST' && body === undefined ? ['-X POST'] : []),
    `${address}${path.replaceAll(/\{\w+\}/g, 'any')}`,
    ...(isPublic ? [] : ["-H 'Authorization: Bearer any'"]),
    ...(prefer === undefined ? [] : [`-H 'Prefer: ${prefer}'`]),
    ...(body === undefined ? [] : [`--json '${jsonOf(body)}'`]),
  ].join(' ')
}

/** In quotes of the shell, inside a cell of a table. */
function jsonOf({ value }: NamedExample): string {
  return JSON.stringify(value).replaceAll("'", "'\\''").replaceAll('|', '\\u007c')
}
