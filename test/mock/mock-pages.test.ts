import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationsOf, readContract, record } from '../../openapi/checks/contract.ts'
import { type RunningMock, startMock } from '../../openapi/codegen/src/mock/start-mock.ts'
import { hook } from '../../openapi/mock/media-hook.ts'
import { startPrism } from '../support/prism.ts'
import type { RunningProgram } from '../support/running-program.ts'
import { requestsOfPage, runCurl } from './support/requests-of-page.ts'

let mock: RunningMock
let packaged: MockServer
let prism: RunningProgram
beforeAll(async () => {
  mock = await startMock({ document: readContract(), hook, port: 0 })
  packaged = await startMockServer({ port: 0 })
  prism = await startPrism()
})
afterAll(() => Promise.all([mock.close(), packaged.close(), prism.stop()]))

const responses = operationsOf(readContract()).flatMap(({ operationId, responses: all }) =>
  all.flatMap(({ status, examples }) => examples.map((example) => ({ operationId, status, ...example }))),
)

describe('the table of responses of the mock', async () => {
  const rows = await requestsOfPage('openapi/generated/mock.md')

  test('has every response of the contract once', () => {
    const expected = responses.map(({ operationId, status, name }) => [operationId, String(status), name])
    expect(rows.map(({ cells }) => cells)).toEqual(expected)
  })

  test.each(rows)('gets $cells by its curl', async ({ cells: [operation, status, name], command }) => {
    const response = await runCurl(command, mock.url)
    expect(response.status).toBe(Number(status))
    const example = responses.find((one) => one.operationId === operation && one.name === name)
    const { id: _id, output: _output, uploadUrl: _uploadUrl, tasks: _tasks, ...same } = record(example?.value)
    expect(response.body).toMatchObject(same)
  })
})

describe('the page of screen states', async () => {
  const rows = await requestsOfPage('docs/screen-states.md')

  test('shows every status of a task and of an upload, and every error of a generation', () => {
    const shown = rows.flatMap(({ cells: [, response = ''] }) => response.split(' ').slice(1))
    const states = responses.flatMap(({ value }) => {
      const { status } = record(value)
      return typeof status === 'string' ? [status] : []
    })
    // What a screen cannot bring about: they are mistakes of the program behind it.
    const mistakes = /INVALID_JSON|IDEMPOTENCY|PAYLOAD|MEDIA_TYPE|TIMEOUT|INTERNAL/
    const errors = responses
      .filter(({ operationId }) => operationId === 'generateVideo')
      .map(({ value }) => String(record(value).code))
      .filter((code) => code !== 'undefined' && !mistakes.test(code))
    expect(shown).toEqual(expect.arrayContaining([...states, ...errors]))
  })

  const mocks = { 'npm run mock': () => mock, 'mediagen mock': () => packaged, Prism: () => prism }
  const cases = Object.entries(mocks).flatMap(([name, find]) => rows.map((row) => ({ name, find, ...row })))

  test.each(cases)(
    'gets "$cells.0" by its curl from $name',
    async ({ cells: [, response = ''], command, find }) => {
      const { status, body } = await runCurl(command, find().url)
      const { status: state, code, error, output } = record(body)
      const [expected, ...words] = response.split(' ')
      expect(status).toBe(Number(expected))
      const codes = [code, record(error).code, record(record(output).removed).code]
      expect([state, ...codes]).toEqual(expect.arrayContaining(words))
    },
  )
})
