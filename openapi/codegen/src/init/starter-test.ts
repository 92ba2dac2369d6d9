import { withCredentials } from '../conform/credentials.ts'
import { propertyName, quoted } from '../names.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import type { DeclaredResponse, Operation } from '../read/operations.ts'

/** A request of the starter's test. */
interface Example {
  readonly operation: Operation
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The starter's test: an operation responds as declared, which is still to do while it responds with 501, and a
 * request that breaks the contract gets a 400 that names the field. Each is there if the contract has an
 * operation to try it with.
 */
export function starterTest(contract: Contract, operations: readonly Operation[]): string {
  const examples = operations
    .filter(({ method }) => method === 'get')
    .map((operation) => exampleOf(contract, operation))
  const plain = examples.find(
    ({ operation }) => !operation.parameters.some(({ required }) => required === true),
  )
  const wrong = examples.flatMap((example) => wrongQuery(contract, example))[0]
  return `import assert from 'node:assert/strict'
import { once } from 'node:events'
import test, { after, before } from 'node:test'
import { app } from './app.js'

const server = app.listen(0)
let origin = ''
before(async () => {
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  origin = \`http://localhost:\${address.port}\`
})
after(() => {
  server.closeAllConnections()
  server.close()
})
${plain === undefined ? '' : successTest(contract, plain)}${wrong === undefined ? '' : rejectionTest(wrong)}${
  plain === undefined && wrong === undefined ? unknownPathTest : ''
}`
}

const unknownPathTest = `
test('a path that the contract does not have is not found', async () => {
  const response = await fetch(\`\${origin}/not/in/the/contract\`)
  assert.equal(response.status, 404)
})
`

function successTest(contract: Contract, example: Example): string {
  const { operation } = example
  const success = operation.responses.find(({ status }) => /^2\d\d$/.test(status))
  return `
test('${operation.id} responds as the contract declares', async (context) => {
  const response = await fetch(${fetchArguments(example)})
  if (response.status === 501) return context.todo('${operation.id} is not implemented yet')
  assert.equal(response.status, ${success?.status ?? 200})
${success === undefined ? '' : bodyAssertion(contract, success)}})
`
}

function bodyAssertion(contract: Contract, { kind, schema }: DeclaredResponse): string {
  if (kind !== 'json' || schema === undefined) return ''
  const { type, required: [name] = [] } = follow<Schema>(contract, schema)
  const read = '  const body: unknown = await response.json()\n'
  if (type === 'array') return `${read}  assert(Array.isArray(body))\n`
  if (type !== 'object' || name === undefined) return ''
  return `${read}  assert(typeof body === 'object' && body !== null && ${quoted(name)} in body)\n`
}

function rejectionTest({ example, name }: { readonly example: Example; readonly name: string }): string {
  return `
test('${example.operation.id} rejects a request that breaks the contract, and names the field', async () => {
  const response = await fetch(${fetchArguments(example)})
  assert.equal(response.status, 400)
  assert((await response.text()).includes(${quoted(name)}))
})
`
}

function fetchArguments({ target, headers }: Example): string {
  const address = `\`\${origin}${target.replaceAll(/[\\`$]/g, '\\$&')}\``
  const entries = Object.entries(headers).map(([name, value]) => `${propertyName(name)}: ${quoted(value)}`)
  return entries.length === 0 ? address : `${address}, { headers: { ${entries.join(', ')} } }`
}

function exampleOf(contract: Contract, operation: Operation): Example {
  const path = operation.path.replaceAll(/\{\w+\}/g, '1')
  const { path: target, headers = {} } = withCredentials(contract, operation, 'any', { method: 'GET', path })
  return { operation, target, headers }
}

/** The example with a query parameter that breaks its schema. */
function wrongQuery(contract: Contract, example: Example): { example: Example; name: string }[] {
  return example.operation.parameters.flatMap(({ name, in: place, schema }) => {
    const { type, enum: values } = follow<Schema>(contract, schema)
    const isNarrow = ['integer', 'number', 'boolean'].includes(String(type)) || values !== undefined
    if (place !== 'query' || !isNarrow) return []
    const sign = example.target.includes('?') ? '&' : '?'
    const query = `${sign}${encodeURIComponent(name)}=not-valid`
    return [{ example: { ...example, target: example.target + query }, name }]
  })
}
