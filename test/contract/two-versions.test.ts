import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createContractApp } from '@mediagen/contract'
import express, { type RequestHandler } from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractFile } from '../../openapi/checks/contract.ts'
import { type Contract, readContract } from '../../openapi/codegen/src/read/contract.ts'
import {
  type CompiledPackages,
  compiledPackages,
} from '../../openapi/codegen/src/support/fixture-packages.ts'

/** As in docs/breaking-change.md: on every response of version 1. */
const deprecation = { Deprecation: '@1798761600', Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' }
const markDeprecated: RequestHandler = (_request, response, next) => {
  response.set(deprecation)
  next()
}
const authenticate = { ApiKey: async () => ({ accountId: 'an-account' }) }

let packages: CompiledPackages
let server: Server
let url: string

beforeAll(async () => {
  packages = await compiledPackages([{ name: 'v2', document: secondVersion(), settings: { client: false } }])
  const { createContractRouter } = await packages.load('v2/server/index.js')
  if (typeof createContractRouter !== 'function') throw new Error('the package of version 2 has no router')
  const app = express()
  app.use(createContractRouter({ uploads: echoing }, { authenticate }))
  app.use(createContractApp(Object({ uploads: echoing }), { authenticate, before: [markDeprecated] }))
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  url = `http://127.0.0.1:${address.port}`
})

afterAll(async () => {
  server.close()
  await packages.remove()
})

/** An implementation whose response is the body that it was called with. */
const echoing = { createUpload: async ({ body }: { body: object }) => body }

/** The contract below /api/v2, where an upload has to say its size: a change that breaks clients. */
function secondVersion(): Contract {
  const text = JSON.stringify(readContract(contractFile)).replaceAll('/api/v1/', '/api/v2/')
  const document = JSON.parse(text)
  const { properties, required } = document.components.schemas.UploadRequest
  properties.sizeBytes = { type: 'integer', minimum: 1, description: 'Its size.' }
  required.push('sizeBytes')
  return document
}

async function createUpload(version: string, body: object) {
  const response = await fetch(`${url}/api/${version}/uploads`, {
    method: 'POST',
    headers: { Authorization: 'Bearer any', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('a second version of the contract in the same server', () => {
  test('has rules of its own, and leaves those of the first as they were', async () => {
    const withoutSize = { contentType: 'image/png' }
    const withSize = { contentType: 'image/png', sizeBytes: 9 }
    expect(await createUpload('v1', withoutSize)).toMatchObject({ status: 200 })
    expect(await createUpload('v2', withoutSize)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST', details: [{ path: '/sizeBytes', message: 'is required' }] },
    })
    expect((await createUpload('v2', withSize)).body).toEqual(withSize)
    expect((await createUpload('v1', withSize)).body).toEqual(withoutSize)
  })

  test('leaves the marks of deprecation to the first', async () => {
    const body = { contentType: 'image/png', sizeBytes: 9 }
    const { headers: first } = await createUpload('v1', body)
    const { headers: second } = await createUpload('v2', body)
    for (const [name, value] of Object.entries(deprecation)) {
      expect(first.get(name)).toBe(value)
      expect(second.get(name)).toBeNull()
    }
  })

  test('rejects in the form of an error, each with its own request id, also what neither has', async () => {
    for (const path of ['/api/v1/nowhere', '/api/v2/nowhere']) {
      const response = await fetch(`${url}${path}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({
        code: 'NOT_FOUND',
        requestId: response.headers.get('X-Request-Id'),
      })
    }
    expect((await fetch(`${url}/api/v2/uploads`, { method: 'DELETE' })).status).toBe(405)
  })
})
