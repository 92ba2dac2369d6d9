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

  // The packaged mock keeps tasks and uploads: it has a response for any id only where Prefer names one.
  const named = rows.filter(({ command }) => command.includes('Prefer:'))
  const cases = [
    ...rows.map((row) => ({ from: 'npm run mock', url: () => mock.url, ...row })),
    ...rows.map((row) => ({ from: 'Prism', url: () => prism.url, ...row })),
    ...named.map((row) => ({ from: 'mediagen mock', url: () => packaged.url, ...row })),
  ]

  test.each(cases)('gets $cells by its curl from $from', async ({ cells, command, url }) => {
    const [operation, status, name] = cells
    const response = await runCurl(command, url())
    expect(response.status).toBe(Number(status))
    const example = responses.find((one) => one.operationId === operation && one.name === name)
    const { code, error, status: state } = record(example?.value)
    const shown = Object.entries({ code, error, status: state }).filter(([, value]) => value !== undefined)
    expect(response.body).toMatchObject(Object.fromEntries(shown))
  })
})
