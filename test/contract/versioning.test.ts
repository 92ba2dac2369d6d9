import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isRecord, readContract } from '../../openapi/checks/contract.ts'
import { serviceOfFile } from './support/contract-service.ts'
import { operationRows } from './support/specification.ts'

const service = serviceOfFile()
const contract = readContract()

describe('the version', () => {
  test('is in the path: every operation is under /api/v1', () => {
    for (const path of Object.keys(contract.paths)) expect(path).toMatch(/^\/api\/v1\//)
  })

  test('is required: without it, or with another one, every path is unknown', async () => {
    for (const { path } of operationRows) {
      for (const other of [path.replace('/v1', ''), path.replace('/v1', '/v2'), path.replace('/api', '')]) {
        const response = await service().fetch(other.replace(/\{\w+\}/, 'one'))
        expect(response.status, other).toBe(404)
      }
    }
  })
})

describe('the machine-readable description', () => {
  test('is OpenAPI 3.1 with version 1.0.0, served at /api/spec.json', async () => {
    const response = await service().fetch('/api/spec.json')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(await response.json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { version: '1.0.0' },
    })
  })

  test('is the contract that requests and responses are validated against', async () => {
    const served = await (await service().fetch('/api/spec.json')).text()
    const bundle = new URL('../../openapi/generated/openapi.json', import.meta.url)
    expect(served).toBe(readFileSync(bundle, 'utf8'))
  })

  test('marks the three public operations as needing no authentication, and no others', () => {
    const open = Object.values(contract.paths)
      .flatMap((item) => Object.values(item))
      .filter((operation) => isRecord(operation) && JSON.stringify(operation.security) === '[]')
      .map((operation) => Object(operation).operationId)
    expect(open).toEqual(['getPricing', 'listEffects', 'listExamples'])
  })

  test('can be browsed at /api/docs', async () => {
    const response = await service().fetch('/api/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/)
  })
})
