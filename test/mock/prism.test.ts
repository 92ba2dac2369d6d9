import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DocumentedResponse,
  isRecord,
  type NamedExample,
  type Operation,
} from '../../openapi/checks/contract.ts'
import { contractChecker } from '../../openapi/checks/contract-check.ts'
import { startPrism } from '../support/prism.ts'
import type { RunningProgram } from '../support/running-program.ts'

const { operations, checkResponse } = contractChecker()

let prism: RunningProgram

beforeAll(async () => {
  prism = await startPrism()
})

afterAll(() => prism.stop())

test('the contract has no fewer than the 13 operations of the specification', () => {
  expect(operations.length).toBeGreaterThanOrEqual(13)
})

describe.each(operations)('the mock of $operationId', (operation) => {
  test('responds to a good request with the first example of its success', async () => {
    const success = operation.responses[0]
    expect(success?.status).toBe(200)
    expect(await responseOf(operation)).toEqual({ status: 200, body: success?.examples[0]?.value })
  })

  const choices = operation.responses.flatMap((answer) =>
    answer.examples.map((example) => ({ answer, example })),
  )
  test.each(choices)(
    'responds with $answer.status "$example.name" when asked for it',
    async ({ answer, example }) => {
      const prefer = `code=${answer.status}, example=${example.name}`
      expect(await responseOf(operation, prefer)).toEqual({ status: answer.status, body: example.value })
    },
  )

  const rejections = operation.responses.filter(({ status }) => status >= 400)
  test.each(rejections)('responds with $status when asked by the status alone', async (answer) => {
    const { status, body } = await responseOf(operation, `code=${answer.status}`)
    expect(status).toBe(answer.status)
    expect(codesOf(answer)).toContain(isRecord(body) ? body.code : undefined)
  })
})

describe('Prefer, which Prism has words of its own for,', () => {
  const poll = async (prefer: string) => {
    const response = await fetch(`${prism.url}/api/v1/tasks/an-id`, {
      headers: { authorization: 'Bearer any', prefer },
    })
    const body: unknown = await response.json()
    return { status: response.status, body, applied: response.headers.get('preference-applied') }
  }
  const exampleOf = (name: string): unknown =>
    operations
      .filter(({ operationId }) => operationId === 'getTask')
      .flatMap(({ responses }) => responses.flatMap(({ examples }) => examples))
      .find((example) => example.name === name)?.value

  test('may hold wait=30: the mock responds at once as without it, and does not say that it waited', async () => {
    const startedMs = performance.now()
    const held = await poll('wait=30')
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    expect(held).toEqual({ status: 200, body: exampleOf('succeededImage'), applied: 'wait=0' })
  })

  test('still chooses a response, alone and beside wait', async () => {
    expect(await poll('code=404')).toMatchObject({ status: 404, body: exampleOf('TASK_NOT_FOUND') })
    expect(await poll('wait=5, code=404')).toMatchObject({ status: 404, body: exampleOf('TASK_NOT_FOUND') })
    expect(await poll('example=processing, wait=5')).toMatchObject({ body: exampleOf('processing') })
  })
})

/** Sends the operation's first request example and holds the response against the contract. */
async function responseOf(operation: Operation, prefer?: string): Promise<{ status: number; body: unknown }> {
  const [request] = operation.requestExamples
  const path = operation.path.replace(/\{\w+\}/g, 'an-id')
  const response = await fetch(`${prism.url}${path}`, {
    method: operation.method,
    headers: {
      authorization: 'Bearer any',
      ...(prefer !== undefined && { prefer }),
      ...(request !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request !== undefined && { body: JSON.stringify(request.value) }),
  })
  const body: unknown = await response.json()
  checkResponse({ method: operation.method, path, status: response.status, headers: response.headers, body })
  return { status: response.status, body }
}

function codesOf(answer: DocumentedResponse): unknown[] {
  return answer.examples.map(({ value }: NamedExample) => (isRecord(value) ? value.code : undefined))
}
