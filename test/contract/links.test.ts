import { expect, test } from 'vitest'
import contract from '../../openapi/generated/openapi.json' with { type: 'json' }
import { pngOf } from '../integration/support/images.ts'
import { putFile, type TestAccount, type TestResponse } from '../support/account.ts'
import { accountsOfFile, type PreparedAccount, serviceOfFile } from './support/contract-service.ts'
import { generationIds, generationPaths, smallestBody } from './support/specification.ts'

/** A link as OpenAPI has it, in the parts that ours use. */
interface Link {
  readonly operationId: string
  readonly parameters?: Readonly<Record<string, string>>
  readonly requestBody?: Readonly<Record<string, string>>
}

interface Operation {
  readonly operationId: string
  readonly responses: { readonly '200': { readonly links?: Readonly<Record<string, { $ref: string }>> } }
}

const service = serviceOfFile()
const anAccount = accountsOfFile(service)
const components: Readonly<Record<string, Link>> = contract.components.links
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]: [string, Operation]) => ({
    path,
    method: method.toUpperCase(),
    operationId: operation.operationId,
    links: Object.entries(operation.responses['200'].links ?? {}).map(([name, { $ref }]) => ({
      name,
      link: linkAt($ref),
    })),
  })),
)
const cases = operations.flatMap(({ operationId, links }) => links.map((one) => ({ operationId, ...one })))

function linkAt($ref: string): Link {
  const link = components[$ref.replace('#/components/links/', '')]
  if (link === undefined) throw new Error(`The contract has no ${$ref}.`)
  return link
}

/** The response of an operation in the state in which its links are of use. */
async function responseOf(operationId: string, account: PreparedAccount): Promise<TestResponse> {
  const generation = generationIds.find((id) => id === operationId)
  if (generation)
    return account.call('POST', generationPaths[generation], smallestBody(generation, account.assetId))
  if (operationId === 'listTasks') {
    await account.call('POST', generationPaths.generateImage, smallestBody('generateImage', account.assetId))
    return account.call('GET', '/api/v1/tasks')
  }
  if (operationId === 'completeUpload') return account.upload(pngOf(64, 48), 'image/png')
  const reserved = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  await putFile(reserved.body.uploadUrl, pngOf(64, 48))
  return reserved
}

/** The value of `$response.body#/…`, or the text itself if it is no expression. */
function evaluate(expression: string, body: unknown): unknown {
  const pointer = /^\$response\.body#(\/.+)$/.exec(expression)?.[1]
  if (pointer === undefined) return expression
  return pointer
    .slice(1)
    .split('/')
    .reduce((inside: unknown, key) => new Map(Object.entries(inside ?? {})).get(key), body)
}

async function follow(link: Link, from: TestResponse, account: TestAccount): Promise<TestResponse> {
  const target = operations.find(({ operationId }) => operationId === link.operationId)
  if (target === undefined) throw new Error(`There is no operation ${link.operationId}.`)
  const valuesOf = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(([name, text]) => [name, evaluate(text, from.body)] as const)
  const path = valuesOf(link.parameters ?? {}).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, String(value)),
    target.path,
  )
  expect(path).not.toMatch(/[{}]|undefined/)
  return account.call(target.method, path, link.requestBody && Object.fromEntries(valuesOf(link.requestBody)))
}

test('the four orders, the list and both steps of an upload have links', () => {
  expect(operations.filter(({ links }) => links.length > 0).map(({ operationId }) => operationId)).toEqual([
    ...generationIds,
    'listTasks',
    'createUpload',
    'completeUpload',
  ])
})

test.each(cases)(
  '$name of $operationId leads to a request that is accepted',
  async ({ operationId, link }) => {
    const account = await anAccount()
    const from = await responseOf(operationId, account)
    expect(from.status).toBe(200)
    expect(await follow(link, from, account)).toMatchObject({ status: 200 })
  },
)
