import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { operationsOf, readContract } from './contract.ts'
import { contractFetch } from './contract-fetch.ts'

const pricing = operationsOf(readContract()).find(({ operationId }) => operationId === 'getPricing')
const goodBody = pricing?.responses.find(({ status }) => status === 200)?.examples[0]?.value

let server: Server
let baseUrl: string
let body: string
let status: number

beforeEach(async () => {
  status = 200
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r1' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a successful response reaches the caller unread, and counts as seen', async () => {
  body = JSON.stringify(goodBody)
  const fetchChecked = contractFetch(baseUrl)
  const response = await fetchChecked('/api/v1/pricing')
  expect(await response.json()).toEqual(goodBody)
  expect(fetchChecked.coverage.seen()).toEqual(['getPricing 200'])
  expect(fetchChecked.coverage.unseen()).not.toContain('getPricing 200')
  expect(fetchChecked.coverage.unseen()).toContain('getAccount 401')
})

test('a broken response rejects and does not count as seen', async () => {
  body = '{"currency":"USD"}'
  const fetchChecked = contractFetch(baseUrl)
  await expect(fetchChecked(new Request(`${baseUrl}/api/v1/pricing`))).rejects.toThrow(
    /required property 'products'/,
  )
  expect(fetchChecked.coverage.seen()).toEqual([])
})

test('an address that the contract does not know must refuse with the error body', async () => {
  body = '{"hello":"world"}'
  await expect(contractFetch(baseUrl)('/api/v1/nowhere')).rejects.toThrow(/required property 'code'/)
  status = 404
  body = JSON.stringify({ status: 404, code: 'NOT_FOUND', message: 'No such address.', requestId: 'r1' })
  expect((await contractFetch(baseUrl)('/api/v1/nowhere')).status).toBe(404)
})

test('an address outside the API passes unchecked', async () => {
  body = 'not JSON'
  expect(await (await contractFetch(baseUrl)('/healthz')).text()).toBe('not JSON')
})
