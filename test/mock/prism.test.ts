import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, isRecord, type NamedExample, type Operation } from '../support/contract.ts'
import { contractChecker } from '../support/contract-check.ts'
import { type RunningPrism, startPrism } from '../support/prism.ts'

const { operations, checkAnswer } = contractChecker()

let prism: RunningPrism

beforeAll(async () => {
  prism = await startPrism()
})

afterAll(() => prism.stop())

test('the contract has no fewer than the 13 operations of the specification', () => {
  expect(operations.length).toBeGreaterThanOrEqual(13)
})

describe.each(operations)('the mock of $operationId', (operation) => {
  test('answers a good request from the first example of its success', async () => {
    const success = operation.answers[0]
    expect(success?.status).toBe(200)
    expect(await answerOf(operation)).toEqual({ status: 200, body: success?.examples[0]?.value })
  })

  const choices = operation.answers.flatMap((answer) =>
    answer.examples.map((example) => ({ answer, example })),
  )
  test.each(choices)(
    'answers $answer.status "$example.name" when asked for it',
    async ({ answer, example }) => {
      const prefer = `code=${answer.status}, example=${example.name}`
      expect(await answerOf(operation, prefer)).toEqual({ status: answer.status, body: example.value })
    },
  )

  const refusals = operation.answers.filter(({ status }) => status >= 400)
  test.each(refusals)('answers $status when asked by the status alone', async (answer) => {
    const { status, body } = await answerOf(operation, `code=${answer.status}`)
    expect(status).toBe(answer.status)
    expect(codesOf(answer)).toContain(isRecord(body) ? body.code : undefined)
  })
})

/** Sends the operation's first request example and holds the answer against the contract. */
async function answerOf(operation: Operation, prefer?: string): Promise<{ status: number; body: unknown }> {
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
  checkAnswer({ method: operation.method, path, status: response.status, headers: response.headers, body })
  return { status: response.status, body }
}

function codesOf(answer: Answer): unknown[] {
  return answer.examples.map(({ value }: NamedExample) => (isRecord(value) ? value.code : undefined))
}
